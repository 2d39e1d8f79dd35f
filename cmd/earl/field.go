package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"earl.example/canon"
	"earl.example/cmd/earl/internal/template"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urltext"
)

// A field is a field of templates and of --where.
type field struct {
	name string // ends with a colon if the field has an argument

	// get returns the value. ok is false if the field is absent, or if err reports why it cannot be read.
	get func(v *view, arg string) (value string, ok bool, err error)
	all func(v *view, arg string) []string // used instead of get if the field can have several values

	check   func(arg string) (reason string) // rejects invalid arguments; may be nil
	unicode func(value string) string        // converts the host in a value to Unicode; nil if there is no host
	folds   bool                             // patterns of --where ignore the case
}

// fields returns the fields. Components come first, in the order in which they occur in a URL.
func fields() []field {
	var all []field
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		get := plain(func(v *view) (string, bool) { return v.url.Get(c) })
		all = append(all, field{name: c.String(), get: get, folds: c == urlerr.Scheme || c == urlerr.Host})
	}
	all[urlerr.Authority-urlerr.Scheme].unicode = func(s string) string { return unicodeURL("//" + s)[len("//"):] }
	all[urlerr.Host-urlerr.Scheme].unicode = unicodeName
	all[urlerr.Port-urlerr.Scheme].get = func(v *view, _ string) (string, bool, error) {
		port, ok := v.url.Port()
		return port, ok, v.url.PortErr()
	}
	return append(all,
		field{name: "href", unicode: unicodeURL,
			get: plain(func(v *view) (string, bool) { return v.url.Href(), true })},
		field{name: "input", unicode: unicodeURL, get: plain(func(v *view) (string, bool) { return v.rec.Text, true })},
		field{name: "param:", get: func(v *view, key string) (string, bool, error) {
			value, ok := v.form.Lookup(v.value(urlerr.Query), key)
			return value, ok, nil
		}},
		field{name: "params", all: func(v *view, _ string) []string { return v.paramNames() }},
		field{name: "params:", all: func(v *view, key string) []string {
			return v.form.LookupAll(v.value(urlerr.Query), key)
		}},
		field{name: "segment:", check: checkSegment, get: func(v *view, arg string) (string, bool, error) {
			n, _ := strconv.Atoi(arg)
			value, ok := segment(v.value(urlerr.Path), n)
			return value, ok, nil
		}},
		field{name: "depth", get: func(v *view, _ string) (string, bool, error) {
			return strconv.Itoa(depth(v.value(urlerr.Path))), true, nil
		}},
		field{name: "extension", folds: true,
			get: plain(func(v *view) (string, bool) { return extension(v.value(urlerr.Path)) })},
		field{name: "port_or_default", get: func(v *view, _ string) (string, bool, error) { return v.port() }},
		field{name: "origin", unicode: unicodeURL, get: plain((*view).origin)},
		field{name: "tld", unicode: unicodeName, folds: true, get: plain((*view).topLevel)},
		field{name: "suffix", unicode: unicodeName, folds: true, get: plain((*view).publicSuffix)},
		field{name: "registered_domain", unicode: unicodeName, folds: true, get: plain((*view).registered)},
		field{name: "subdomain", unicode: unicodeName, folds: true, get: plain((*view).subdomain)},
		field{name: "host_reversed", unicode: unicodeName, folds: true, get: plain((*view).reversed)},
		field{name: "surt", get: func(v *view, _ string) (string, bool, error) { return canonical(v, "surt") }},
		field{name: "profile:", check: checkProfile, unicode: unicodeURL, get: canonical},
		field{name: "member:", get: func(v *view, name string) (string, bool, error) {
			value, _ := v.rec.Member(name)
			if r, ok := v.rec.Value.(*reference); ok {
				value = r.member(name)
			}
			return value, value != "", nil
		}},
	)
}

// plain returns the getter of a field that can always be read and has no argument.
func plain(get func(v *view) (string, bool)) func(v *view, arg string) (string, bool, error) {
	return func(v *view, _ string) (string, bool, error) {
		value, ok := get(v)
		return value, ok, nil
	}
}

func checkSegment(arg string) string {
	if n, err := strconv.Atoi(arg); err != nil || n == 0 {
		return "must be the number of a segment: 1 is the first, -1 the last"
	}
	return ""
}

