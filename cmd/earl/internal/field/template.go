package field

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/view"
	"earl.example/cmd/earl/internal/weblog"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
	"earl.example/rfc3986"
	"earl.example/urltext"
)

// A filter is a filter of templates.
type filter struct {
	name  string                // ends with a colon if the filter has an argument
	apply func(s string) string // converts a value; nil if the filter does more than that
}

var filters = [...]filter{
	{"decode", func(s string) string { s, _ = percent.DecodeString(s, false); return s }},
	{"decode_plus", func(s string) string { s, _ = percent.DecodeString(s, true); return s }},
	{"encode", rfc3986.Encode},
	{"lower", ascii.ToLower},
	{"unicode", nil},
	{"readable", urltext.Readable},
	{"minute", nil},
	{"hour", nil},
	{"day", nil},
	{"join:", nil},
	{"or:", nil},
	{"required", nil},
}

// partsOfTime has the filters for times, with the length of the text of a time that they keep.
var partsOfTime = map[string]int{
	"minute": len("2006-01-02T15:04"), "hour": len("2006-01-02T15"), "day": len("2006-01-02"),
}

// A Compiled is a field with its filters.
type Compiled struct {
	*field
	source   string
	arg      string
	filters  []func(s string) string
	join     string
	or       *Template
	required bool
}

// A Template is a template with known fields.
type Template struct {
	Fields []Compiled // each field once, also if it is repeated
	texts  []string   // texts[i] precedes the value of fields[order[i]]; the last text follows the last value
	order  []int
}

// Compile parses a template and looks up its fields. In a template for a log, members of logs such as status are fields
// too.
func Compile(s string, ofLog bool) (*Template, error) { return compile(s, ofLog, 0) }

// mostNested is the number of filters "or" that can be in each other.
const mostNested = 8

// compile compiles a template that is in the given number of filters.
func compile(s string, ofLog bool, nested int) (*Template, error) {
	texts, fields, err := parseTemplate(s)
	if err != nil {
		return nil, err
	}
	c := &Template{texts: texts}
	for _, f := range fields {
		isMember := weblog.Aliases[f.Name] != nil || weblog.Canonical[f.Name] != ""
		if ofLog && isMember && !f.HasArg && fieldNamed(f.Name, false) == nil {
			f.Name, f.Arg, f.HasArg = "member", f.Name, true
		}
		named, reason := findField(&f.Call)
		compiled, offset := Compiled{field: named, source: f.Source, arg: f.Arg, join: " "}, f.Offset
		for i := 0; reason == "" && i < len(f.Filters); i++ {
			reason = compiled.addFilter(&f.Filters[i], ofLog, nested)
			offset = f.Filters[i].Offset
		}
		if reason != "" {
			e := &TemplateError{Template: s, Offset: offset, Reason: reason}
			m := meantName.FindStringSubmatch(reason)
			isTime := slices.ContainsFunc(f.Filters, func(c Call) bool { return partsOfTime[c.Name] > 0 })
			switch {
			case isTime && named == nil && weblog.Canonical[f.Name] == "time":
				e.meant = []string{"time"}
			case isTime && named == nil && Meant(f.Name) == "":
				e.meant = []string{"time:" + f.Name}
			case m != nil:
				e.meant = []string{cmp.Or(m[1], m[2])}
			case isTime && named != nil && named.name == "member":
				e.Offset, e.meant = f.Offset, []string{"time"}
			case named == nil && fieldNamed(f.Name, true) == nil:
				e.meant = []string{"member:" + f.Name, "param:" + f.Name}
			}
			return nil, e
		}
		at := slices.IndexFunc(c.Fields, func(other Compiled) bool { return other.source == f.Source })
		if at < 0 {
			at, c.Fields = len(c.Fields), append(c.Fields, compiled)
		}
		c.order = append(c.order, at)
	}
	return c, nil
}

