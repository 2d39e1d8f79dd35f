package main

import (
	"slices"
	"strconv"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/urlerr"
)

// fieldAliases maps field names of other programs to names of fields.
var fieldAliases = map[string]string{
	"user": "username", "hostname": "host", "url": "href", "domain": "registered-domain", "tld": "suffix",
}

// fieldName replaces an alias by the name of its field.
func fieldName(name string) string {
	if known, ok := fieldAliases[name]; ok {
		return known
	}
	return name
}

// fieldNames returns the names of fields in templates. Fields that need an argument end with a colon.
func fieldNames() []string {
	return append(componentNames(), "href", "input", "query:", "query-all:", "segment:", "extension", "port-or-default",
		"origin", "suffix", "registered-domain", "subdomain", "host-reversed", "surt", "form:")
}

func fieldList() string { return "{" + strings.Join(fieldNames(), "} {") + "}" }

// filterNames lists the filters of templates.
var filterNames = []string{
	"decode", "form", "encode", "lower", "unicode", "numbers", "join:", "or:", "required",
}

// unknownIn returns the reason of an error: the given name is not one of the known names.
func unknownIn(kind, name string, names []string) string {
	list, candidates := strings.Join(names, ", "), names
	if kind == "field" {
		list = fieldList()
		candidates = append(slices.Clone(names), "user", "hostname", "url", "domain", "tld")
	}
	text := "unknown " + kind + " " + quoted(name) + ": "
	if near := nearest(name, candidates); near != "" {
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
	name := fieldName(text)
	switch {
	case slices.Contains(fieldNames(), name):
		return "the template " + quoted(text) + " has no field: did you mean '{" + text + "}'? The " + list
	case strings.ContainsAny(text, ":/.?#"):
		return "a template is missing before " + quoted(text) + ", as in earl get '{host}' URL: " + list
	}
	return "the template " + quoted(text) + " has no field, as in '{host}': " + list
}
