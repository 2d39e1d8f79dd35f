package codecs

import (
	"bytes"
	"slices"
	"sort"

	"earl.example/internal/python/str"
)

//go:generate go run gen.go

type module struct {
	name    string
	codec   Codec // nil if the codec is not in the core
	notText bool  // a codec from bytes to bytes, or from str to str
	last    uint8 // the last branch that has the module, or 0
	changed Codec // codec in the releases of since, or nil
	since   str.Releases
}

// in returns the codec that the module has in the given release, or nil if the codec is not in the core.
func (m *module) in(rel str.Release) Codec {
	if m.changed != nil && m.since.Include(rel) {
		return m.changed
	}
	return m.codec
}

type alias struct {
	name   string
	module uint8
	since  str.Releases // releases that have the alias; nil for all
}

// Module returns the name of the module that implements the given encoding. The error is a *str.Exception.
func (t Text) Module(encoding string) (string, error) {
	if err := checkArguments(encoding, ""); err != nil {
		return "", err
	}
	m, _, err := t.findModule(encoding, "encode")
	if err != nil {
		return "", err
	}
	return m.name, nil
}

// find returns the codec with the given name. The verb, "encode" or "decode", is for the text of errors. registered is
// false for the few names that CPython handles without its codec registry. The registry changes exceptions.
func (t Text) find(encoding, verb string) (codec Codec, registered bool, err error) {
	m, registered, err := t.findModule(encoding, verb)
	if err != nil {
		return nil, registered, err
	}
	if codec := m.in(t.Release); codec != nil {
		return codec, registered, nil
	}
	if t.Codecs != nil {
		if codec, ok := t.Codecs.Codec(m.name, t.Release); ok {
			return codec, true, nil
		}
	}
	return nil, true, &str.Exception{
		Class: "LookupError",
		Text:  "unknown encoding: " + encoding,
		Name:  encoding,
		Cause: &NotLinkedError{Name: "encoding " + m.name},
	}
}

// findModule returns the module of the given encoding, and reports whether CPython would find it in its codec registry.
func (t Text) findModule(encoding, verb string) (m *module, registered bool, err error) {
	var room [64]byte
	name, fits := normalize(room[:0], encoding)
	if fits {
		if builtin(name) {
			return t.module(name), false, nil
		}
		if !t.Release.AtLeast(9, 0) && hasAlnum(encoding) {
			fits = false // 3.8 keeps such letters, so no name matches
		}
	}
	if fits {
		m = t.module(name)
	}
	if m == nil {
		return nil, true, &str.Exception{Class: "LookupError", Text: "unknown encoding: " + encoding, Name: encoding}
	}
	if m.notText {
		return nil, true, &str.Exception{
			Class: "LookupError",
			Text: "'" + truncated(encoding, t.Release) + "' is not a text encoding; use codecs." + verb +
				"() to handle arbitrary codecs",
			Name: encoding,
		}
	}
	return m, true, nil
}

// normalize appends the form of a name in which CPython looks it up. Letters are in lower case. Each run of other
// characters than ASCII letters, digits and dots becomes one underscore, or nothing at either end. The second result is
// false if the name is longer than every name of a codec.
func normalize(room []byte, name string) ([]byte, bool) {
	gap := false
	for i := range len(name) {
		c := name[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '.':
		default:
			gap = true
			continue
		}
		if gap && len(room) > 0 {
			room = append(room, '_')
		}
		gap = false
		if len(room) >= cap(room)-1 {
			return nil, false
		}
		room = append(room, c)
	}
	return room, true
}

// builtin reports whether CPython finds the codec of this name without its registry.
func builtin(name []byte) bool {
	switch string(name) {
	case "utf8", "utf_8", "utf16", "utf_16", "utf32", "utf_32", "ascii", "us_ascii", "latin1", "latin_1", "iso8859_1",
		"iso_8859_1":
		return true
	}
	return false
}

func (t Text) module(name []byte) *module {
	if m := t.aliased(name); m != nil {
		return m
	}
	if bytes.IndexByte(name, '.') >= 0 {
		return t.aliased(bytes.ReplaceAll(name, []byte("."), []byte("_"))) // no module has a dot in its name
	}
	i := sort.Search(len(modules), func(i int) bool { return modules[i].name >= string(name) })
	if i == len(modules) || modules[i].name != string(name) || modules[i].last != 0 && modules[i].last < t.Release.Minor {
		return nil
	}
	return &modules[i]
}

func (t Text) aliased(name []byte) *module {
	i := sort.Search(len(aliases), func(i int) bool { return aliases[i].name >= string(name) })
	if i == len(aliases) || aliases[i].name != string(name) {
		return nil
	}
	if since := aliases[i].since; since != nil && !since.Include(t.Release) {
		return nil
	}
	return &modules[aliases[i].module]
}

// hasAlnum reports whether name has a character that is a non-ASCII letter or digit in CPython 3.8.
func hasAlnum(name string) bool {
	for _, r := range name {
		var i int
		var start bool
		switch {
		case r < 0x80:
			continue
		case r < 0x10000:
			i, start = slices.BinarySearch(alnumBasic[:], uint16(r))
		default:
			i, start = slices.BinarySearch(alnumBeyond[:], uint32(r))
		}
		if start == (i%2 == 0) {
			return true // r starts a range, or an odd number of boundaries precede it
		}
	}
	return false
}
