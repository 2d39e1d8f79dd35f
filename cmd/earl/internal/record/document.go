package record

import "io"

// A Document is a writer of results that are one document. It writes the separators between them: each text that it
// gets ends with one.
type Document struct {
	w                     io.Writer
	Head, Separator, Tail string
	begun                 bool
}

// Write writes a text, after the separator that belongs before it.
func (d *Document) Write(p []byte) (int, error) {
	before := d.Separator
	if !d.begun {
		before, d.begun = d.Head, true
	}
	text := append([]byte(before), p[:len(p)-len(d.Separator)]...)
	if _, err := d.w.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (d *Document) end() error {
	text := d.Tail
	if !d.begun {
		text = d.Head + text
	}
	if text == "" {
		return nil
	}
	_, err := io.WriteString(d.w, text)
	return err
}
