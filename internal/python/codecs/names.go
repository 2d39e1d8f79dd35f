package codecs

import (
	"bytes"
	_ "embed" // embeds the table
	"slices"
	"sort"
	"strings"
	"sync"

	"earl.example/internal/python/str"
	"earl.example/internal/text/tables"
)

// registryText is the text that dump.py writes. Its comments describe the lines.
//
//go:embed codecs.txt
var registryText string

type module struct {
	name    string
	codec   Codec // nil if the codec is not in the core
	notText bool  // a codec from bytes to bytes, or from str to str
	last    uint8 // the last branch that has the module, or 0
	changed Codec // codec in the releases of since, or nil
	since   str.Releases
}

type alias struct {
	module *module
	since  str.Releases // releases in which the alias names the module; nil for all
}

// registry has CPython's modules of codecs.
type registry struct {
	modules []*module // sorted by name
	byName  map[string]*module
	aliases map[string][]alias // the last one of a release counts
	alnum   [][2]rune          // ranges of non-ASCII letters and digits in 3.8, sorted
}

// registered returns the registry. The first call reads it.
var registered = sync.OnceValue(func() *registry {
	g := &registry{byName: map[string]*module{}, aliases: map[string][]alias{}}
	for line := range strings.Lines(registryText) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		switch f[0] {
		case "module":
			m := &module{name: f[1], codec: core[f[1]], notText: f[2] == "bytes"}
			if len(f) > 3 {
				m.last = uint8(tables.Number(strings.TrimPrefix(f[3], "3."), 10))
			}
			g.modules = append(g.modules, m)
			g.byName[m.name] = m
		case "alias":
			g.aliases[f[1]] = append(g.aliases[f[1]], alias{g.byName[f[2]], str.ParseReleases(strings.Join(f[3:], ","))})
		case "map":
			m, c := g.byName[f[1]], newCharmap("charmap", "character maps to <undefined>", f[2])
			if len(f) > 3 {
				m.changed, m.since = c, str.ParseReleases(f[3])
			} else {
				m.codec = c
			}
		case "alnum":
			for run := range strings.SplitSeq(f[1], ",") {
				first, last := tables.Range(run)
				g.alnum = append(g.alnum, [2]rune{first, last})
			}
		}
	}
	return g
})

// core has the codecs that are not tables. Without a map, the codec charmap is Latin-1.
var core = map[string]Codec{
	"ascii": asciiCodec, "latin_1": latin1Codec, "charmap": latin1Codec,
	"utf_7": utf7Codec{}, "utf_8": utf8Codec{}, "utf_8_sig": utf8SigCodec{},
	"utf_16": wideCodec("utf-16"), "utf_16_be": wideCodec("utf-16-be"), "utf_16_le": wideCodec("utf-16-le"),
	"utf_32": wideCodec("utf-32"), "utf_32_be": wideCodec("utf-32-be"), "utf_32_le": wideCodec("utf-32-le"),
}

// find returns the codec with the given name. The verb, "encode" or "decode", is for the text of errors. registered is
// false for the few names that CPython handles without its codec registry. The registry changes exceptions.
func (t Text) find(encoding, verb string) (codec Codec, registered bool, err error) {
	m, registered, err := t.findModule(encoding, verb)
	if err != nil {
		return nil, registered, err
	}
	switch {
	case m.changed != nil && m.since.Include(t.Release):
		return m.changed, registered, nil
	case m.codec != nil:
		return m.codec, registered, nil
	}
	if t.Codecs != nil {
		if codec, ok := t.Codecs.Codec(m.name, t.Release); ok {
			return codec, true, nil
		}
	}
	return nil, true, lookupError("unknown encoding: "+encoding, encoding, &NotLinkedError{Name: "encoding " + m.name})
}

// findModule returns the module of the given encoding, and reports whether CPython would find it in its codec registry.
func (t Text) findModule(encoding, verb string) (m *module, registered bool, err error) {
	var room [64]byte
	name, fits := normalize(room[:0], encoding)
	if fits {
		if builtin(name) {
			return t.module(name), false, nil
		}
		if !t.Release.AtLeast(9, 0) && strings.ContainsFunc(encoding, isAlnum) {
			fits = false // 3.8 keeps such letters, so no name matches
		}
	}
	if fits {
		m = t.module(name)
	}
	if m == nil {
		return nil, true, lookupError("unknown encoding: "+encoding, encoding, nil)
	}
	if m.notText {
		name := truncated(encoding, t.Release)
		text := "'" + name + "' is not a text encoding; use codecs." + verb + "() to handle arbitrary codecs"
		return nil, true, lookupError(text, encoding, nil)
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
	if m := registered().byName[string(name)]; m != nil && (m.last == 0 || m.last >= t.Release.Minor) {
		return m
	}
	return nil
}

func (t Text) aliased(name []byte) *module {
	for _, a := range slices.Backward(registered().aliases[string(name)]) {
		if a.since == nil || a.since.Include(t.Release) {
			return a.module
		}
	}
	return nil
}

// isAlnum reports whether r is a non-ASCII letter or digit in CPython 3.8.
func isAlnum(r rune) bool {
	alnum := registered().alnum
	i := sort.Search(len(alnum), func(i int) bool { return alnum[i][1] >= r })
	return i < len(alnum) && alnum[i][0] <= r
}
