// Package field has the fields of URLs: their table, and the templates and expressions that read them.
package field

import (
	"cmp"
	_ "embed"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"earl.example/canon"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/view"
	"earl.example/cmd/earl/internal/weblog"
	"earl.example/internal/model"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// A field is a row of the table of fields. Everything that depends on a field is made from its row: templates, the
// names and types of --where, JSON, earl stats and the pages of help.
type field struct {
	name     string
	argument *argument // nil if the field has no argument
	kind     kind
	folds    bool // --where reads the value in lower case
	ofTarget bool // it depends only on the target of a request, or on its members

	get     func(v *view.View, arg string) (text string, present bool, err error)
	all     func(v *view.View, arg string) (values []string, present bool) // instead of get, if the kind is kindList
	unicode func(value string) string                                      // converts a host in the value; may be nil
}

// An argument is the argument of a field.
type argument struct {
	name  string                           // in the help
	kind  kind                             // kindText or kindNumber
	check func(arg string) (reason string) // rejects invalid arguments; may be nil
}

// A kind is the type that a value has in --where and in JSON.
type kind int

const (
	kindText   kind = iota
	kindNumber      // a number in --where; its text elsewhere
	kindList        // several texts
	kindTime        // a time in --where; its text in RFC 3339 elsewhere
)

// A Value is the value of a field of one record.
type Value struct {
	Text    string
	List    []string // if the kind of the field is kindList; Text is then empty, unless the field is absent
	Present bool
	or      *Expander // of the text that replaces an absent value, or nil
}

// fields is the table of fields. Components come first, in the order in which they occur in a URL.
var fields = [...]field{
	{name: "scheme", get: componentOfURL(urlerr.Scheme), folds: true},
	{name: "authority", get: componentOfURL(urlerr.Authority), unicode: view.UnicodeAuthority},
	{name: "userinfo", get: componentOfURL(urlerr.Userinfo)},
	{name: "username", get: componentOfURL(urlerr.Username)},
	{name: "password", get: componentOfURL(urlerr.Password)},
	{name: "host", get: componentOfURL(urlerr.Host), unicode: view.UnicodeName, folds: true},
	{name: "port", kind: kindNumber, get: func(v *view.View, _ string) (string, bool, error) {
		port, ok := v.URL.Port()
		return port, ok, v.URL.PortErr()
	}},
	{name: "path", ofTarget: true, get: componentOfURL(urlerr.Path)},
	{name: "path_params", ofTarget: true, get: componentOfURL(urlerr.Params)},
	{name: "query", ofTarget: true, get: componentOfURL(urlerr.Query)},
	{name: "fragment", ofTarget: true, get: componentOfURL(urlerr.Fragment)},
	{name: "href", get: plain(func(v *view.View) (string, bool) { return v.URL.Href(), true }), unicode: view.UnicodeURL},
	{name: "input",
		get: plain(func(v *view.View) (string, bool) { return v.Rec.Text, true }), unicode: view.UnicodeURL},
	{name: "param", ofTarget: true, argument: &argument{name: "KEY"},
		get: func(v *view.View, key string) (string, bool, error) {
			first, ok := v.Form.Lookup(v.Value(urlerr.Query), key)
			return first, ok, nil
		}},
	{name: "params", ofTarget: true, kind: kindList, all: paramNames},
	{name: "params", ofTarget: true, argument: &argument{name: "KEY"}, kind: kindList,
		all: func(v *view.View, key string) ([]string, bool) {
			return v.Form.LookupAll(v.Value(urlerr.Query), key), true
		}},
	{name: "segment", ofTarget: true, argument: &argument{"N", kindNumber, checkSegment},
		get: func(v *view.View, arg string) (string, bool, error) {
			n, _ := strconv.Atoi(arg)
			path := v.Value(urlerr.Path)
			begin, end, ok := SegmentBounds(path, n)
			return path[begin:end], ok, nil
		}},
	{name: "segments", ofTarget: true, kind: kindList, all: segments},
	{name: "depth", ofTarget: true, kind: kindNumber,
		get: plain(func(v *view.View) (string, bool) { return strconv.Itoa(depth(v.Value(urlerr.Path))), true })},
	{name: "extension", ofTarget: true, folds: true,
		get: plain(func(v *view.View) (string, bool) { return extension(v.Value(urlerr.Path)) })},
	{name: "port_or_default", kind: kindNumber, get: portOrDefault},
	{name: "origin", get: plain(origin), unicode: view.UnicodeURL, folds: true},
	{name: "tld", get: plain(topLevel), unicode: view.UnicodeName, folds: true},
	{name: "suffix", get: plain(suffix), unicode: view.UnicodeName, folds: true},
	{name: "registered_domain", get: plain(registered), unicode: view.UnicodeName, folds: true},
	{name: "subdomain", get: plain(subdomain), unicode: view.UnicodeName, folds: true},
	{name: "host_reversed", get: plain(reversed), unicode: view.UnicodeName, folds: true},
	{name: "surt", get: func(v *view.View, _ string) (string, bool, error) { return canonical(v, "surt") }},
	{name: "profile", argument: &argument{"PROFILE", kindText, checkProfile}, get: canonical, unicode: view.UnicodeURL},
	{name: "time", ofTarget: true, kind: kindTime, get: timeText},
	{name: "time", ofTarget: true, argument: &argument{"NAME", kindText, checkTime}, kind: kindTime, get: timeText},
	{name: "member", ofTarget: true, argument: &argument{name: "NAME"}, get: member},
}

// member returns another cell or member of the record, or "". If there is no member with the name, it returns the one
// that has another name in the logs of some servers.
func member(v *view.View, name string) (string, bool, error) {
	s := v.Member(name)
	for _, alias := range weblog.Aliases[name] {
		if s == "" {
			s = v.Member(alias)
		}
	}
	if s == "" && weblog.Canonical[name] != "" {
		s = v.Member(weblog.Canonical[name])
	}
	return s, s != "", nil
}

// timeOf returns the time in a member, or the time of a request in a log.
func timeOf(v *view.View, name string) (t time.Time, ok bool) {
	names := []string{name}
	if name == "" {
		names = weblog.Aliases["time"]
	}
	for i := 0; i < len(names) && !ok; i++ {
		first, second, both := strings.Cut(names[i], "+")
		text := v.Member(first)
		if both && text != "" {
			text += " " + v.Member(second)
		}
		if text != "" {
			t, ok = weblog.ParseTime(text, cmp.Or(v.Zone, time.UTC))
		}
	}
	return t, ok
}

func timeText(v *view.View, name string) (string, bool, error) {
	t, ok := timeOf(v, name)
	if !ok {
		return "", false, nil
	}
	return t.Format(time.RFC3339Nano), true, nil
}

// plain returns the getter of a field that can always be read and has no argument.
func plain(get func(v *view.View) (string, bool)) func(v *view.View, arg string) (string, bool, error) {
	return func(v *view.View, _ string) (string, bool, error) {
		s, ok := get(v)
		return s, ok, nil
	}
}

func componentOfURL(c urlerr.Component) func(v *view.View, arg string) (string, bool, error) {
	return plain(func(v *view.View) (string, bool) { return v.URL.Get(c) })
}

func checkSegment(arg string) string {
	if n, err := strconv.Atoi(arg); err != nil || n == 0 {
		return "must be the number of a segment: 1 is the first, -1 the last"
	}
	return ""
}

// checkTime rejects what people write for a part of a time.
func checkTime(arg string) string {
	parts := []string{"", "minute", "hour", "day"}
	if slices.Contains(parts, strings.TrimSuffix(arg, "s")) || strings.Contains(arg, "%") {
		return "has the name of a member: parts of a time are {time|minute}, {time|hour} and {time|day}"
	}
	return ""
}

func checkProfile(arg string) string {
	if _, err := canon.ParseProfile(arg); err != nil {
		return unknownIn("profile", arg, view.ProfileNames())
	}
	return ""
}

// canonical returns the canonical form of a URL in the named profile.
func canonical(v *view.View, profile string) (string, bool, error) {
	p, err := canon.ParseProfile(profile)
	if err != nil {
		return "", false, err
	}
	s, err := p.Canonicalize(v.URL.Href())
	return s, err == nil, err
}

// paramNames returns the decoded names of the parameters. They are absent if there is no query.
func paramNames(v *view.View, _ string) ([]string, bool) {
	names := []string{}
	text, ok := v.URL.Query()
	if text == "" { // as for most URLs
		return names, ok
	}
	for pair := range v.Form.Split(text) {
		if pair != "" {
			raw, _, _ := strings.Cut(pair, "=")
			name, _ := percent.DecodeString(raw, v.Form.PlusIsSpace)
			names = append(names, name)
		}
	}
	return names, ok
}

// portOrDefault returns the port, or the default port of the scheme.
func portOrDefault(v *view.View, _ string) (string, bool, error) {
	if port, ok := v.URL.Port(); port != "" || v.URL.PortErr() != nil {
		return port, ok, v.URL.PortErr()
	}
	if info := scheme.Lookup(v.Value(urlerr.Scheme)); info.Port != 0 {
		return strconv.Itoa(int(info.Port)), true, nil
	}
	return "", false, nil
}

// origin returns the origin of the URL Standard for the dialect whatwg, and else the scheme, the host and the port of a
// URL. It omits the default port of the scheme.
func origin(v *view.View) (string, bool) {
	if v.Dialect.Name() == "whatwg" {
		u, err := whatwg.Parse(v.URL.Href())
		return u.Origin().String(), err == nil
	}
	name, ok := v.URL.Get(urlerr.Scheme)
	authority, has := v.URL.Get(urlerr.Authority)
	if !ok || !has {
		return "", false
	}
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	colon := strings.LastIndexByte(authority, ':')
	if colon > strings.LastIndexByte(authority, ']') && ascii.All(authority[colon+1:], ascii.Digit) {
		port := model.Decimal(authority[colon+1:])
		authority = authority[:colon]
		if port != "" && port != strconv.Itoa(int(scheme.Lookup(name).Port)) {
			authority += ":" + port
		}
	}
	return name + "://" + authority, true
}

// topLevel returns the last label of the host.
func topLevel(v *view.View) (string, bool) {
	domain, _ := v.LookUp()
	return domain[strings.LastIndexByte(domain, '.')+1:], domain != ""
}

func suffix(v *view.View) (string, bool) {
	_, suffix := v.LookUp()
	return suffix, suffix != ""
}

func registered(v *view.View) (string, bool) {
	domain, suffix := v.LookUp()
	before := len(domain) - len(suffix) - len(".")
	if suffix == "" || before <= 0 {
		return "", false
	}
	return domain[strings.LastIndexByte(domain[:before], '.')+1:], true
}

func subdomain(v *view.View) (string, bool) {
	domain, _ := v.LookUp()
	registered, ok := registered(v)
	if !ok || len(registered) == len(domain) {
		return "", false
	}
	return domain[:len(domain)-len(registered)-len(".")], true
}

// reversed returns the host with its labels from right to left. An address is returned unchanged.
func reversed(v *view.View) (string, bool) {
	domain, _ := v.LookUp()
	if domain == "" {
		return v.URL.Host()
	}
	labels := strings.Split(domain, ".")
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

// segments returns the segments of a path, without an empty last one.
func segments(v *view.View, _ string) (all []string, present bool) {
	path := strings.TrimSuffix(strings.TrimPrefix(v.Value(urlerr.Path), "/"), "/")
	if path == "" {
		return nil, false
	}
	return strings.Split(path, "/"), true
}

// SegmentBounds returns the offsets of segment n of a path. Segment 1 is the first, and segment -1 is the last. If the
// path begins with a slash, segment 1 follows this slash. An empty path has no segment.
func SegmentBounds(path string, n int) (begin, end int, ok bool) {
	if path == "" {
		return 0, 0, false
	}
	if path[0] == '/' {
		begin = 1
	}
	if n < 0 { // counted from the end
		if n += strings.Count(path[begin:], "/") + 2; n < 1 {
			return 0, 0, false
		}
	}
	for ; n > 1; n-- {
		i := strings.IndexByte(path[begin:], '/')
		if i < 0 {
			return 0, 0, false
		}
		begin += i + 1
	}
	text, _, _ := strings.Cut(path[begin:], "/")
	return begin, begin + len(text), true
}

func extension(path string) (string, bool) {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 && name != ".." {
		return name[i+1:], true
	}
	return "", false
}

// Help and WhereHelp are the pages of help about fields and filters, and about --where.
var (
	//go:embed fields.txt
	Help string
	//go:embed where.txt
	WhereHelp string
)

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
func findField(call *Call) (_ *field, reason string) {
	without, with := fieldNamed(call.Name, false), fieldNamed(call.Name, true)
	switch {
	case without == nil && with == nil:
		return nil, unknownField(call.Name, Names())
	case without == nil && !call.HasArg:
		meant := ""
		if fieldNamed(call.Name+"s", false) != nil {
			meant = ": did you mean " + call.Name + "s?"
		}
		return nil, "the field " + call.Name + " needs an argument, as in {" + call.Name + ":…}" + meant
	case with == nil && call.HasArg:
		return nil, "the field " + without.name + " takes no argument" + cli.Habit("argument", without.name)
	case !call.HasArg:
		return without, ""
	case with.argument.check != nil:
		return with, with.argument.check(call.Arg)
	}
	return with, ""
}

// Names returns the names of fields in templates. Fields that need an argument end with a colon.
func Names() []string {
	return cli.NamesOf(fields[:], func(f field) string {
		if f.argument != nil {
			return f.name + ":"
		}
		return f.name
	})
}

// namesIf returns the names of the fields for which a function returns true.
func namesIf(is func(f *field) bool) (names []string) {
	for i := range fields {
		if is(&fields[i]) {
			names = append(names, fields[i].name)
		}
	}
	return names
}

// identifiers returns the names of the fields in --where: of the fields that have no argument.
func identifiers() []string { return namesIf(func(f *field) bool { return f.argument == nil }) }

// fieldsOf returns the names of the fields of a kind, with or without an argument.
func fieldsOf(k kind, hasArgument bool) []string {
	return namesIf(func(f *field) bool { return f.kind == k && (f.argument != nil) == hasArgument })
}

// NeedingHosts returns the names of the fields that requests without a host do not have.
func NeedingHosts() []string { return namesIf(func(f *field) bool { return !f.ofTarget }) }

// WithHosts returns the names of the fields that --unicode-hosts changes.
func WithHosts() []string { return namesIf(func(f *field) bool { return f.unicode != nil }) }

// ReferenceNames are the names of the members of a reference of a document.
var ReferenceNames = []string{"file", "type", "part", "element", "attribute", "rel", "hreflang", "media_type"}

// Meant returns the field that people mean by a name, as in a template, or "". The field can be a member of a log.
func Meant(name string) string {
	meant, _, _ := strings.Cut(cmp.Or(cli.Habit("field", name), name), ", ")
	if plain, _, _ := strings.Cut(meant, "|"); fieldNamed(plain, false) != nil || strings.HasPrefix(meant, "member:") {
		return meant
	}
	if weblog.Aliases[name] != nil {
		return "member:" + name
	}
	if weblog.Canonical[name] != "" {
		return "member:" + weblog.Canonical[name]
	}
	return ""
}

// unknownField returns the reason of an error: there is no field with the given name. names are those to suggest.
func unknownField(name string, names []string) string {
	if key, ok := strings.CutPrefix(name, "param:"); ok { // in has
		return "unknown field " + cli.Quoted(name) + ": write " + strconv.Quote(key) + " in params"
	}
	near := cmp.Or(cli.Habit("field", name), Meant(name), cli.Nearest(name, names))
	if member := cli.Nearest(name, slices.Sorted(maps.Keys(weblog.Aliases))); near == "" && member != "" && len(name) > 3 {
		near = "member:" + member
	}
	if near != "" {
		return "unknown field " + cli.Quoted(name) + ": did you mean " + strings.TrimSuffix(near, ":") + "?"
	}
	return "unknown field " + cli.Quoted(name) + ": use param:" + name + " for a parameter, member:" + name +
		" for a cell or member of the record, or a field (earl help fields)"
}

// unknownIn returns the reason of an error: the given name is not one of the known names.
func unknownIn(kind, name string, names []string) string {
	near := strings.TrimSuffix(cmp.Or(cli.Habit(kind, name), cli.Nearest(name, names)), ":")
	instead := "use one of " + strings.Join(names, ", ")
	return cli.Suggestion("unknown "+kind+" "+cli.Quoted(name), near, names, instead).Error()
}

// Braced returns a template of the fields in a list with commas, or "" if there are other names.
func Braced(list string) string {
	names := strings.Split(list, ",")
	for i, name := range names {
		if names[i] = "{" + Meant(strings.TrimSpace(name)) + "}"; names[i] == "{}" {
			return ""
		}
	}
	return strings.Join(names, " ")
}

// NoField returns the usage error for a template without a field.
func NoField(text string) error {
	meant := ""
	for _, name := range word.FindAllString(text, -1) {
		if name = Meant(name); name != "" {
			meant = strings.TrimSpace(meant + " {" + name + "}")
		}
	}
	switch _, reason := findField(&Call{Name: text}); {
	case cli.IsFile(text):
		return missingTemplate(text)
	case paramPath.MatchString(text):
		return fixed("the template has no field: the parameter NAME is '{param:NAME}'", text,
			paramPath.ReplaceAllString(text, "{param:$1}"))
	case jqPath.MatchString(text) || strings.ContainsAny(text, "(|"): // as in jq
		return fixed("the template has no field: the member a.b of an object is '{member:a.b}', and --column a.b has the URL",
			text, jqPath.ReplaceAllString(text, "{member:$1}"))
	case strings.Contains(text, ",") && Braced(text) != "":
		only := strings.NewReplacer("} {", ",", "{", "", "}", "").Replace(Braced(text))
		return fixed("the template "+cli.Quoted(text)+" has no field: did you mean --only "+only+"?", text, "--only", only)
	case reason == "" || meant != "" && !strings.Contains(text, "/"):
		err := errors.New("the template " + cli.Quoted(text) + " has no field: did you mean '" + meant + "'?")
		return cli.WithFix(err, func(args []string) []string {
			var names []string
			i := slices.Index(args, text) + 1
			for i > 0 && i < len(args) && Meant(args[i]) != "" && !cli.IsFile(args[i]) {
				names = append(names, Meant(args[i]))
				args = slices.Concat(args[:i], args[i+1:])
			}
			if len(names) > 0 {
				return cli.Replace(text, "--only", strings.Join(append([]string{Meant(text)}, names...), ","))(args)
			}
			return cli.Replace(text, meant)(args)
		})
	case strings.HasPrefix(text, "%"):
		return fixed("the template "+cli.Quoted(text)+" has no field: unfurl's %s, %d and %p are {scheme}, {host} and {path}",
			text, unfurl.Replace(text))
	case strings.ContainsAny(text, ":/.?#"):
		return missingTemplate(text)
	}
	err := errors.New("the template " + cli.Quoted(text) + " has no field, as in '{host}' or '{param:KEY}' " +
		"(earl help fields)")
	return cli.WithFix(err, cli.Replace(text, "{member:"+text+"}"), cli.Replace(text, "{param:"+text+"}"))
}

// missingTemplate returns the error for an argument before which a template is missing. The fix moves one from after
// the argument, or adds one.
func missingTemplate(text string) error {
	err := errors.New("a template is missing before " + cli.Quoted(text) + ", as in earl get '{host}' URL " +
		"(earl help fields)")
	return cli.WithFix(err, func(args []string) []string {
		i := slices.Index(args, text)
		if j := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "{") }); j > i && i > 0 {
			return slices.Concat(args[:i], args[j:j+1], args[i:j], args[j+1:])
		}
		return cli.Replace(text, "{href}", text)(args)
	})
}

var (
	paramPath = regexp.MustCompile(`^\.?(?:query|params?)\.(\w+)$`)
	jqPath    = regexp.MustCompile(`^\.?(\w+(?:\.\w+)+)$`)
	unfurl    = strings.NewReplacer("%s", "{scheme}", "%d", "{host}", "%p", "{path}", "%q", "{query}", "%f", "{fragment}")
)

// fixed returns an error that replacing an argument corrects.
func fixed(text, old string, meant ...string) error {
	return cli.WithFix(errors.New(text), cli.Replace(old, meant...))
}
