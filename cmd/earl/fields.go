package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"

	"earl.example/cmd/earl/internal/template"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

const fieldsHelp = `Fields:
  {scheme} {authority} {userinfo} {username} {password} {host} {port}
  {path} {path_params} {query} {fragment}
                      the components, as in earl parse
  {href} {input}      the URL as the dialect writes it; the input, unchanged
  {param:KEY}         the value of the first parameter named KEY
  {params:KEY}        the values of all parameters named KEY, with spaces between
  {params}            the names of all parameters, with spaces between
  {segment:N}         the Nth path segment: 1 is the first, -1 the last. The last
                      segment of /a/ is empty
  {depth}             the number of path segments without an empty last one
  {extension}         the text after the last dot of the last segment: gz in
                      /a.tar.gz. A segment such as .profile has no extension
  {port_or_default}   the port, or the default port of the scheme
  {origin}            scheme, host and port, without a default port
  {tld}               the last label of the host: uk
  {suffix}            the public suffix of the host: co.uk
  {registered_domain} the public suffix and the label before it: example.co.uk
  {subdomain}         the labels before the registered domain: www
  {host_reversed}     the labels of the host in reverse: uk.co.example.www
  {surt}              the key of web archives: uk,co,example)/path
  {profile:PROFILE}   a canonical form, such as {profile:whatwg}; earl normalize
                      --help lists the profiles
  {member:NAME}       another cell or member of the record, such as {member:status}
                      of a web log; absent if it is empty

earl version prints the version of the public suffix list. Private suffixes, such
as github.io, are included unless --suffixes icann is given. A non-ASCII host is
looked up and written in its ASCII form. An IP address has no suffix. A name with
characters other than letters, digits, "-" and "_" has no suffix either.

Filters, such as {host|lower}; the first one is applied first:
  decode     decode percent-encodings once; keep invalid ones
  decode_plus decode percent-encodings, and "+" as a space
  encode     percent-encode all but letters, digits and -._~
  lower      write ASCII letters in lower case
  unicode    write the host name in Unicode, if that names the same host
  readable   write a URL with as few percent-encodings as possible (UTS #58)
  join:TEXT  write TEXT between the values of {params:KEY} or {params}
  or:TEXT    write TEXT if the field is absent
  required   fail the record if the field is absent

An absent field is empty in text and null in JSON. An empty field is not absent:
http://h/? has a query, and http://h/?a has a value of a. A field that cannot be
computed fails the record, unless it has or:TEXT. Examples are a port that urllib
rejects, and the canonical form of a URL that has none.

Outside fields, {{ is a literal { and }} a literal }. The escapes \n \r \t \\ \{ \}
\| \: and \xHH work everywhere.`

// A compiledField is a field with its filters.
type compiledField struct {
	*field
	source   string
	arg      string
	filters  []func(s string) string
	join     string
	or       *string
	required bool
}

// A compiledTemplate is a template with known fields.
type compiledTemplate struct {
	texts  []string // texts[i] precedes fields[i]; the last text follows the last field
	fields []compiledField
}

// compileTemplate parses a template and looks up its fields.
func compileTemplate(s string) (*compiledTemplate, error) {
	t, err := template.Parse(s)
	if err != nil {
		return nil, err
	}
	c := &compiledTemplate{texts: []string{""}}
	for _, piece := range t.Pieces {
		f := piece.Field
		if f == nil {
			c.texts[len(c.texts)-1] += piece.Text
			continue
		}
		named, reason := findField(&f.Call)
		compiled, offset := compiledField{field: named, source: f.Source, arg: f.Arg, join: " "}, f.Offset
		for i := 0; reason == "" && i < len(f.Filters); i++ {
			reason = compiled.addFilter(&f.Filters[i])
			offset = f.Filters[i].Offset
		}
		if reason != "" {
			return nil, &template.Error{Template: s, Offset: offset, Reason: reason}
		}
		c.fields, c.texts = append(c.fields, compiled), append(c.texts, "")
	}
	return c, nil
}

// value returns the value of a component, or "" if the component is absent.
func (v *view) value(c urlerr.Component) string {
	value, _ := v.url.Get(c)
	return value
}

// addFilter adds a filter. If the filter is invalid, it returns the reason. If not, the reason is empty.
func (c *compiledField) addFilter(call *template.Call) (reason string) {
	all := filters()
	i := slices.IndexFunc(all, func(f filter) bool { return strings.TrimSuffix(f.name, ":") == call.Name })
	if i < 0 {
		return unknownIn("filter", call.Name, namesOf(all, func(f filter) string { return f.name }))
	}
	takes, apply := strings.HasSuffix(all[i].name, ":"), all[i].apply
	switch {
	case takes && !call.HasArg:
		return "the filter " + call.Name + " needs a text, as in |" + call.Name + ":TEXT"
	case !takes && call.HasArg:
		return "the filter " + call.Name + " takes no argument: write |" + call.Name
	}
	switch call.Name {
	case "or":
		c.or = &call.Arg
	case "join":
		if c.all == nil {
			return "the filter join is for params"
		}
		c.join = call.Arg
	case "required":
		c.required = true
	case "unicode":
		if apply = c.unicode; apply == nil {
			return "the filter unicode is for hosts and URLs"
		}
	}
	if apply != nil {
		c.filters = append(c.filters, apply)
	}
	return ""
}

