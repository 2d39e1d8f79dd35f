package record

import (
	"io"
	"sync"
)

// A console writes to standard error. On a terminal it shows a progress line below the messages.
type console struct {
	mu   sync.Mutex
	W    io.Writer
	line string // the current progress line
}

// Write writes messages, which are whole lines, above the progress line.
func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	line := c.line
	c.show("")
	n, err := c.W.Write(p)
	c.show(line)
	return n, err
}

func (c *console) status(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.show(line)
}

func (c *console) show(line string) {
	if line != c.line {
		io.WriteString(c.W, "\r\x1b[K"+line)
		c.line = line
	}
}
