package weblog

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Format is the format of a line: cells, and the texts between them.
type Format struct {
	Preset
	Names   []string // of the cells
	texts   []string // texts[i] precedes cell i, and the last one follows the last cell
	more    bool     // further cells can follow
	needed  int      // number of cells up to the last one of the request, the host and the status
	request int      // the cell of the request, or -1
	esc     *escape
	quoted  []bool              // of each cell
	shapes  []func(string) bool // of each cell, or nil
	ways    [greedy + 1]func() *regexp.Regexp
}

var (
	config = regexp.MustCompile(
		`^\s*(?:log_format\s+\S+|LogFormat|CustomLog\s+\S+|access_?log_?format\s*=)\s*(?:escape=(\w+)\s+)?`)
	pieces = regexp.MustCompile(`^(?:'(?:[^'\\]|\\.)*'\s*)+;?$`)
	piece  = regexp.MustCompile(`'((?:[^'\\]|\\.)*)'\s*`)
	outer  = regexp.MustCompile(`^"((?:[^"\\]|\\.)*)"(?:\s+\S+)?$`)
	undo   = strings.NewReplacer(`\"`, `"`, `\'`, `'`, `\t`, "\t", `\\`, `\`, `&quot;`, `"`)

	// composed matches a URL that nginx forms of the field Host and the target.
	composed = regexp.MustCompile(`\$scheme://\$(?:http_)?host(?::\$server_port)?\$request_uri`)

	// directive matches a directive of Apache, with its argument and its letter, or a variable of nginx, or $*.
	directive = regexp.MustCompile(`%[<>!\d,]*(?:\{([^}]*)\})?(\^[A-Za-z]{2}|[A-Za-z%])|\$(?:(\w+)|\{(\w+)\}|\*)`)
)

// ParseFormat parses the line of a server's configuration, with or without the directive: the argument of log_format of
// nginx, with variables such as $request, or of LogFormat of Apache, with directives such as %r. At the end, $* accepts
// further cells. escape is apache, nginx, quote, h2o, hash or none, or "" for the escapes of the server.
func ParseFormat(line, escape string) (*Format, error) {
	m := config.FindStringSubmatch(line)
	line = strings.TrimSpace(line)
	if m != nil {
		line = strings.TrimSpace(line[len(strings.TrimLeft(m[0], " ")):])
		if escape == "" && m[1] != "default" {
			escape = m[1] // log_format NAME escape=none
		}
	}
	in := outer.FindStringSubmatch(line)
	if pieces.MatchString(line) {
		line = piece.ReplaceAllString(strings.TrimSuffix(line, ";"), "$1")
	} else if in != nil && (m != nil || strings.Contains(in[1], `\"`)) {
		line = in[1]
	}
	if line = undo.Replace(strings.TrimSuffix(line, ";")); strings.HasPrefix(line, "{") {
		return nil, errors.New("the log is JSON: use --in jsonl")
	}
	isComposed := composed.MatchString(line)
	line = composed.ReplaceAllString(line, "$$target")
	all := directive.FindAllStringSubmatchIndex(line, -1)
	if all == nil {
		return nil, errors.New("there is no directive of Apache, such as %r, or of nginx, such as $request")
	}
	isApache := line[all[0][0]] == '%'
	if escape == "" {
		escape = map[bool]string{true: "apache", false: "nginx"}[isApache]
	}
	f := &Format{Preset: Preset{NoRequest: []string{"-", "null"}}, esc: escapes[escape]}
	if f.esc == nil {
		return nil, fmt.Errorf("unknown escape %q", escape)
	}
	text, last := "", 0 // the text before a directive, and the end of the one before it
	for _, at := range all {
		if (line[at[0]] == '%') != isApache {
			continue
		}
		text, last = text+line[last:at[0]], at[1]
		group := func(i int) string { return line[max(0, at[2*i]):max(0, at[2*i+1])] }
		name, after := group(3)+group(4), ""
		switch letter := group(2); {
		case letter == "%":
			text += "%"
			continue
		case letter == "t" && at[2] < 0: // the brackets belong to the directive
			name, text, after = "time", text+"[", "]"
		case isApache:
			if name = apacheName(group(1), letter); name == "" {
				return nil, fmt.Errorf("unknown directive %s at byte %d", line[at[0]:at[1]], at[0])
			}
		case name == "":
			f.more = true
			continue
		}
		switch n := len(f.Names); {
		case text == "" && n > 0 && PartOf(f.Names[n-1]) == Path: // a query: %U%q or $uri$is_args$args
			continue
		case text == "" && n > 0:
			return nil, fmt.Errorf("there is no text between the cells %s and %s", f.Names[n-1], name)
		case slices.Contains(f.Names, name):
			name += "#" + strconv.Itoa(n+1)
		}
		f.Names, f.texts, text = append(f.Names, name), append(f.texts, text), after
	}
	f.texts = append(f.texts, strings.TrimRight(text+line[last:], " "))
	f.compile()
	has := func(p Part) bool {
		return slices.ContainsFunc(f.Names, func(name string) bool { return PartOf(name) == p })
	}
	switch {
	case isComposed:
		f.options = "composed"
	case f.request >= 0 && !f.quoted[f.request]:
		f.options = "unsure"
	case has(Path) && !has(Target) && f.request < 0:
		f.options = "decoded"
	}
	return f, nil
}

// Ambiguous is the reason of a line that can be read in two ways.
const Ambiguous = "the line has two readings, because a quote in it is not escaped"

// isIdentity reports whether cell i tells two readings of a line apart.
func (f *Format) isIdentity(i int) bool {
	p := PartOf(f.Names[i])
	return f.Names[i] == "status" || Host <= p && p <= Request
}

// A way says how the cells of a line are divided.
type way int

const (
	wide        way = iota // cells without quotes can have blanks: a list with commas, or the name of a user
	loose                  // a quote that is not escaped need not end its cell
	tailed                 // as wide, but the cells after the needed ones can be malformed
	looseTailed            // as loose, but the cells after the needed ones can be malformed
	greedy                 // cells end as late as possible, and a request ends with its protocol
)

// compile sets what is known about cells, and the regular expressions of the ways. Each is compiled when it is first
// used.
func (f *Format) compile() {
	f.request = slices.Index(f.Names, "request")
	for i, name := range f.Names {
		if f.isIdentity(i) {
			f.needed = i + 1
		}
		var shape func(string) bool
		if name == "status" {
			shape = f.isStatus
		} else if slices.Contains(names("number", ""), name) {
			shape = isNumber
		}
		quoted := strings.HasSuffix(f.texts[i], `"`) && strings.HasPrefix(f.texts[i+1], `"`)
		f.quoted, f.shapes = append(f.quoted, quoted), append(f.shapes, shape)
	}
	for w := range f.ways {
		f.ways[w] = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(f.pattern(way(w))) })
	}
}