// addFilter adds a filter. If the filter is invalid, it returns the reason. If not, the reason is empty.
func (c *Compiled) addFilter(call *Call, ofLog bool, nested int) (reason string) {
	i := slices.IndexFunc(filters[:], func(f filter) bool { return strings.TrimSuffix(f.name, ":") == call.Name })
	if i < 0 {
		return unknownIn("filter", call.Name, cli.NamesOf(filters[:], func(f filter) string { return f.name }))
	}
	takes, apply := strings.HasSuffix(filters[i].name, ":"), filters[i].apply
	switch {
	case takes && !call.HasArg:
		return "the filter " + call.Name + " needs a text, as in |" + call.Name + ":TEXT"
	case !takes && call.HasArg:
		return "the filter " + call.Name + " takes no argument: write |" + call.Name
	}
	switch call.Name {
	case "or":
		var err error
		if nested == mostNested {
			return "the filters or are nested too deep"
		}
		if c.or, err = compile(call.Raw, ofLog, nested+1); err != nil {
			return "in or: " + err.(*TemplateError).Reason
		}
	case "join":
		if c.kind != kindList {
			return "the filter join is for params"
		}
		c.join = call.Arg
	case "required":
		c.required = true
	case "unicode":
		if apply = c.unicode; apply == nil {
			return "the filter unicode is for hosts and URLs"
		}
	case "minute", "hour", "day":
		if c.kind != kindTime {
			return "the filter " + call.Name + " is for times: use {time} or {time:NAME}"
		}
		kept := partsOfTime[call.Name]
		apply = func(s string) string {
			if s != "" {
				s = s[:kept] + "T00:00:00Z"[kept-len("2006-01-02"):]
			}
			return s
		}
	}
	if apply != nil {
		c.filters = append(c.filters, apply)
	}
	return ""
}

// read sets x to the value of a field after its filters.
func (c *Compiled) read(x *Value, v *view.View) (err error) {
	if c.kind == kindList {
		x.List, _ = c.all(v, c.arg)
		for i, s := range x.List {
			x.List[i] = c.filtered(s)
		}
		x.Text, x.Present = "", len(x.List) > 0
	} else {
		x.Text, x.Present, err = c.get(v, c.arg)
		if len(c.filters) > 0 {
			x.Text = c.filtered(x.Text)
		}
	}
	switch {
	case x.Present:
	case c.or != nil:
		var text []byte
		text, err = x.or.Expand(nil, v)
		x.Text, x.Present = string(text), err == nil
	case c.required && err == nil:
		name, _, _ := strings.Cut(c.source, "|")
		err = fmt.Errorf("the URL has no {%s}, which the template requires", name)
	}
	return err
}

func (c *Compiled) filtered(s string) string {
	for _, f := range c.filters {
		s = f(s)
	}
	return s
}

// IsList reports whether the field has several values.
func (c *Compiled) IsList() bool { return c.kind == kindList }

// Only returns the field of a template that consists of one field. It returns nil for any other template.
func (t *Template) Only() *Compiled {
	if len(t.order) == 1 && t.texts[0] == "" && t.texts[1] == "" {
		return &t.Fields[0]
	}
	return nil
}

// ReadsURL reports whether the template needs the URL of a record, and not only its members.
func (t *Template) ReadsURL() bool {
	return slices.ContainsFunc(t.Fields, func(f Compiled) bool {
		return readsURL(f.name) || f.or != nil && f.or.ReadsURL()
	})
}

// readsURL reports whether a field depends on the URL.
func readsURL(name string) bool { return name != "time" && name != "member" }

// WhyEmpty returns the reason why results can be empty, and what to do.
func (t *Template) WhyEmpty() string {
	f, condition := &t.Fields[0], `has("FIELD")`
	switch {
	case f.name == "time" && f.argument == nil:
		return "the records have no member that is known as a time: {time:NAME} names another one"
	case len(t.Fields) > 1:
	case f.argument == nil:
		condition = `has("` + f.name + `")`
	case f.name == "param" || f.name == "params":
		condition = strconv.Quote(f.arg) + " in params"
	case f.argument.kind == kindNumber:
		condition = f.name + "(" + f.arg + `) != ""`
	default:
		condition = "member(" + strconv.Quote(f.arg) + `) != ""`
	}
	return "the records do not have the fields; --where '" + condition + "' keeps the ones that have one, and " +
		"|or:TEXT in a field writes TEXT instead"
}

// HasLineFeed reports whether a text between the fields contains a line feed.
func (t *Template) HasLineFeed() bool {
	return strings.Contains(strings.Join(t.texts, ""), "\n")
}

// ConvertHosts makes the fields of the template write hosts in Unicode.
func (t *Template) ConvertHosts() {
	t.first(func(f *Compiled) func(string) string { return f.unicode })
}

// Fold makes the template write names of hosts, schemes and extensions in lower case, because its results are compared.
func (t *Template) Fold() {
	t.first(func(f *Compiled) func(string) string {
		if f.folds {
			return ascii.ToLower
		}
		return nil
	})
}

// first adds a filter before those of each field, unless filter returns nil.
func (t *Template) first(filter func(f *Compiled) func(string) string) {
	for i := range t.Fields {
		f := &t.Fields[i]
		if apply := filter(f); apply != nil {
			f.filters = slices.Insert(f.filters, 0, apply)
		}
		if f.or != nil {
			f.or.first(filter)
		}
	}
}

