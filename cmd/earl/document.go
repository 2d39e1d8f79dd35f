package main

import "io"

// A document is a writer of results that are one document. It writes the separators between them: each text that it
// gets ends with one.
type document struct {
	w                     io.Writer
	head, separator, tail string
	begun                 bool
}

func (d *document) Write(p []byte) (int, error) {
	before := d.separator
	if !d.begun {
		before, d.begun = d.head, true
	}
	text := append([]byte(before), p[:len(p)-len(d.separator)]...)
	if _, err := d.w.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (d *document) end() error {
	text := d.tail
	if !d.begun {
		text = d.head + text
	}
	if text == "" {
		return nil
	}
	_, err := io.WriteString(d.w, text)
	return err
}
