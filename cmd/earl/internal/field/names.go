package field

import (
	"cmp"
	_ "embed"
	"strings"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/template"
)

// Help and WhereHelp are the pages of help about fields and filters, and about --where.
var (
	//go:embed fields.txt
	Help string
	//go:embed where.txt
	WhereHelp string
)

// label returns the name of a field, with a colon if the field has an argument.
func (f *field) label() string {
	if f.argument != nil {
		return f.name + ":"
	}
	return f.name
}

// fieldNamed returns the field with a name and with or without an argument, or nil.
func fieldNamed(name string, hasArgument bool) *field {
	for i := range fields {
		if f := &fields[i]; f.name == name && (f.argument != nil) == hasArgument {
			return f
		}
	}
	return nil
}

// findField returns the field of a call. If there is none, or if its argument is invalid, it returns the reason.
func findField(call *template.Call) (_ *field, reason string) {
	without, with := fieldNamed(call.Name, false), fieldNamed(call.Name, true)
	switch {
	case with == nil && call.HasArg && call.Name == "query": // as in trurl
		return nil, "the field query takes no argument: use param:"
	case without == nil && with == nil:
		return nil, unknownField(call.Name, Names())
	case without == nil && !call.HasArg:
		return nil, "the field " + call.Name + " needs an argument, as in {" + call.Name + ":…}"
	case with == nil && call.HasArg:
		return nil, "the field " + without.name + " takes no argument"
	case !call.HasArg:
		return without, ""
	case with.argument.check != nil:
		return with, with.argument.check(call.Arg)
	}
	return with, ""
}

// Names returns the names of fields in templates. Fields that need an argument end with a colon.
func Names() []string { return cli.NamesOf(fields[:], func(f field) string { return f.label() }) }

// List returns the names of fields in braces.
func List() string { return "{" + strings.Join(Names(), "} {") + "}" }

// identifiers returns the names of the fields in --where: of the fields that have no argument.
func identifiers() (names []string) {
	for i := range fields {
		if fields[i].argument == nil {
			names = append(names, fields[i].name)
		}
	}
	return names
}

// fieldsOf returns the names of the fields of a kind, with or without an argument.
func fieldsOf(k kind, hasArgument bool) (names []string) {
	for i := range fields {
		if fields[i].kind == k && (fields[i].argument != nil) == hasArgument {
			names = append(names, fields[i].name)
		}
	}
	return names
}

// WithHosts returns the names of the fields that --unicode-hosts changes.
func WithHosts() (names []string) {
	for i := range fields {
		if fields[i].unicode != nil {
			names = append(names, fields[i].name)
		}
	}
	return names
}

// ReferenceNames are the names of the members of a reference of a document.
var ReferenceNames = []string{"file", "type", "part", "element", "attribute", "rel", "hreflang", "media_type"}

// unknownField returns the reason of an error: there is no field with the given name. names are those to suggest.
func unknownField(name string, names []string) string {
	if near := cmp.Or(cli.Habit("field", name), cli.Nearest(name, names)); near != "" {
		return "unknown field " + cli.Quoted(name) + ": did you mean " + strings.TrimSuffix(near, ":") +
			"? earl help fields has all"
	}
	return "unknown field " + cli.Quoted(name) + ": use member:NAME for a cell or member of the record, or one of " +
		List()
}

// unknownIn returns the reason of an error: the given name is not one of the known names.
func unknownIn(kind, name string, names []string) string {
	text, list := "unknown "+kind+" "+cli.Quoted(name)+": ", strings.Join(names, ", ")
	if near := cmp.Or(cli.Habit(kind, name), cli.Nearest(name, names)); near != "" {
		return text + "did you mean " + strings.TrimSuffix(near, ":") + "? There are " + list
	}
	return text + "use one of " + list
}

// NoField returns the text of the usage error for a template without a field.
func NoField(text string) string {
	list := "fields are " + List()
	switch _, reason := findField(&template.Call{Name: text}); {
	case reason == "":
		return "the template " + cli.Quoted(text) + " has no field: did you mean '{" + text + "}'? The " + list
	case strings.HasPrefix(text, "%"):
		return "the template " + cli.Quoted(text) + " has no field: unfurl's %s, %d and %p are {scheme}, {host} and {path}"
	case strings.ContainsAny(text, ":/.?#"):
		return "a template is missing before " + cli.Quoted(text) + ", as in earl get '{host}' URL: " + list
	}
	return "the template " + cli.Quoted(text) + " has no field, as in '{host}': " + list
}
