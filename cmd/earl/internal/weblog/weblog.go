// Package weblog reads the lines of web logs: in the formats of servers' configurations, which can be given or are
// known by name, and in the W3C extended format of IIS and CloudFront.
package weblog

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"earl.example/internal/text/percent"
	"earl.example/internal/text/tables"
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

// names returns the names of a row of names.tsv, or nil.
func names(kind, name string) []string {
	for _, row := range tables.Cells(nameRows) {
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
	for _, row := range tables.Cells(nameRows) {
		if row[0] == "alias" {
			all[row[1]] = strings.Fields(row[2])
		}
	}
	return all
}()

// Canonical has the member for each other name.
var Canonical = func() map[string]string {
	all := map[string]string{}
	for member, others := range Aliases {
		for _, other := range others {
			all[other] = member
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
	for _, row := range tables.Cells(presetRows) {
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
	for _, row := range tables.Cells(presetRows) {
		all = append(all, row[0])
	}
	return slices.Compact(all)
}

// PresetOf returns the first name for Presets whose formats fit a line, or clf if it can only read the line, or "".
func PresetOf(line string) (reads string) {
	for _, name := range PresetNames() {
		r := Reader{Formats: Presets(name)}
		switch reason, _ := r.Read(line); {
		case reason == "" && r.Tail == "" && !r.Loose:
			return name
		case reason == "" && name == "clf":
			reads = name
		}
	}
	return reads
}

// Objects returns what is known about logs as JSON. The first one whose marks a record has counts.
func Objects() (all []Preset) {
	for _, row := range tables.Cells(memberRows) {
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
	mark    byte // begins each escape; 0 if there is none
	quotes  bool // a mark before a quote escapes it
	escapes *regexp.Regexp
}

// escapes are the escapes of servers. The ones of Apache include those of nginx. In Tomcat, \u00e9 is the byte E9. h2o
// escapes no other characters than these.
var escapes = map[string]*escape{
	"apache": {'\\', true, regexp.MustCompile(`\\(?:["\\nrtbvf]|(?:x|u00)[0-9A-Fa-f]{2})`)},
	"nginx":  {'\\', false, regexp.MustCompile(`\\x[0-9A-Fa-f]{2}`)},
	"quote":  {'\\', true, regexp.MustCompile(`\\"`)},
	"hash":   {'#', false, regexp.MustCompile(`#[0-9A-Fa-f]{2}`)},
	"h2o":    {'\\', false, regexp.MustCompile(`\\x(?:[0189A-Fa-f][0-9A-Fa-f]|22|7[D-Fd-f])`)},
	"none":   {},
}

// quoteEnd returns the offset of the quote that ends the cell at s[i:], or -1.
func (e *escape) quoteEnd(s string, i int) int {
	for ; i < len(s); i++ {
		if s[i] == '"' {
			return i
		}
		if s[i] == e.mark && e.quotes {
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
	return e.escapes.ReplaceAllStringFunc(s, func(s string) string {
		const letters, values = `"\nrtbvf`, "\"\\\n\r\t\b\v\f"
		if len(s) == 2 {
			return values[strings.IndexByte(letters, s[1]):][:1]
		}
		return string([]byte{percent.Octet(s, len(s)-3)})
	})
}

// timeLayouts are the layouts of times in logs. A fraction can follow the seconds of each.
var timeLayouts = []string{
	"02/Jan/2006:15:04:05 -0700", "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05 -0700",
	"2006-01-02 15:04:05Z07:00", "02/Jan/2006:15:04:05", "02/Jan/2006 15:04:05", "2006-01-02T15:04:05", time.DateTime,
	time.RFC1123, time.RFC1123Z, time.ANSIC, time.DateOnly, "2006-01-02T15:04Z07:00", "2006-01-02 15:04",
	"2006-01-02T15:04",
}

// ParseTime parses a time of a log, perhaps in brackets: as Apache, nginx, HAProxy and cloud services write it, or the
// seconds, milliseconds, microseconds or nanoseconds since 1970. A time without a zone is of the given one.
func ParseTime(text string, zone *time.Location) (t time.Time, ok bool) {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	if whole, fraction, _ := strings.Cut(text, "."); len(whole) >= 9 && strings.Trim(whole+fraction, "0123456789") == "" {
		digits := (whole + fraction + "000000000000000000")[:19] // of nanoseconds, if whole has the 10 digits of seconds
		if n := len(whole); n != 10 && n != 13 && n != 16 && n != 19 {
			return t, false
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		return time.Unix(0, n).UTC(), err == nil
	}
	for _, layout := range timeLayouts {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t.UTC(), true
		}
	}
	return t, false
}
