package main

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"earl.example/cmd/earl/internal/bulk"
)

// An optional is a string flag. Its value is nil if the flag is not given.
type optional struct{ value *string }

func (o *optional) Type() string       { return "string" }
func (o *optional) Set(s string) error { o.value = &s; return nil }

func (o *optional) String() string {
	if o.value == nil {
		return ""
	}
	return *o.value
}

// A formatFlag is the value of --in or --out.
type formatFlag struct {
	format  bulk.Format
	names   []string // names of the formats; "lines" also has the name "text"
	drawing bool     // the format is drawing
}

// nameOfDrawing is the value of --out for drawings.
const nameOfDrawing = "drawing"

func (f *formatFlag) Type() string { return "FORMAT" }

func (f *formatFlag) String() string {
	if f.drawing {
		return nameOfDrawing
	}
	if f.format == bulk.Lines && len(f.names) > 0 {
		return f.names[0]
	}
	return f.format.String()
}

// A countFlag is the value of a flag for a number of at least 1. It is 0 if the flag is not given.
type countFlag int64

func (c *countFlag) Type() string   { return "N" }
func (c *countFlag) String() string { return strconv.FormatInt(int64(*c), 10) }

func (c *countFlag) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 {
		return errors.New("must be 1 or more")
	}
	*c = countFlag(n)
	return nil
}

type sizeFlag int64

func (f *sizeFlag) Type() string   { return "SIZE" }
func (f *sizeFlag) String() string { return strconv.FormatInt(int64(*f), 10) }

func (f *sizeFlag) Set(s string) error {
	number := strings.TrimRight(s, "KMGTkmgt")
	shift := 0
	if unit := s[len(number):]; unit != "" {
		if len(unit) > 1 {
			return errors.New("must be a size such as 512M")
		}
		shift = 10 * (1 + strings.Index("kmgt", strings.ToLower(unit)))
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift {
		return errors.New("must be a size such as 512M")
	}
	*f = sizeFlag(n << shift)
	return nil
}

// A nameFlag is a list of file names. No name is empty.
type nameFlag struct{ names []string }

func (f *nameFlag) Type() string   { return "FILE" }
func (f *nameFlag) String() string { return strings.Join(f.names, " ") }

func (f *nameFlag) Set(s string) error {
	if s == "" {
		return errors.New("must be the name of a file")
	}
	f.names = append(f.names, s)
	return nil
}
