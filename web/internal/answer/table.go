package answer

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/names/scheme"
	"earl.example/internal/show"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
	"earl.example/urllib"
	"earl.example/urltext"
	"earl.example/whatwg"
)

// A row shows the reading of the URL in one dialect.
type row struct {
	audit.Verdict
	odd       audit.Aspects // aspects on which the reading differs from the majority
	compared  bool          // the audit compares this dialect
	same      []string      // other releases with the same reading
	host      string        // that the program would contact, as audit.Verdict.Hosts says; "" if none
	elsewhere string        // the address that it contacts instead on some platforms, or ""
	port      string        // of this host: ":" and digits, ":?" for an unreadable port, "" if it is not known
	internal  string        // the reason why this host is not public; "" if it can be public
	outcome   string        // "rejects it", "reads no host", or "reads " and the host
}

// A table has rows for the dialects of an audit, then rows for the other dialects and releases.
type table struct {
	request *Request
	report  *audit.Report
	rows    []row
}

func newTable(request *Request, report *audit.Report) *table {
	t := &table{request: request, report: report}
	odd := report.Odd()
	for i, v := range report.Verdicts {
		t.rows = append(t.rows, row{Verdict: v, odd: odd[i], compared: true})
	}
	for _, name := range []string{request.Check, request.Fetch} {
		if d, err := earl.ParseDialect(name); err == nil { // pair reports the error
			t.add(d, true)
		}
	}
	for _, d := range earl.Dialects() {
		releases := d.Releases()
		if len(releases) == 0 {
			t.add(d, request.Apart)
		}
		for _, release := range slices.Backward(releases) {
			t.add(earl.MustParseDialect(d.Name()+"@"+release), request.Apart)
		}
	}
	for i := range t.rows {
		t.rows[i].setContact()
		t.rows[i].setOutcome(request.Base != nil)
	}
	return t
}

// add adds a row for a dialect that the audit does not compare. If another release of the dialect has the same reading,
// and apart is false, add only adds the release to the row of the other release.
func (t *table) add(d earl.Dialect, apart bool) {
	v := audit.Verdict{Dialect: d}
	text := t.request.URL
	var err error
	if t.request.Base != nil {
		text, err = earl.Resolve(d, *t.request.Base, text)
	}
	if err == nil {
		d.Read(&v.Reading, text)
	} else {
		v.Reading.Reset(t.request.URL)
		v.Reading.Reject(err)
	}
	for i := range t.rows {
		r := &t.rows[i]
		switch {
		case r.Dialect.Name() != d.Name():
		case r.Dialect.Release() == d.Release():
			return
		case !apart && alike(&r.Verdict, &v):
			r.same = append(r.same, d.Release())
			return
		}
	}
	all := append(slices.Clone(t.report.Verdicts), v)
	report := audit.Report{Verdicts: all, Differ: ^audit.Aspects(0)}
	odd := report.Odd()
	t.rows = append(t.rows, row{Verdict: v, odd: odd[len(odd)-1]})
}

// alike reports whether a and b have the same components, byte for byte, or are rejected with the same error.
func alike(a, b *audit.Verdict) bool {
	if fmt.Sprint(a.Reading.Err()) != fmt.Sprint(b.Reading.Err()) ||
		(a.Reading.PortErr() == nil) != (b.Reading.PortErr() == nil) {
		return false
	}
	for _, c := range show.Audited {
		s, ok := a.Reading.Get(c)
		if other, present := b.Reading.Get(c); s != other || ok != present {
			return false
		}
	}
	return true
}

// setContact sets the host and the port that the program would contact. The port is the default port of the scheme if
// the URL has no port.
func (r *row) setContact() {
	host, elsewhere := r.Verdict.Hosts()
	if host == (audit.HostValue{}) {
		return
	}
	r.internal = host.Internal()
	r.host = letters(host.String())
	if host.Addr.Is6() { // the text of an IPvFuture has brackets
		r.host = "[" + r.host + "]"
	}
	if r.elsewhere = elsewhere.String(); r.internal == "" {
		r.internal = elsewhere.Internal()
	}
	s, _ := r.Reading.Scheme()
	port, _ := r.Reading.Port()
	switch own := scheme.Lookup(s).Port; {
	case r.Reading.PortErr() != nil:
		r.port = ":?"
	case port != "":
		if n, err := strconv.ParseUint(port, 10, 16); err == nil {
			port = strconv.FormatUint(n, 10)
		}
		r.port = ":" + show.Visible(port)
	case own != 0:
		r.port = ":" + strconv.Itoa(int(own))
	}
}

// meant returns the URL that the user can have meant by a text without a scheme, or "".
func (r *Request) meant() string {
	text, _ := percent.EncodeString(r.URL, &allASCII) // Complete accepts letters that are not ASCII only in this form
	u, guesses, err := urltext.CompleteOptions{DefaultScheme: "https"}.Complete(text)
	hidden := func(c rune) bool { return !unicode.IsPrint(c) }
	if r.Base != nil || err != nil || len(guesses) == 0 || strings.ContainsFunc(r.URL, hidden) {
		return ""
	}
	return strings.TrimSuffix(u.String(), text) + r.URL
}

