package main

import (
	"os"
	"strings"

	"golang.org/x/term"
)

// isTerminal reports whether w, a stream of the command, is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// columnsOf returns the width of the terminal w in columns, or 80 if w is not a terminal.
func columnsOf(w any) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// colors reports whether output to w has colors.
func (s *stream) colors(w any) bool {
	switch s.color {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// speaksUTF8 reports whether the locale allows non-ASCII characters.
func speaksUTF8() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(os.Getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return true
}