var blanks = regexp.MustCompile(`  +`)

// pattern returns the regular expression of a way. It has a group for each cell, and one for the rest of the line.
func (f *Format) pattern(w way) string {
	b, ends, text := "(?s)^", "", f.texts[0]
	literal := func() { b += blanks.ReplaceAllString(regexp.QuoteMeta(text), " +") }
	for i := range f.Names {
		if w >= tailed && w != greedy && i >= f.needed {
			b, ends = b+"(?:", ends+")?"
		}
		after := f.texts[i+1]
		begin, end := "(", ")"
		if f.quoted[i] {
			text, after, begin, end = text[:len(text)-1], after[1:], `(?:"(`, `)"|-)`
		}
		literal()
		b += begin + f.cell(w, i, after) + end
		if text = after; w == greedy && f.esc.mark != 0 && i+1 == f.needed {
			return b
		}
	}
	switch {
	case ends != "":
		return b + ends + "(.*)$"
	case f.more && w != loose:
		literal()
		return b + "((?: .*)?)$"
	}
	literal()
	return b + "( *)$"
}

// cell returns the regular expression of cell i. after is the text after it, without its quote.
func (f *Format) cell(w way, i int, after string) string {
	name, any := f.Names[i], ".*?"
	if w == greedy {
		any = ".*"
	}
	switch isLoose := w == loose || w >= looseTailed; {
	case name == "status" && f.Is("proxy"):
		return `\d{3}|-|0|-1`
	case name == "status":
		return `\d{3}|-`
	case slices.Contains(names("number", ""), name):
		return `\+?\d+|-`
	case name == "request" && w == greedy && f.esc.mark != 0:
		return `.* HTTP/\d(?:\.\d)?`
	case f.quoted[i] && isLoose:
		return any
	case f.quoted[i] && f.esc.quotes:
		return `(?:[^"\\]|\\.)*`
	case f.quoted[i]:
		return `[^"]*`
	case after != "" && after[0] != ' ' && after != ":":
		return ".*?"
	case slices.Contains(names("text", ""), name):
		return any
	}
	return "(?:[^ ,]|, ?)*"
}

