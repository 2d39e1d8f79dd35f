// Package weblog reads the lines of web logs: in the formats of servers' configurations, which can be given or are
// known by name, and in the W3C extended format of IIS and CloudFront.
package weblog

import (
	_ "embed"
	"slices"
	"strings"

	"earl.example/internal/text/percent"
)

// A Part is a part of the URL of a request.
type Part int

// The parts of URLs. The ones from Host to Request tell two readings of a line apart.
const (
	Scheme  Part = iota
	Port         // the port of the server
	Query        // a query, perhaps with "?"
	Host         // the field Host, perhaps with a port
	VHost        // the host for which the server took the request
	Path         // a path without a query
	Target       // a request target
	Method       // the method of the request
	Request      // a request line: GET /a HTTP/1.1
	URL          // the URL itself
	Parts        // the number of parts
)

var (
	//go:embed names.tsv
	nameRows string
	//go:embed presets.tsv
	presetRows string
	//go:embed members.tsv
	memberRows string

	// PartNames are the names of each part in formats and in #Fields, the best one first. The first one names the part.
	PartNames = func() (all [Parts][]string) {
		for i, name := range strings.Fields("scheme port query host_header host path target method request url") {
			all[i] = names("part", name)
		}
		return all
	}()
)

// rows returns the rows of a table, without comments.
func rows(table string) (all [][]string) {
	for line := range strings.Lines(table) {
		if line[0] != '#' {
			all = append(all, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return all
}

// names returns the names of a row of names.tsv, or nil.
func names(kind, name string) []string {
	for _, row := range rows(nameRows) {
		if row[0] == kind && row[1] == name {
			return strings.Fields(row[2])
		}
	}
	return nil
}

// PartOf returns the part that a name can have, or Parts.
func PartOf(name string) (p Part) {
	for p < Parts && !slices.Contains(PartNames[p], name) {
		p++
	}
	return p
}

// Aliases are other names of a member in the logs of some servers. A name such as "date+time" is two members, with a
// blank between. Members such as status have a key.
var Aliases = func() map[string][]string {
	all := map[string][]string{}
	for _, row := range rows(nameRows) {
		if row[0] == "alias" {
			all[row[1]] = strings.Fields(row[2])
		}
	}
	return all
}()

// A Preset is what is known about the logs of a server.
type Preset struct {
	Server    string
	options   string   // words for Is
	NoRequest []string // what the server writes instead of a method or target that it could not read; "*" ends a prefix
	Marks     []string // members that each object has, if the logs are JSON
	Parts     [Parts][]string
}

// Is reports whether the preset has an option: "composed", if the server formed the target of the field Host and the
// target that was sent; "decoded", if it has decoded the path; "proxy", if a status can be 0 or -1; "unsure", if quotes
// may not be escaped.
func (p *Preset) Is(option string) bool { return strings.Contains(p.options, option) }

// Presets returns the formats of the logs of a server, the first one for most lines. There are none for unknown names.
func Presets(name string) (formats []*Format) {
	for _, row := range rows(presetRows) {
		if row[0] == name {
			f, err := ParseFormat(row[4], row[1])
			if err != nil {
				panic(err)
			}
			f.options, f.NoRequest = row[2], strings.Fields(row[3])
			formats = append(formats, f)
		}
	}
	return formats
}

// PresetNames returns the names for Presets.
func PresetNames() (all []string) {
	for _, row := range rows(presetRows) {
		all = append(all, row[0])
	}
	return slices.Compact(all)
}

// Objects returns what is known about logs as JSON. The first one whose marks a record has counts.
func Objects() (all []Preset) {
	for _, row := range rows(memberRows) {
		p := Preset{Server: row[0], options: row[2], Marks: strings.Fields(row[1])}
		for pair := range strings.FieldsSeq(row[2]) {
			name, member, _ := strings.Cut(pair, "=")
			if part := PartOf(name); part < Parts {
				p.Parts[part] = append(p.Parts[part], member)
			}
		}
		all = append(all, p)
	}
	return all
}

// SplitRequest divides the request line of a cell: GET /a HTTP/1.1. A target can contain spaces.
func SplitRequest(line string) (method, target, protocol string) {
	method, target, _ = strings.Cut(line, " ")
	if i := strings.LastIndexByte(target, ' '); i >= 0 && strings.HasPrefix(target[i+1:], "HTTP/") {
		target, protocol = target[:i], target[i+1:]
	}
	return method, strings.TrimRight(target, " "), protocol
}

// AppendCells appends the cells of a line to dst. White space separates the cells. A cell can be in quotes or, if
// brackets is set, in brackets. If the line is malformed, reason says why, and at is the offset.
func AppendCells(dst []string, line string, brackets bool) (cells []string, at int, reason string) {
	for i := 0; i < len(line); i++ {
		start, end := i, len(line)
		switch {
		case line[i] == '"':
			start = i + 1
			if end = escapes["apache"].quoteEnd(line, start); end < 0 {
				return dst, i, "a quote is not closed"
			}
			i = end + 1
		case line[i] == '[' && brackets:
			n := strings.IndexByte(line[i:], ']')
			if n < 0 {
				return dst, i, "a bracket is not closed"
			}
			start, end = i+1, i+n
			i = end + 1
		default:
			if n := strings.IndexAny(line[i:], " \t"); n >= 0 {
				end = i + n
			}
			i = end
		}
		if i < len(line) && line[i] != ' ' && line[i] != '\t' {
			return dst, i, "a space is missing"
		}
		dst = append(dst, escapes["apache"].unescape(line[start:end]))
	}
	return dst, 0, ""
}

// An escape says how a server writes characters that could end a cell.
type escape struct {
	mark            byte   // begins each escape; 0 if there is none
	letters, values string // letters after the mark, and their values
	hex             string // the text between the mark and two hexadecimal digits
	unicode         string // likewise, as Tomcat has it: \u00e9 is the byte E9
	odd             bool   // digits are only the ones of characters that the server escapes
}

// escapes are the escapes of servers. The ones of Apache include those of nginx.
var escapes = map[string]*escape{
	"apache": {mark: '\\', letters: `"\nrtbvf`, values: "\"\\\n\r\t\b\v\f", hex: "x", unicode: "u00"},
	"nginx":  {mark: '\\', hex: "x", unicode: "x"},
	"quote":  {mark: '\\', letters: `"`, values: `"`, hex: `"`, unicode: `"`},
	"hash":   {mark: '#'},
	"h2o":    {mark: '\\', hex: "x", unicode: "x", odd: true},
	"none":   {},
}

// quoteEnd returns the offset of the quote that ends the cell at s[i:], or -1. A backslash and a quote are an escape.
func (e *escape) quoteEnd(s string, i int) int {
	if e.letters == "" {
		if n := strings.IndexByte(s[i:], '"'); n >= 0 {
			return i + n
		}
		return -1
	}
	for ; i < len(s); i++ {
		switch s[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return -1
}

// unescape replaces the escapes of s. A mark before anything else is text.
func (e *escape) unescape(s string) string {
	if e.mark == 0 || strings.IndexByte(s, e.mark) < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		rest, ok := strings.CutPrefix(s[i+1:], e.hex)
		if !ok {
			rest, ok = strings.CutPrefix(s[i+1:], e.unicode)
		}
		n, letter := len(s)-len(rest)-1, -1
		if i+1 < len(s) {
			letter = strings.IndexByte(e.letters, s[i+1])
		}
		switch {
		case s[i] != e.mark || letter < 0 && !(ok && percent.HexFollows(s, n)):
			b = append(b, s[i])
		case letter >= 0:
			i++
			b = append(b, e.values[letter])
		case e.odd && percent.Octet(s, n) >= ' ' && percent.Octet(s, n) < '}' && percent.Octet(s, n) != '"':
			b = append(b, s[i])
		default:
			b = append(b, percent.Octet(s, n))
			i = n + 2
		}
	}
	return string(b)
}