// value returns the value of a field after its filters. ok is false if the field is absent.
func (c *compiledField) value(v *view) (s string, ok bool, err error) {
	if c.all != nil {
		values := c.values(v)
		s, ok = strings.Join(values, c.join), len(values) > 0
	} else {
		s, ok, err = c.get(v, c.arg)
		s = c.filtered(s)
	}
	switch {
	case !ok && c.or != nil:
		return *c.or, true, nil
	case !ok && c.required && err == nil:
		name, _, _ := strings.Cut(c.source, "|")
		err = fmt.Errorf("the URL has no {%s}, which the template requires", name)
	}
	return s, ok, err
}

// values returns the values of a field, after its filters, if the field can have several values.
func (c *compiledField) values(v *view) []string {
	values := c.all(v, c.arg)
	for i, s := range values {
		values[i] = c.filtered(s)
	}
	return values
}

func (c *compiledField) filtered(s string) string {
	for _, f := range c.filters {
		s = f(s)
	}
	return s
}

func (t *compiledTemplate) expand(dst []byte, v *view) ([]byte, error) {
	for i := range t.fields {
		dst = append(dst, t.texts[i]...)
		s, _, err := t.fields[i].value(v)
		if err != nil {
			return dst, err
		}
		dst = append(dst, s...)
	}
	return append(dst, t.texts[len(t.fields)]...), nil
}

// port returns the port, or the default port of the scheme.
func (v *view) port() (string, bool, error) {
	if port, ok := v.url.Port(); port != "" || v.url.PortErr() != nil {
		return port, ok, v.url.PortErr()
	}
	if info := scheme.Lookup(v.value(urlerr.Scheme)); info.Port != 0 {
		return strconv.Itoa(int(info.Port)), true, nil
	}
	return "", false, nil
}

func (v *view) look() {
	if v.looked {
		return
	}
	v.looked, v.suffix = true, ""
	if v.domain = domainOf(v.value(urlerr.Host)); v.domain != "" {
		v.suffix = publicSuffix(v.domain, v.stream.suffixes == "icann")
	}
}

// publicSuffix returns the public suffix of a domain, without private suffixes if icann is set.
func publicSuffix(domain string, icann bool) string {
	for {
		suffix, managed := publicsuffix.PublicSuffix(domain)
		_, rest, ok := strings.Cut(suffix, ".")
		if !icann || managed || !ok {
			return suffix
		}
		domain = rest
	}
}

// domainOf returns the domain name of a host: in ASCII, in lower case, and without a final dot. If host is not a domain
// name, it returns "".
func domainOf(host string) string {
	host, _ = percent.DecodeString(host, false)
	host = strings.TrimSuffix(host, ".")
	if ascii.Index(host, ascii.NonASCII) >= 0 {
		name, err := idna.AppendToASCII(nil, host, idna.Options{})
		if err != nil {
			return ""
		}
		host = string(name)
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || ascii.All(last, ascii.Digit) || strings.Contains("."+host, "..") ||
		!ascii.All(host, ascii.Unreserved) || strings.Contains(host, "~") {
		return ""
	}
	return ascii.ToLower(host)
}

// topLevel returns the last label of the host.
func (v *view) topLevel() (string, bool) {
	v.look()
	return v.domain[strings.LastIndexByte(v.domain, '.')+1:], v.domain != ""
}

func (v *view) publicSuffix() (string, bool) {
	v.look()
	return v.suffix, v.suffix != ""
}

func (v *view) registered() (string, bool) {
	v.look()
	before := len(v.domain) - len(v.suffix) - len(".")
	if v.suffix == "" || before <= 0 {
		return "", false
	}
	return v.domain[strings.LastIndexByte(v.domain[:before], '.')+1:], true
}

func (v *view) subdomain() (string, bool) {
	registered, ok := v.registered()
	if !ok || len(registered) == len(v.domain) {
		return "", false
	}
	return v.domain[:len(v.domain)-len(registered)-len(".")], true
}

// reversed returns the host with its labels from right to left. An address is returned unchanged.
func (v *view) reversed() (string, bool) {
	v.look()
	if v.domain == "" {
		return v.url.Host()
	}
	labels := strings.Split(v.domain, ".")
	slices.Reverse(labels)
	return strings.Join(labels, "."), true
}

// depth returns the number of segments of a path, without an empty last one.
func depth(path string) int {
	path = strings.TrimPrefix(path, "/")
	n := strings.Count(path, "/")
	if path != "" && !strings.HasSuffix(path, "/") {
		n++
	}
	return n
}

// segment returns segment n of a path. Segment 1 is the first, and segment -1 is the last. If the path begins with a
// slash, segment 1 follows this slash. An empty path has no segment.
func segment(path string, n int) (string, bool) {
	begin, end, ok := segmentBounds(path, n)
	return path[begin:end], ok
}

// segmentBounds returns the offsets of segment n of a path.
func segmentBounds(path string, n int) (begin, end int, ok bool) {
	if path == "" {
		return 0, 0, false
	}
	if path[0] == '/' {
		begin = 1
	}
	if n < 0 {
		end = len(path)
		for ; n < -1; n++ {
			i := strings.LastIndexByte(path[begin:end], '/')
			if i < 0 {
				return 0, 0, false
			}
			end = begin + i
		}
		return begin + strings.LastIndexByte(path[begin:end], '/') + 1, end, true
	}
	for ; n > 1; n-- {
		i := strings.IndexByte(path[begin:], '/')
		if i < 0 {
			return 0, 0, false
		}
		begin += i + 1
	}
	end = len(path)
	if i := strings.IndexByte(path[begin:], '/'); i >= 0 {
		end = begin + i
	}
	return begin, end, true
}

func extension(path string) (string, bool) {
	name, _ := segment(path, -1)
	if i := strings.LastIndexByte(name, '.'); i > 0 && name != ".." {
		return name[i+1:], true
	}
	return "", false
}