func checkProfile(arg string) string {
	if _, err := canon.ParseProfile(arg); err != nil {
		return unknownIn("profile", arg, profileNames())
	}
	return ""
}

// canonical returns the canonical form of a URL in the named profile.
func canonical(v *view, profile string) (string, bool, error) {
	p, err := canon.ParseProfile(profile)
	if err != nil {
		return "", false, err
	}
	s, err := p.Canonicalize(v.url.Href())
	return s, err == nil, err
}

// fieldNamed returns the field with a name, or nil.
func fieldNamed(name string) *field {
	all := fields()
	i := slices.IndexFunc(all, func(f field) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// findField returns the field of a call. If there is none, or if its argument is invalid, it returns the reason.
func findField(call *template.Call) (_ *field, reason string) {
	without, with := fieldNamed(call.Name), fieldNamed(call.Name+":")
	switch {
	case with == nil && call.HasArg && call.Name == "query": // as in trurl
		return nil, "the field query takes no argument: use param:"
	case without == nil && with == nil:
		return nil, unknownIn("field", call.Name, fieldNames())
	case without == nil && !call.HasArg:
		return nil, "the field " + call.Name + " needs an argument, as in {" + call.Name + ":…}"
	case with == nil && call.HasArg:
		return nil, "the field " + without.name + " takes no argument"
	case !call.HasArg:
		return without, ""
	case with.check != nil:
		return with, with.check(call.Arg)
	}
	return with, ""
}

// fieldNames returns the names of fields in templates. Fields that need an argument end with a colon.
func fieldNames() []string { return namesOf(fields(), func(f field) string { return f.name }) }

func fieldList() string { return "{" + strings.Join(fieldNames(), "} {") + "}" }

// A filter is a filter of templates.
type filter struct {
	name  string                // ends with a colon if the filter has an argument
	apply func(s string) string // converts a value; nil if the filter does more than that
}

func filters() []filter {
	return []filter{
		{"decode", func(s string) string { s, _ = percent.DecodeString(s, false); return s }},
		{"decode_plus", func(s string) string { s, _ = percent.DecodeString(s, true); return s }},
		{"encode", rfc3986.Encode},
		{"lower", ascii.ToLower},
		{"unicode", nil},
		{"readable", urltext.Readable},
		{"join:", nil},
		{"or:", nil},
		{"required", nil},
	}
}

// renamed maps names that other programs have for fields to fields.
var renamed = map[string]string{
	"user": "username", "hostname": "host", "url": "href", "domain": "registered_domain",
	"query-all": "params:", "form": "profile:",
}

// unknownIn returns the reason of an error: the given name is not one of the known names.
func unknownIn(kind, name string, names []string) string {
	list, near := strings.Join(names, ", "), nearest(name, names)
	if kind == "field" {
		list, near = fieldList(), cmp.Or(renamed[name], near)
	}
	text := "unknown " + kind + " " + quoted(name) + ": "
	if near != "" {
		return text + "did you mean " + strings.TrimSuffix(near, ":") + "? There are " + list
	}
	return text + "use one of " + list
}

// origin returns the scheme, the host and the port of a URL. It omits the default port of the scheme.
func (v *view) origin() (string, bool) {
	name, ok := v.url.Get(urlerr.Scheme)
	authority, has := v.url.Get(urlerr.Authority)
	if !ok || !has {
		return "", false
	}
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	if info := scheme.Lookup(name); info.Port != 0 {
		authority = strings.TrimSuffix(authority, ":"+strconv.Itoa(int(info.Port)))
	}
	return name + "://" + strings.TrimSuffix(authority, ":"), true
}

// noField returns the text of the usage error for a template without a field.
func noField(text string) string {
	list := "fields are " + fieldList()
	switch _, reason := findField(&template.Call{Name: text}); {
	case reason == "":
		return "the template " + quoted(text) + " has no field: did you mean '{" + text + "}'? The " + list
	case strings.ContainsAny(text, ":/.?#"):
		return "a template is missing before " + quoted(text) + ", as in earl get '{host}' URL: " + list
	}
	return "the template " + quoted(text) + " has no field, as in '{host}': " + list
}