// An Expander expands a template for one record after another.
type Expander struct {
	*Template
	Values []Value // of the fields, of the current record
}

// Expander returns an expander for a worker.
func (t *Template) Expander() *Expander {
	e := &Expander{t, make([]Value, len(t.Fields))}
	for i, f := range t.Fields {
		if f.or != nil {
			e.Values[i].or = f.or.Expander()
		}
	}
	return e
}

// Read evaluates each field of the template once.
func (e *Expander) Read(v *view.View) error {
	for i := range e.Fields {
		if err := e.Fields[i].read(&e.Values[i], v); err != nil {
			return err
		}
	}
	return nil
}

// Append appends the text of the template with the values of the current record.
func (e *Expander) Append(dst []byte) []byte {
	for i, field := range e.order {
		x := &e.Values[field]
		dst = append(append(dst, e.texts[i]...), x.Text...)
		dst = append(dst, strings.Join(x.List, e.Fields[field].join)...)
	}
	return append(dst, e.texts[len(e.order)]...)
}

// Expand evaluates each field of the template once, and appends the text of the template.
func (e *Expander) Expand(dst []byte, v *view.View) ([]byte, error) {
	if err := e.Read(v); err != nil {
		return dst, err
	}
	return e.Append(dst), nil
}

// Write writes the values of the current record as members of JSON.
func (e *Expander) Write(o *jsontext.Writer) {
	for i := range e.Fields {
		e.Fields[i].Write(o, e.Fields[i].source, e.Values[i])
	}
}

// Write writes a value as a member of JSON.
func (c *Compiled) Write(o *jsontext.Writer, name string, x Value) {
	if c.kind == kindList {
		o.Name(name)
		o.Strings("", x.List...)
	} else {
		o.Value(name, x.Text, x.Present)
	}
}

// A braced is a field in braces.
type braced struct {
	Source  string // the text between the braces
	Call           // the name of the field and its argument
	Filters []Call
}

// A Call is a name with an optional argument.
type Call struct {
	Name   string
	Arg    string // "" if absent
	HasArg bool
	Raw    string // the argument as it is in the template
	Offset int    // byte offset of the name in the template
}

// A TemplateError is an error of a template.
type TemplateError struct {
	Template string
	Offset   int // byte offset of the first invalid byte; len(Template) if the template ends too early
	Reason   string
	meant    []string // texts that may replace the name at Offset
}

// meantName matches the suggestion of a reason.
var meantName = regexp.MustCompile(`did you mean (\S+)\?|: use (\w+):$`)