func isNumber(s string) bool {
	return s == "-" || s != "" && strings.Trim(strings.TrimPrefix(s, "+"), "0123456789") == ""
}

// isStatus reports whether s is a status: three digits or "-". Proxies write 0 or -1 if there is none.
func (f *Format) isStatus(s string) bool {
	return s == "-" || len(s) == 3 && isNumber(s) || f.Is("proxy") && (s == "0" || s == "-1")
}

// A Reader reads the lines of a log in the first of its formats that fits. It is for one goroutine.
type Reader struct {
	Formats []*Format

	// These are of the last line.
	*Format
	Cells []string // without escapes; there can be more than names of the format
	Tail  string   // the rest of a malformed line; its cells before that are valid
	Loose bool     // a cell has quotes that are not escaped

	spans []int
}

// divide appends the offsets of the cells of a line to m, as FindStringSubmatchIndex does. Each cell ends before the
// first byte of the text after it. If that does not fit, at is the offset, and m has the cells before it.
func (f *Format) divide(m []int, line string) (_ []int, at int, fits bool) {
	m = append(m, 0, len(line))
	for i, text := range f.texts {
		isPadded := strings.HasSuffix(text, "  ")
		if isPadded {
			text = strings.TrimRight(text, " ") + " "
		}
		if !strings.HasPrefix(line[at:], text) {
			return m, at, false
		}
		for at += len(text); isPadded && at < len(line) && line[at] == ' '; at++ {
		}
		if i == len(f.Names) {
			break
		}
		end, after := len(line), f.texts[i+1]
		if f.quoted[i] {
			end = f.esc.quoteEnd(line, at)
		} else if after != "" {
			end = at + strings.IndexByte(line[at:], after[0])
		} else if n := strings.IndexByte(line[at:], ' '); n >= 0 {
			end = at + n
		}
		if end < at || f.shapes[i] != nil && !f.shapes[i](line[at:end]) {
			return m, at, false
		}
		m, at = append(m, at, end), end
	}
	return append(m, at, len(line)), at, at == len(line) || f.more && line[at] == ' '
}

