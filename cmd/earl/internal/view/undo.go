package view

import (
	_ "embed"
	"encoding/base64"
	"errors"
	"html"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"earl.example/internal/text/percent"
	"earl.example/internal/text/query"
	"earl.example/internal/text/tables"
	"earl.example/whatwg"
)

// A Wrapper is a service that replaces links by links to itself, which redirect to them.
type Wrapper struct {
	Whose  string
	About  string // an example of its links
	Source string // the address of a page that documents them

	host, path *regexp.Regexp
	params     []string // the parameters with the link; none if the path has it
	open       func(value string) (string, error)
}

//go:embed wrappers.tsv
var wrapperRows string

// Wrappers returns the wrappers that Unwrap opens.
var Wrappers = sync.OnceValue(func() (all []Wrapper) {
	whole := func(pattern string) *regexp.Regexp { return regexp.MustCompile("^(?:" + pattern + ")$") }
	decoders := map[string]func(string) (string, error){
		"percent": decoded, "entities": entities, "proofpoint3": proofpoint3,
		"proofpoint2": func(s string) (string, error) {
			return entities(strings.NewReplacer("-", "%", "_", "/").Replace(s))
		},
	}
	for _, cells := range tables.Cells(wrapperRows) {
		all = append(all, Wrapper{cells[0], cells[1], cells[6], whole(cells[2]), whole(cells[3]),
			strings.Fields(strings.Trim(cells[4], "-")), decoders[cells[5]]})
	}
	return all
})

// mostWrapped is the number of wrappers that can be around each other.
const mostWrapped = 10

var (
	errWrapped = errors.New("the wrapped link cannot be decoded")
	errDeep    = errors.New("more than 10 wrappers are around each other")
)

// Unwrap returns the link in a wrapper, and in the wrapper that this link is. It returns any other text unchanged.
func Unwrap(text string) (string, error) {
	for range mostWrapped {
		link, err := unwrapped(text)
		if err != nil || link == "" {
			return text, err
		}
		text = link
	}
	if link, err := unwrapped(text); err != nil || link != "" {
		return "", errDeep
	}
	return text, nil
}

// unwrapped opens one wrapper. It returns "" if text is no wrapper.
func unwrapped(text string) (string, error) {
	if !strings.Contains(text, ".com") && !strings.Contains(text, "google.") { // as usual
		return "", nil
	}
	u, err := whatwg.Parse(text)
	if err != nil || u.Protocol() != "https:" && u.Protocol() != "http:" {
		return "", nil
	}
	for _, w := range Wrappers() {
		if !w.host.MatchString(u.Hostname()) || !w.path.MatchString(u.Pathname()) {
			continue
		}
		if len(w.params) == 0 {
			return w.open(text)
		}
		search, _ := u.Query()
		if strings.Contains(search, "&amp;") { // as in the source of HTML
			search = html.UnescapeString(search)
		}
		for _, name := range w.params {
			if value, _ := new(query.Form).Lookup(search, name); value != "" {
				return w.open(value)
			}
		}
	}
	return "", nil
}

func decoded(s string) (string, error) {
	s, _ = percent.DecodeString(s, false)
	return s, nil
}

func entities(s string) (string, error) {
	s, err := decoded(s)
	return html.UnescapeString(s), err
}

// proofpoint3 decodes a link of URL Defense 3: between two underscores, with characters replaced by "*", or by "**" and
// a letter for their number. The characters follow in base64.
func proofpoint3(text string) (string, error) {
	const lengths = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	_, rest, _ := strings.Cut(text, "/v3/__")
	link, rest, ok := strings.Cut(rest, "__;")
	code, _, found := strings.Cut(rest, "!")
	removed, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(code, "="))
	if !ok || !found || err != nil || !utf8.Valid(removed) {
		return "", errWrapped
	}
	if scheme := singleSlash.FindString(link); scheme != "" && !strings.HasPrefix(link[len(scheme):], "/") {
		link = scheme + "/" + link[len(scheme):]
	}
	link, _ = percent.DecodeString(link, false)
	characters := []rune(string(removed))
	var b strings.Builder
	for {
		before, after, more := strings.Cut(link, "*")
		if b.WriteString(before); !more {
			break
		}
		n := 1
		if len(after) > 1 && after[0] == '*' {
			if n = strings.IndexByte(lengths, after[1]) + 2; n < 2 {
				return "", errWrapped
			}
			after = after[2:]
		}
		if n > len(characters) {
			return "", errWrapped
		}
		b.WriteString(string(characters[:n]))
		link, characters = after, characters[n:]
	}
	return b.String(), nil
}

// singleSlash matches the start of a link that may have lost one of its two slashes.
var singleSlash = regexp.MustCompile(`^[A-Za-z0-9+.-]+:/`)