// Fixes returns the corrections of a command line that has the template as an argument, or as the value of a flag. The
// braces around a single field can be missing there.
func (e *TemplateError) Fixes() (fixes []cli.Fix) {
	rest := strings.TrimLeft(e.Template[e.Offset:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-.0123456789")
	for _, meant := range e.meant {
		fixed := e.Template[:e.Offset] + meant + rest
		fixes = append(fixes, cli.Replace(e.Template, fixed), cli.Replace(e.Template[1:len(e.Template)-1], fixed),
			func(args []string) []string { // a part of a list
				for _, arg := range args {
					parts := strings.Split(arg, ",")
					if i := slices.Index(parts, e.Template[1:len(e.Template)-1]); i >= 0 && len(parts) > 1 {
						parts[i] = meant
						return cli.Replace(arg, strings.Join(parts, ","))(args)
					}
				}
				return nil
			})
	}
	return fixes
}

// Error returns the reason and the offset.
func (e *TemplateError) Error() string { return e.Reason + " at byte " + strconv.Itoa(e.Offset) }

// parseTemplate parses a template: text with fields in braces. texts[i] precedes fields[i], and the last text follows
// the last field. The error is a [*TemplateError].
//
//	text     any characters, {{ and }} for braces, and escapes
//	field    { name }, { name:argument }, then any number of | filter or
//	         | filter:argument before the closing brace
//	escape   \n \r \t \\ \{ \} \| \: \xHH
//
// An argument ends before the next unescaped "|" or "}". The argument of a filter can have fields, so braces in it are
// in pairs, and its end is after them.
func parseTemplate(s string) (texts []string, fields []*braced, err error) {
	p := parser{s: s}
	for {
		text, err := p.text()
		if err != nil {
			return nil, nil, err
		}
		if texts = append(texts, text); p.i == len(s) {
			return texts, fields, nil
		}
		field, err := p.field()
		if err != nil {
			return nil, nil, err
		}
		fields = append(fields, field)
	}
}

// A parser is at offset i of a template.
type parser struct {
	s string
	i int
}

func (p *parser) fail(offset int, reason string) error {
	return &TemplateError{Template: p.s, Offset: offset, Reason: reason}
}

// text parses up to the next field.
func (p *parser) text() (string, error) {
	var b []byte
	for p.i < len(p.s) {
		c := p.s[p.i]
		double := p.i+1 < len(p.s) && p.s[p.i+1] == c
		switch {
		case (c == '{' || c == '}') && double:
			b = append(b, c)
			p.i += 2
		case c == '{':
			return string(b), nil
		case c == '}':
			return "", p.fail(p.i, "a closing brace without an opening one (a brace as text is written twice)")
		default:
			var err error
			if b, err = p.char(b); err != nil {
				return "", err
			}
		}
	}
	return string(b), nil
}

// char appends a byte, or the value of an escape.
func (p *parser) char(b []byte) ([]byte, error) {
	c := p.s[p.i]
	if c != '\\' {
		p.i++
		return append(b, c), nil
	}
	rest := p.s[p.i+1:]
	if rest == "" {
		return nil, p.fail(p.i, "a backslash at the end (a backslash is written twice)")
	}
	if i := strings.IndexByte(`nrt\{}|:`, rest[0]); i >= 0 {
		p.i += 2
		return append(b, "\n\r\t\\{}|:"[i]), nil
	}
	if rest[0] == 'x' && len(rest) > 2 && ascii.Is(rest[1], ascii.HexDigit) && ascii.Is(rest[2], ascii.HexDigit) {
		p.i += 4
		return append(b, ascii.Unhex[rest[1]]<<4|ascii.Unhex[rest[2]]), nil
	}
	return nil, p.fail(p.i, `no such escape; there is \n \r \t \\ \{ \} \| \: \xHH`)
}

// field parses a field or an escaped brace.
func (p *parser) field() (*braced, error) {
	start := p.i
	p.i++
	f := new(braced)
	for {
		call, err := p.call(f.Name != "")
		if err != nil {
			return nil, err
		}
		if f.Name == "" {
			f.Call = call
		} else {
			f.Filters = append(f.Filters, call)
		}
		if p.i == len(p.s) {
			return nil, p.fail(start, "a brace that is not closed (a brace as text is written twice)")
		}
		p.i++
		if p.s[p.i-1] == '}' {
			f.Source = p.s[start+1 : p.i-1]
			return f, nil
		}
	}
}

// dotted matches the name of a member, as in jq.
var dotted = regexp.MustCompile(`^(\w+)\.([\w.-]+)`)

// call reads a name and its argument, up to "|", "}" or the end. If nests is set, the argument can have fields.
func (p *parser) call(nests bool) (Call, error) {
	call := Call{Offset: p.i}
	for p.i < len(p.s) && (ascii.Is(p.s[p.i], ascii.Alpha|ascii.Digit) || p.s[p.i] == '-' || p.s[p.i] == '_') {
		p.i++
	}
	call.Name = p.s[call.Offset:p.i]
	if p.i < len(p.s) && strings.IndexByte(":|}", p.s[p.i]) < 0 {
		if m := dotted.FindStringSubmatch(p.s[call.Offset:]); m != nil {
			meant, text := "member:"+m[0], "the member "+m[0]+" of the record"
			if m[1] == "query" || m[1] == "params" {
				meant, text = "param:"+m[2], "the parameter "+m[2]
			}
			return call, &TemplateError{p.s, call.Offset, text + " is {" + meant + "}", []string{meant}}
		}
		return call, p.fail(p.i, "a name has letters, digits, hyphens and underscores; its argument follows a colon, as in "+
			"{param:KEY} or {member:a.b}")
	}
	if call.Name == "" && p.i < len(p.s) {
		return call, p.fail(p.i, "a name is missing")
	}
	if p.i == len(p.s) || p.s[p.i] != ':' {
		return call, nil
	}
	p.i++
	call.HasArg = true
	var arg []byte
	start, open := p.i, 0
	for p.i < len(p.s) && (open > 0 || p.s[p.i] != '|' && p.s[p.i] != '}') {
		switch p.s[p.i] {
		case '{':
			if nests {
				open++
			}
		case '}':
			open--
		}
		var err error
		if arg, err = p.char(arg); err != nil {
			return call, err
		}
	}
	call.Arg, call.Raw = string(arg), p.s[start:p.i]
	return call, nil
}