// allASCII is the table that encodes only non-ASCII bytes.
var allASCII = percent.NewTable(^ascii.Class(0), "")

// maxCell is the maximum length, in bytes, of a text in the table.
const maxCell = 1000

// visible returns s in the form that the page shows. It escapes characters that a browser would not show, and cuts a
// long text.
func visible(s string) string {
	if len(s) <= maxCell {
		return letters(s)
	}
	end := maxCell / 2
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return fmt.Sprintf("%s… (%d bytes)", letters(s[:end]), len(s))
}

// letters is like [show.Visible], but keeps the letters and digits of scripts that are written from right to left. A
// browser shows them in an element bdi.
func letters(s string) string {
	var b strings.Builder
	start := 0
	for i, c := range s {
		if unicode.In(c, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) &&
			(unicode.IsLetter(c) || unicode.IsNumber(c)) {
			b.WriteString(show.Visible(s[start:i]) + string(c))
			start = i + utf8.RuneLen(c)
		}
	}
	return b.String() + show.Visible(s[start:])
}

// write writes the members "columns", "rows" and "agree".
func (t *table) write(o *jsontext.Writer) {
	o.Array("columns")
	for _, c := range show.Audited {
		o.String("", c.String())
	}
	o.Close()
	o.Array("rows")
	for i := range t.rows {
		t.rows[i].write(o, t.request.URL)
	}
	o.Close()
}

// write writes a row. input is the text to which the offsets refer.
func (r *row) write(o *jsontext.Writer, input string) {
	o.Object("")
	defer o.Close()
	o.String("dialect", r.Dialect.Name())
	o.String("release", r.Dialect.Release())
	o.Strings("same", r.same...)
	o.Bool("compared", r.compared)
	contact := r.host + r.port
	if r.elsewhere != "" {
		contact += " (on some platforms " + r.elsewhere + r.port + ")"
	}
	o.OrNull("contact", contact)
	o.OrNull("internal", r.internal)
	err := r.Reading.Err()
	if err != nil {
		o.String("error", Message(err))
		o.Bool("modelled", !r.unmodelled())
		o.Bool("odd", r.odd&audit.Acceptance != 0)
		return
	}
	o.OrNull("port_error", Message(r.Reading.PortErr()))
	o.String("href", r.Reading.Href())
	o.Array("cells")
	defer o.Close()
	for _, c := range show.Audited {
		o.Object("")
		value, ok := r.Reading.Get(c)
		o.Value("text", visible(value), ok)
		compared := c
		if c == urlerr.Params {
			compared = urlerr.Path
		}
		o.Bool("odd", r.odd.Has(compared))
		if at, ok := r.Reading.InInput(c); ok && r.Reading.Input() == input {
			span(o, "at", at.Start, at.End)
		}
		o.Close()
	}
}

// Message returns the text of an error without the dialect and the URL, which the page shows next to it. An error of
// urllib has CPython's text. The text of a nil error is "".
func Message(err error) string {
	if err == nil {
		return ""
	}
	e, ok := errors.AsType[*urlerr.Error](err)
	if _, python := errors.AsType[*urllib.Error](err); python || !ok {
		return visible(show.Message(err))
	}
	short := *e
	short.Private = true // so the text has only the character at the offset
	return visible(strings.TrimPrefix(short.Error(), e.Dialect+": "))
}

func span(o *jsontext.Writer, name string, start, end int) {
	o.Array(name)
	o.Int("", int64(start))
	o.Int("", int64(end))
	o.Close()
}

// mostFound is the maximum number of URLs that the page offers for a pasted text.
const mostFound = 20

// unescaper decodes the escapes of JSON and HTML that are frequent in URLs.
var unescaper = strings.NewReplacer(`\/`, "/", `\u0026`, "&", `\u003d`, "=", `\u003D`, "=", `\u002f`, "/",
	`\u002F`, "/", `\u003a`, ":", `\u003A`, ":", `\u002b`, "+", `\u002B`, "+", `\u0027`, "'", "&amp;", "&")

// found returns the URLs in a text that is not a URL alone: of several lines, in brackets or quotation marks, in
// Markdown, JSON, or a command. The text can have escapes of JSON and HTML.
func (r *Request) found() (urls []string) {
	text := unescaper.Replace(r.URL)
	for m := range (urltext.FindOptions{BareDomains: true, Markup: true, Malformed: true}).Find(text) {
		raw := m.Raw()
		if strings.HasPrefix(raw, "www.") && raw != r.URL {
			raw = "https://" + raw
		}
		if whatwg.CanParse(raw) && raw != r.URL && !slices.Contains(urls, raw) && len(urls) < mostFound {
			urls = append(urls, raw)
		}
	}
	if len(urls) == 1 && text == r.URL && whatwg.CanParse(text) {
		return nil // one URL with characters at which a search in a text stops
	}
	return urls
}