// Read divides a line into cells. If the line is malformed, reason says why, and at is the offset.
//
// If the servers of a format escape quotes, a cell ends at the first quote without an escape. A line for which this
// fails is malformed: a cell has raw quotes, or something else than the format follows the needed cells. It is read if
// only one reading fits. Two readings differ in the request, the host or the status.
func (r *Reader) Read(line string) (reason string, at int) {
	for w := wide; w < greedy; w++ {
		for _, f := range r.Formats {
			m, fits := r.spans[:0], false
			if w == wide {
				m, _, fits = f.divide(m, line)
				r.spans = m
			}
			if !fits && (w < tailed || f.esc.mark != 0 && f.needed > 0) {
				m = f.ways[w]().FindStringSubmatchIndex(line)
				fits = m != nil && f.isUser(line, m)
			}
			if !fits {
				continue
			}
			r.cut(f, line, m)
			if rest := line[m[len(m)-2]:]; w >= tailed {
				r.Tail = rest
			} else if rest = strings.TrimPrefix(rest, " "); f.more && rest != "" {
				if r.Cells, _, reason = AppendCells(r.Cells, rest, true); reason != "" {
					continue
				}
			}
			r.Loose = w == loose && f.esc.mark != 0
			if (w >= loose || f.Is("unsure") || f.esc.mark == 0) && f.isAmbiguous(line, m) {
				return Ambiguous, -1
			}
			return "", 0
		}
	}
	return r.fault(line)
}

// cut sets Cells to the cells that m has. "-" can stand for a cell in quotes.
func (r *Reader) cut(f *Format, line string, m []int) {
	r.Format, r.Cells, r.Tail = f, r.Cells[:0], ""
	n := len(f.Names)
	for ; m[2*n] < 0; n-- {
	}
	for i := 2; i <= 2*n; i += 2 {
		cell := "-"
		if m[i] >= 0 {
			cell = f.esc.unescape(line[m[i]:m[i+1]])
		}
		r.Cells = append(r.Cells, cell)
	}
}

// isUser reports whether the name of a user can have its blanks. In the formats of CLF, it follows the "-" of ident.
// Otherwise there is one more cell, such as the name of a host.
func (f *Format) isUser(line string, m []int) bool {
	i := slices.IndexFunc(f.Names, func(name string) bool { return name == "user" || name == "remote_user" })
	if i < 0 || m[2*i+2] < 0 || f.quoted[i] {
		return true
	}
	before, user := line[:m[2*i+2]], line[m[2*i+2]:m[2*i+3]]
	return !strings.Contains(user, " ") || strings.HasSuffix(before, "- ") && user[0] != '"' && user[0] != '-'
}

// isAmbiguous reports whether another reading of a line has another request, host or status.
func (f *Format) isAmbiguous(line string, m []int) bool {
	if f.esc.mark != 0 && f.request >= 0 && !strings.Contains(line[max(0, m[2*f.request+3]):], " HTTP/") {
		return false
	}
	other := f.ways[greedy]().FindStringSubmatchIndex(line)
	for i := 0; i < f.needed && other != nil; i++ {
		if a, b := m[2*i+2:2*i+4], other[2*i+2:2*i+4]; f.isIdentity(i) && a[0] >= 0 && b[0] >= 0 &&
			line[a[0]:a[1]] != line[b[0]:b[1]] {
			return true
		}
	}
	return false
}

// fault returns the reason why no format fits a line, and the offset.
func (r *Reader) fault(line string) (reason string, at int) {
	at = -1
	for _, f := range r.Formats {
		m, end, _ := f.divide(nil, line)
		switch n := len(m)/2 - 1; {
		case end <= at:
			continue
		case n >= len(f.Names):
			reason = "more text follows"
		case f.quoted[n] && strings.HasSuffix(line[:end], `"`):
			reason = "a quote is not closed"
		default:
			reason = fmt.Sprintf("cell %d, %s, is missing or malformed", n+1, f.Names[n])
		}
		at = end
	}
	return reason, at
}

// apacheName returns the name of the cell of an Apache directive, or "" if there is no such directive.
func apacheName(argument, letter string) string {
	if argument == "" {
		return strings.Join(names("apache", letter), "")
	}
	argument = strings.ToLower(argument)
	if own := names("apache", "{"+argument+"}"+letter); own != nil {
		return own[0]
	}
	prefix := names("apache", "{}"+letter)
	if prefix == nil || letter == "t" {
		return strings.Join(prefix, "")
	}
	return strings.Join(prefix, "") + strings.ReplaceAll(argument, "-", "_")
}
