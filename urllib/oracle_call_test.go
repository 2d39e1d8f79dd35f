package urllib_test

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"earl.example/internal/python/str"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

// notGo is the panic for a call that Python accepts and that no Go program can write, such as one that mixes str and
// bytes.
type notGo string

// answer makes a call as the interpreter py would. It returns the JSON of the value or exception, or false if no Go
// program can write the call. A call with lone surrogates is made twice, with both ways to write them in Go.
func answer(py urllib.Python, c *call) (text string, ok bool) {
	text, ok = answerOnce(py, c)
	if c.Call == "program" {
		return text, ok
	}
	if other, found := withBytes(c); found && ok {
		if second, _ := answerOnce(py, other.(*call)); second != text {
			return "with surrogates " + text + ", with bytes " + second, true
		}
	}
	return text, ok
}

func answerOnce(py urllib.Python, c *call) (text string, ok bool) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case notGo:
			text, ok = string(fault), false
		default:
			text, ok = fmt.Sprintf("panic %v", fault), true
		}
	}()
	if c.Call == "program" {
		return runProgram(py, c), true
	}
	return answerText(evaluate(py, c)), true
}

// answerText is the JSON of a value or exception.
func answerText(v any, err error) string {
	if err == nil {
		return string(appendJSON(nil, v))
	}
	var e *urllib.Error
	if !errors.As(err, &e) {
		return "not a *urllib.Error: " + err.Error()
	}
	b := appendStr([]byte(`{"raise":`), e.Exception)
	b = appendStr(append(b, `,"text":`...), e.Text)
	if e.Encoding != "" {
		b = appendItems(append(b, `,"unicode":`...), []any{e.Encoding, int64(e.Start), int64(e.End), e.Reason})
	}
	return string(append(b, '}'))
}

func evaluate(py urllib.Python, c *call) (any, error) {
	args := make([]any, len(c.Args))
	for i, arg := range c.Args {
		if inner, ok := arg.(*call); ok {
			var err error
			if arg, err = evaluate(py, inner); err != nil {
				return nil, err
			}
		}
		args[i] = arg
	}
	if len(c.Lists) > 0 {
		py = withLists(py, c.Lists)
	}
	names := strings.Split(c.Call, ".")
	v, err := callNamed(py, names[0], args, c.KW)
	for _, name := range names[1:] {
		if err != nil {
			return nil, err
		}
		v, err = attributes(py, v, name)
	}
	return v, err
}

// withLists returns py with other lists of schemes. None stands for the list's own items.
func withLists(py urllib.Python, lists map[string][]any) urllib.Python {
	all := py.Schemes()
	change := func(name string, own []string) []string {
		items, ok := lists[name]
		if !ok {
			return nil
		}
		all := []string{}
		for _, item := range items {
			if s, ok := item.(string); ok {
				all = append(all, s)
			} else {
				all = append(all, own...)
			}
		}
		return all
	}
	py.Lists = &urllib.SchemeLists{
		UsesRelative: change("uses_relative", all.UsesRelative),
		UsesNetloc:   change("uses_netloc", all.UsesNetloc),
		UsesParams:   change("uses_params", all.UsesParams),
	}
	return py
}

// arguments are those given, by parameter.
type arguments map[string]any

// bind binds arguments to the parameters that params names.
func bind(params string, args []any, kw map[string]any) arguments {
	names := strings.Fields(params)
	if len(args) > len(names) {
		panic(notGo("too many arguments"))
	}
	a := arguments{}
	for i, v := range args {
		a[names[i]] = v
	}
	for name, v := range kw {
		if _, twice := a[name]; twice || !slices.Contains(names, name) {
			panic(notGo("argument " + name))
		}
		a[name] = v
	}
	return a
}

// text is an optional str. None is like an argument that is not given.
func (a arguments) text(name string) *string {
	if a[name] == nil {
		return nil
	}
	s := get[string](a, name)
	return &s
}

// required is text for an argument that cannot be None.
func (a arguments) required(name string) *string {
	if v, given := a[name]; given && v == nil {
		panic(notGo(name + "=None"))
	}
	return a.text(name)
}

// characters is required for a str or bytes.
func (a arguments) characters(name string) *string {
	if b, ok := a[name].([]byte); ok {
		s := string(b)
		return &s
	}
	return a.required(name)
}

// or is required with a default.
func (a arguments) or(name, byDefault string) *string {
	if s := a.required(name); s != nil {
		return s
	}
	return &byDefault
}

func (a arguments) number(name string) *int {
	if a[name] == nil {
		return nil
	}
	n := int(get[int64](a, name))
	return &n
}

func (a arguments) truth(name string, otherwise bool) bool {
	v, given := a[name]
	if !given {
		return otherwise
	}
	return v != nil && v != false && v != int64(0) && v != ""
}

// get returns an argument of one type.
func get[T any](a arguments, name string) T {
	v, ok := a[name].(T)
	if !ok {
		panic(notGo(fmt.Sprintf("%s is a %T", name, a[name])))
	}
	return v
}

// A pyFunction is one of the module's functions.
type pyFunction struct {
	params string
	call   func(py urllib.Python, a arguments) (any, error)
}

// either calls the function for str or for bytes, as the type of a parameter's argument says.
func either[R, S any](params string, str func(urllib.Python, string, arguments) (R, error),
	bytes func(urllib.Python, []byte, arguments) (S, error)) pyFunction {
	first, _, _ := strings.Cut(params, " ")
	return pyFunction{params, func(py urllib.Python, a arguments) (any, error) {
		if b, ok := a[first].([]byte); ok {
			v, err := bytes(py, b, a)
			return value(v, err)
		}
		v, err := str(py, get[string](a, first), a)
		return value(v, err)
	}}
}

const queryParams = "qs keep_blank_values strict_parsing encoding errors max_num_fields separator"

// functions maps the names of Python's functions to package urllib.
var functions = map[string]pyFunction{
	"urlsplit": either("url scheme allow_fragments missing_as_none keep_empty",
		func(py urllib.Python, url string, a arguments) (urllib.SplitResult[string], error) {
			return py.Split(url, urlOptions(py, a))
		},
		func(py urllib.Python, url []byte, a arguments) (urllib.SplitResult[[]byte], error) {
			return octets(py).Split(url, urlOptions(py, a))
		}),
	"urlparse": either("url scheme allow_fragments missing_as_none keep_empty",
		func(py urllib.Python, url string, a arguments) (urllib.ParseResult[string], error) {
			return py.Parse(url, urlOptions(py, a))
		},
		func(py urllib.Python, url []byte, a arguments) (urllib.ParseResult[[]byte], error) {
			return octets(py).Parse(url, urlOptions(py, a))
		}),
	"urljoin": either("base url allow_fragments scheme missing_as_none keep_empty",
		func(py urllib.Python, base string, a arguments) (string, error) {
			return py.Join(base, get[string](a, "url"), urlOptions(py, a))
		},
		func(py urllib.Python, base []byte, a arguments) ([]byte, error) {
			return octets(py).Join(base, get[[]byte](a, "url"), urlOptions(py, a))
		}),
	"urldefrag": either("url missing_as_none scheme allow_fragments keep_empty",
		func(py urllib.Python, url string, a arguments) (urllib.DefragResult[string], error) {
			return py.Defrag(url, urlOptions(py, a))
		},
		func(py urllib.Python, url []byte, a arguments) (urllib.DefragResult[[]byte], error) {
			return octets(py).Defrag(url, urlOptions(py, a))
		}),
	"urlunsplit": {"components keep_empty scheme allow_fragments missing_as_none", func(py urllib.Python, a arguments) (any, error) {
		return unsplit(py, components("SplitResult", a["components"]), a)
	}},
	"urlunparse": {"components keep_empty scheme allow_fragments missing_as_none", func(py urllib.Python, a arguments) (any, error) {
		return unsplit(py, components("ParseResult", a["components"]), a)
	}},
	"unwrap": {"url", func(py urllib.Python, a arguments) (any, error) {
		return urllib.Unwrap(get[string](a, "url")), nil
	}},
	"parse_qsl": either(queryParams,
		func(py urllib.Python, qs string, a arguments) ([]urllib.Pair[string], error) {
			return py.ParseQSL(qs, queryOptions(a))
		},
		func(py urllib.Python, qs []byte, a arguments) ([]urllib.Pair[[]byte], error) {
			return octets(py).ParseQSL(qs, queryOptions(a))
		}),
	"parse_qs": either(queryParams,
		func(py urllib.Python, qs string, a arguments) (urllib.Dict[string], error) {
			return py.ParseQS(qs, queryOptions(a))
		},
		func(py urllib.Python, qs []byte, a arguments) (urllib.Dict[[]byte], error) {
			return octets(py).ParseQS(qs, queryOptions(a))
		}),
	"quote": either("string safe encoding errors",
		func(py urllib.Python, s string, a arguments) (string, error) { return py.Quote(s, quoteOptions(a)) },
		func(py urllib.Python, b []byte, a arguments) (string, error) {
			return octets(py).Quote(b, quoteOptions(a))
		}),
	"quote_plus": either("string safe encoding errors",
		func(py urllib.Python, s string, a arguments) (string, error) { return py.QuotePlus(s, quoteOptions(a)) },
		func(py urllib.Python, b []byte, a arguments) (string, error) {
			return octets(py).QuotePlus(b, quoteOptions(a))
		}),
	"quote_from_bytes": {"bs safe", func(py urllib.Python, a arguments) (any, error) {
		return value(octets(py).Quote(get[[]byte](a, "bs"), urllib.QuoteOptions{Safe: a.characters("safe")}))
	}},
	"unquote": either("string encoding errors",
		func(py urllib.Python, s string, a arguments) (string, error) {
			return py.Unquote(s, urllib.CodecOptions{Encoding: a.text("encoding"), Errors: a.text("errors")})
		},
		func(py urllib.Python, b []byte, a arguments) (string, error) {
			return octets(py).Unquote(b, urllib.CodecOptions{Encoding: a.required("encoding"), Errors: a.required("errors")})
		}),
	"unquote_plus": either("string encoding errors",
		func(py urllib.Python, s string, a arguments) (string, error) {
			return py.UnquotePlus(s, urllib.CodecOptions{Encoding: a.text("encoding"), Errors: a.text("errors")})
		},
		func(py urllib.Python, b []byte, a arguments) (string, error) {
			return octets(py).UnquotePlus(b, urllib.CodecOptions{Encoding: a.text("encoding"), Errors: a.text("errors")})
		}),
	"unquote_to_bytes": either("string",
		func(py urllib.Python, s string, _ arguments) ([]byte, error) { return py.UnquoteToBytes(s) },
		func(py urllib.Python, b []byte, _ arguments) ([]byte, error) { return octets(py).UnquoteToBytes(b) }),
	"urlencode": {"query doseq safe encoding errors quote_via", func(py urllib.Python, a arguments) (any, error) {
		return value(py.Encode(goQuery(py, a["query"]), encodeOptions(py, a)))
	}},
	"schemes": {"", func(py urllib.Python, _ arguments) (any, error) {
		all := py.Schemes()
		return tuple{list(anys(all.UsesRelative)), list(anys(all.UsesNetloc)), list(anys(all.UsesParams))}, nil
	}},
	"getitem": {"a b", func(_ urllib.Python, a arguments) (any, error) {
		return get[*result](a, "a").fields[get[int64](a, "b")], nil
	}},
	"len": {"a", func(_ urllib.Python, a arguments) (any, error) {
		return int64(len(get[*result](a, "a").fields)), nil
	}},
	"list":  {"a", func(_ urllib.Python, a arguments) (any, error) { return list(get[*result](a, "a").fields), nil }},
	"tuple": {"a", func(_ urllib.Python, a arguments) (any, error) { return tuple(get[*result](a, "a").fields), nil }},
	"repr": {"a", func(py urllib.Python, a arguments) (any, error) {
		return fmt.Sprint(get[*result](a, "a").goValue(py)), nil
	}},
	"encode": {"self encoding errors", func(py urllib.Python, a arguments) (any, error) {
		if s, ok := a["self"].(string); ok {
			return value(py.EncodeText(s, *a.or("encoding", "utf-8"), *a.or("errors", "strict")))
		}
		return transcode(py, get[*result](a, "self"), codecOptions(a))
	}},
	"decode": {"self encoding errors", func(py urllib.Python, a arguments) (any, error) {
		if b, ok := a["self"].([]byte); ok {
			return value(py.DecodeText(b, *a.or("encoding", "utf-8"), *a.or("errors", "strict")))
		}
		return transcode(py, get[*result](a, "self"), codecOptions(a))
	}},
}

// callNamed calls a function, a class or a method.
func callNamed(py urllib.Python, name string, args []any, kw map[string]any) (any, error) {
	if names := fieldNames[strings.TrimSuffix(name, "Bytes")]; names != "" {
		a := bind(names, args, kw)
		fields := make([]any, 0, len(a))
		for field := range strings.FieldsSeq(names) {
			fields = append(fields, a[field])
		}
		return resultOf(name, fields), nil
	}
	switch name {
	case "_replace":
		return replaced(py, args[0].(*result), kw), nil
	case "kept":
		return kept(py, args[0].(*result), args[1] == true)
	case "eq", "ne", "lt", "le", "gt", "ge":
		return compared(py, name, args[0], args[1]), nil
	}
	f, ok := functions[name]
	if !ok {
		panic(notGo("no function " + name))
	}
	return f.call(py, bind(f.params, args, kw))
}

// missingAsNone is the argument missing_as_none. To give it as False is an error in old releases.
func missingAsNone(py urllib.Python, a arguments) bool {
	v := a.truth("missing_as_none", false)
	if _, given := a["missing_as_none"]; given && !v && !hasNone(py) {
		panic(notGo("missing_as_none=False"))
	}
	return v
}

// hasNone reports whether components can be None.
func hasNone(py urllib.Python) bool {
	minor, _ := numbers(py.Version)
	return minor >= 15
}

func urlOptions(py urllib.Python, a arguments) urllib.URLOptions {
	opt := urllib.URLOptions{
		NoFragments: !a.truth("allow_fragments", true), MissingAsNone: missingAsNone(py, a),
	}
	if _, given := a["keep_empty"]; given {
		opt.KeepEmpty = new(a.truth("keep_empty", false))
	}
	_, urlIsBytes := a["url"].([]byte)
	if _, schemeIsBytes := a["scheme"].([]byte); urlIsBytes != schemeIsBytes && a.truth("scheme", false) {
		panic(notGo("str and bytes"))
	}
	opt.Scheme = a.characters("scheme")
	return opt
}

func queryOptions(a arguments) urllib.QueryOptions {
	if b, ok := a["separator"].([]byte); ok && !isASCII(string(b)) {
		panic(notGo("a separator of other bytes than ASCII"))
	}
	return urllib.QueryOptions{
		KeepBlankValues: a.truth("keep_blank_values", false),
		StrictParsing:   a.truth("strict_parsing", false),
		Encoding:        a.text("encoding"),
		Errors:          a.text("errors"),
		MaxNumFields:    a.number("max_num_fields"),
		Separator:       a.characters("separator"),
	}
}

func quoteOptions(a arguments) urllib.QuoteOptions {
	return urllib.QuoteOptions{Safe: a.characters("safe"), Encoding: a.text("encoding"), Errors: a.text("errors")}
}

func codecOptions(a arguments) urllib.CodecOptions {
	return urllib.CodecOptions{Encoding: a.required("encoding"), Errors: a.required("errors")}
}

func encodeOptions(py urllib.Python, a arguments) urllib.EncodeOptions {
	opt := urllib.EncodeOptions{
		DoSeq: a.truth("doseq", false), QuoteOptions: quoteOptions(a),
	}
	switch a["quote_via"] {
	case nil:
	case function("quote"):
		opt.QuoteVia = py.Quote
	case function("quote_plus"):
		opt.QuoteVia = py.QuotePlus
	case function("record"):
		opt.QuoteVia = record
	default:
		panic(notGo("quote_via"))
	}
	return opt
}

// record is the oracle's function of that name, a quote_via that returns its arguments.
func record(s string, opt urllib.QuoteOptions) (string, error) {
	args := []any{s, opt.Safe, opt.Encoding, opt.Errors}
	if opt.Bytes {
		args = []any{[]byte(s), opt.Safe}
	}
	var texts []string
	for _, arg := range args {
		switch arg := arg.(type) {
		case string:
			texts = append(texts, ascii(arg))
		case []byte:
			texts = append(texts, string(str.AppendBytesRepr(nil, arg)))
		case *string:
			if arg == nil {
				texts = append(texts, "None")
			} else {
				texts = append(texts, ascii(*arg))
			}
		}
	}
	return "(" + strings.Join(texts, ", ") + ")", nil
}

// ascii is Python's function of that name, for a str.
func ascii(s string) string {
	var b strings.Builder
	for _, r := range runes(string(str.AppendRepr(nil, s, str.Release{Minor: 8}))) {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// goQuery returns the Go value for the query of urlencode.
func goQuery(py urllib.Python, v any) any {
	d, ok := v.(dict)
	if !ok {
		return goArgument(py, v)
	}
	items := [][2]any{}
	for _, it := range d {
		items = append(items, [2]any{goArgument(py, it.key), goArgument(py, it.value)})
	}
	return items
}

// goArgument returns the Go value for a part of a query. A tuple of two str or bytes is a Pair.
func goArgument(py urllib.Python, v any) any {
	switch v := v.(type) {
	case *big.Int, nil, bool, int64, float64, string, []byte:
		return v
	case *result:
		return v.goValue(py)
	case *call:
		return goResult(py, v)
	case tuple:
		if len(v) == 2 {
			switch name := v[0].(type) {
			case string:
				if value, ok := v[1].(string); ok {
					return urllib.Pair[string]{Name: name, Value: value}
				}
			case []byte:
				if value, ok := v[1].([]byte); ok {
					return urllib.Pair[[]byte]{Name: name, Value: value}
				}
			}
		}
		t := reflect.New(reflect.ArrayOf(len(v), reflect.TypeFor[any]())).Elem()
		for i, x := range v {
			if x = goArgument(py, x); x != nil {
				t.Index(i).Set(reflect.ValueOf(x))
			}
		}
		return t.Interface()
	case list:
		all := []any{}
		for _, x := range v {
			all = append(all, goArgument(py, x))
		}
		return all
	case dict:
		return iter.Seq2[any, any](func(yield func(any, any) bool) {
			for _, it := range v {
				if !yield(goArgument(py, it.key), goArgument(py, it.value)) {
					return
				}
			}
		})
	}
	panic(notGo(fmt.Sprintf("%T in a query", v)))
}

// goResult returns the Go value for the result of a call in a query.
func goResult(py urllib.Python, c *call) any {
	switch c.Call {
	case "parse_qs":
		return must(py.ParseQS(c.Args[0].(string), urllib.QueryOptions{}))
	case "parse_qsl":
		return must(py.ParseQSL(c.Args[0].(string), urllib.QueryOptions{}))
	}
	return resultOf(c.Call, c.Args).goValue(py)
}

// fieldNames are the fields of the result types by class, without "Bytes".
var fieldNames = map[string]string{
	"SplitResult":  "scheme netloc path query fragment",
	"ParseResult":  "scheme netloc path params query fragment",
	"DefragResult": "url fragment",
}

func (r *result) names() string { return fieldNames[strings.TrimSuffix(r.class, "Bytes")] }

func (r *result) isBytes() bool { return strings.HasSuffix(r.class, "Bytes") }

// resultOf makes a result of fields that are all str or all bytes, as its class says.
func resultOf(class string, fields []any) *result {
	r := &result{class: class, fields: fields}
	for i, v := range fields {
		_, isText := v.(string)
		_, isBytes := v.([]byte)
		if v == nil && r.none(i) != 0 {
			continue
		}
		if !isText && !isBytes || isBytes != r.isBytes() {
			panic(notGo("fields of " + class))
		}
	}
	return r
}

// none returns the bit of field i, or 0 for a field that is never None.
func (r *result) none(i int) urllib.Components {
	return map[string]urllib.Components{
		"scheme": urllib.Scheme, "netloc": urllib.Netloc, "params": urllib.Params, "query": urllib.Query,
		"fragment": urllib.Fragment,
	}[strings.Fields(r.names())[i]]
}

// components makes a result of the argument of urlunsplit or urlunparse.
func components(class string, v any) *result {
	var fields []any
	switch v := v.(type) {
	case tuple:
		fields = v
	case list:
		fields = v
	case *result:
		if strings.TrimSuffix(v.class, "Bytes") == class {
			return v
		}
		fields = v.fields
	}
	if len(fields) != len(strings.Fields(fieldNames[class])) {
		panic(notGo("number of components"))
	}
	for _, field := range fields {
		if _, isBytes := field.([]byte); isBytes {
			class += "Bytes"
			break
		}
	}
	return resultOf(class, fields)
}

// all returns the fields, with an empty text for None.
func all[T any](fields []any) []T {
	out := make([]T, len(fields))
	for i := range fields {
		if fields[i] != nil {
			out[i] = fields[i].(T)
		}
	}
	return out
}

// octets is py for bytes.
func octets(py urllib.Python) urllib.Interpreter[[]byte] { return urllib.Interpreter[[]byte](py) }

// goValue returns the result as package urllib has it. A result that package urllib did not return is one of py.
func (r *result) goValue(py urllib.Python) any {
	if r.made != nil {
		return r.made
	}
	var none urllib.Components
	for i, field := range r.fields {
		if field == nil {
			none |= r.none(i)
		}
	}
	if r.isBytes() {
		return resultOfFields(octets(py), r.class, all[[]byte](r.fields), none)
	}
	return resultOfFields(py, r.class, all[string](r.fields), none)
}

func resultOfFields[T string | []byte](
	py urllib.Interpreter[T], class string, f []T, none urllib.Components,
) any {
	switch strings.TrimSuffix(class, "Bytes") {
	case "SplitResult":
		return urllib.ResultOf(py, urllib.SplitResult[T]{
			Scheme: f[0], Netloc: f[1], Path: f[2], Query: f[3], Fragment: f[4], None: none,
		})
	case "ParseResult":
		return urllib.ResultOf(py, urllib.ParseResult[T]{
			Scheme: f[0], Netloc: f[1], Path: f[2], Params: f[3], Query: f[4], Fragment: f[5], None: none,
		})
	}
	return urllib.ResultOf(py, urllib.DefragResult[T]{URL: f[0], Fragment: f[1], None: none})
}

// kept returns r as a result of a call with missing_as_none=keep.
func kept(py urllib.Python, r *result, keep bool) (any, error) {
	text := func(s string) any { return s }
	if r.isBytes() {
		text = func(s string) any { return []byte(s) }
	}
	function := map[string]string{"SplitResult": "urlsplit", "ParseResult": "urlparse", "DefragResult": "urldefrag"}
	c := fn(function[strings.TrimSuffix(r.class, "Bytes")], text(""))
	if keep {
		key(c, "missing_as_none", true)
	}
	made, err := evaluate(py, c)
	if err != nil {
		return nil, err
	}
	fields := map[string]any{}
	for i, name := range strings.Fields(r.names()) {
		fields[name] = r.fields[i]
	}
	return replaced(py, made.(*result), fields), nil
}

// replaced is _replace: it assigns fields of a copy of the Go value.
func replaced(py urllib.Python, r *result, kw map[string]any) *result {
	made := reflect.New(reflect.TypeOf(r.goValue(py))).Elem()
	made.Set(reflect.ValueOf(r.goValue(py)))
	fields := slices.Clone(r.fields)
	for name, v := range kw {
		i := slices.Index(strings.Fields(r.names()), name)
		if i < 0 {
			panic(notGo("no field " + name))
		}
		fields[i] = v
		resultOf(r.class, fields)
		goName := strings.ToUpper(name[:1]) + name[1:]
		if name == "url" {
			goName = "URL"
		}
		none := made.FieldByName("None")
		if v == nil {
			made.FieldByName(goName).SetZero()
			none.SetUint(none.Uint() | uint64(r.none(i)))
			continue
		}
		made.FieldByName(goName).Set(reflect.ValueOf(v))
		none.SetUint(none.Uint() &^ uint64(r.none(i)))
	}
	return pythonValue(made.Interface()).(*result)
}

// value returns Python's value for a Go value, none of whose bytes may be nil. With an error, v must be zero.
func value[T any](v T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return pythonValue(v), nil
}

func pythonValue(v any) any {
	switch v := v.(type) {
	case urllib.SplitResult[string]:
		return fieldsOf("SplitResult", v, v.None, v.Scheme, v.Netloc, v.Path, v.Query, v.Fragment)
	case urllib.ParseResult[string]:
		return fieldsOf("ParseResult", v, v.None, v.Scheme, v.Netloc, v.Path, v.Params, v.Query, v.Fragment)
	case urllib.DefragResult[string]:
		return fieldsOf("DefragResult", v, v.None, v.URL, v.Fragment)
	case urllib.SplitResult[[]byte]:
		return fieldsOf("SplitResultBytes", v, v.None, v.Scheme, v.Netloc, v.Path, v.Query, v.Fragment)
	case urllib.ParseResult[[]byte]:
		return fieldsOf("ParseResultBytes", v, v.None, v.Scheme, v.Netloc, v.Path, v.Params, v.Query, v.Fragment)
	case urllib.DefragResult[[]byte]:
		return fieldsOf("DefragResultBytes", v, v.None, v.URL, v.Fragment)
	case []urllib.Pair[string]:
		return pairsOf(v)
	case []urllib.Pair[[]byte]:
		return pairsOf(v)
	case urllib.Dict[string]:
		return dictOf(v)
	case urllib.Dict[[]byte]:
		return dictOf(v)
	case []byte:
		return notNil(v)
	}
	return v
}

func pairsOf[T string | []byte](pairs []urllib.Pair[T]) list {
	out := list{}
	for _, p := range pairs {
		out = append(out, tuple{pythonValue(p.Name), pythonValue(p.Value)})
	}
	return out
}

func dictOf[T string | []byte](d urllib.Dict[T]) dict {
	out := dict{}
	for name, values := range d.All() {
		out = append(out, item{pythonValue(name), list(anys(values))})
	}
	return out
}

func fieldsOf[T string | []byte](class string, made any, none urllib.Components, fields ...T) *result {
	r := &result{class: class, made: made, fields: make([]any, len(fields))}
	for i, field := range fields {
		if len(field) > 0 || none&r.none(i) == 0 {
			r.fields[i] = pythonValue(field)
		}
	}
	return r
}

func anys[T any](items []T) []any {
	out := make([]any, len(items))
	for i, v := range items {
		out[i] = pythonValue(v)
	}
	return out
}

func notNil(b []byte) []byte {
	if b == nil {
		panic("nil for empty bytes")
	}
	return b
}

// attributes reads an attribute of a result, a tuple of some, or calls a method without arguments.
func attributes(py urllib.Python, v any, name string) (any, error) {
	if name, rest, several := strings.Cut(name, ","); several {
		first, err := attributes(py, v, name)
		if err != nil {
			return nil, err
		}
		more, err := attributes(py, v, rest)
		if t, ok := more.(tuple); ok {
			return append(tuple{first}, t...), err
		}
		return tuple{first, more}, err
	}
	r, ok := v.(*result)
	if !ok {
		panic(notGo(fmt.Sprintf("attribute of a %T", v)))
	}
	names := strings.Fields(r.names())
	if i := slices.Index(names, name); i >= 0 {
		return r.fields[i], nil
	}
	switch name {
	case "_fields":
		return tuple(anys(names)), nil
	case "_asdict":
		d := dict{}
		for i, field := range names {
			d = append(d, item{field, r.fields[i]})
		}
		return d, nil
	case "geturl":
		return geturl(py, r)
	case "encode", "decode":
		return transcode(py, r, codecOptions(nil))
	case "username", "password", "hostname", "port":
		return netlocAttribute(py, r, name)
	}
	panic(notGo("attribute " + name))
}

// geturl calls GetURL, and Unsplit for the error.
func geturl(py urllib.Python, r *result) (any, error) {
	var got any
	switch v := r.goValue(py).(type) {
	case urllib.DefragResult[string]:
		return v.GetURL(), nil
	case urllib.DefragResult[[]byte]:
		return notNil(v.GetURL()), nil
	case interface{ GetURL() string }:
		got = v.GetURL()
	case interface{ GetURL() []byte }:
		got = v.GetURL()
	}
	want, err := unsplit(py, r, nil)
	if err == nil && string(appendJSON(nil, got)) != string(appendJSON(nil, want)) {
		return fmt.Sprintf("GetURL() = %q, Unsplit = %q", got, want), nil
	}
	return want, err
}

// unsplit is urlunsplit or urlunparse.
func unsplit(py urllib.Python, r *result, a arguments) (any, error) {
	opt := urlOptions(py, a)
	switch v := r.goValue(py).(type) {
	case urllib.SplitResult[string]:
		if !hasNone(py) && v == urllib.ResultOf(py, urllib.SplitResult[string]{None: v.None}) && v.None&urllib.Scheme != 0 {
			panic(notGo("bytes of str"))
		}
		return value(py.Unsplit(v, opt))
	case urllib.ParseResult[string]:
		if !hasNone(py) && v == urllib.ResultOf(py, urllib.ParseResult[string]{None: v.None}) && v.None&urllib.Scheme != 0 {
			panic(notGo("bytes of str"))
		}
		return value(py.Unparse(v, opt))
	case urllib.SplitResult[[]byte]:
		return value(octets(py).Unsplit(v, opt))
	case urllib.ParseResult[[]byte]:
		return value(octets(py).Unparse(v, opt))
	}
	panic("no result")
}

// netlocResult is a SplitResult or ParseResult.
type netlocResult[T string | []byte] interface {
	Username() (T, bool)
	Password() (T, bool)
	Hostname() (T, bool)
	Port() (int, bool, error)
}

func netlocAttribute(py urllib.Python, r *result, name string) (any, error) {
	if !hasNone(py) && r.fields[1] == nil {
		panic(notGo("an AttributeError of " + name))
	}
	if r.isBytes() {
		return readNetloc(r.goValue(py).(netlocResult[[]byte]), name)
	}
	return readNetloc(r.goValue(py).(netlocResult[string]), name)
}

func readNetloc[T string | []byte](r netlocResult[T], name string) (any, error) {
	var s T
	var ok bool
	switch name {
	case "port":
		port, ok, err := r.Port()
		if !ok || err != nil {
			return nil, err
		}
		return int64(port), nil
	case "username":
		s, ok = r.Username()
	case "password":
		s, ok = r.Password()
	case "hostname":
		s, ok = r.Hostname()
	}
	if !ok {
		return nil, nil
	}
	return pythonValue(s), nil
}

// transcode encodes or decodes a result.
func transcode(py urllib.Python, r *result, opt urllib.CodecOptions) (any, error) {
	switch v := r.goValue(py).(type) {
	case urllib.SplitResult[string]:
		return value(v.Encode(opt))
	case urllib.ParseResult[string]:
		return value(v.Encode(opt))
	case urllib.DefragResult[string]:
		return value(v.Encode(opt))
	case urllib.SplitResult[[]byte]:
		return value(v.Decode(opt))
	case urllib.ParseResult[[]byte]:
		return value(v.Decode(opt))
	case urllib.DefragResult[[]byte]:
		return value(v.Decode(opt))
	}
	panic("no result")
}

// equalResults calls urllib.Equal for two results of the same type.
func equalResults(a, b any) bool {
	switch a := a.(type) {
	case urllib.SplitResult[string]:
		return urllib.Equal(a, b.(urllib.SplitResult[string]))
	case urllib.SplitResult[[]byte]:
		return urllib.Equal(a, b.(urllib.SplitResult[[]byte]))
	case urllib.ParseResult[string]:
		return urllib.Equal(a, b.(urllib.ParseResult[string]))
	case urllib.ParseResult[[]byte]:
		return urllib.Equal(a, b.(urllib.ParseResult[[]byte]))
	case urllib.DefragResult[string]:
		return urllib.Equal(a, b.(urllib.DefragResult[string]))
	}
	return urllib.Equal(a.(urllib.DefragResult[[]byte]), b.(urllib.DefragResult[[]byte]))
}

// compared compares two results as tuples, or values for equality.
func compared(py urllib.Python, operator string, x, y any) bool {
	a, aOK := x.(*result)
	b, bOK := y.(*result)
	if aOK && bOK && a.class == b.class && (operator == "eq" || operator == "ne") {
		return equalResults(a.goValue(py), b.goValue(py)) == (operator == "eq")
	}
	if operator == "eq" || operator == "ne" {
		plain := func(v any) any {
			if r, ok := v.(*result); ok {
				return tuple(r.fields)
			}
			return v
		}
		return string(appendJSON(nil, plain(x))) == string(appendJSON(nil, plain(y))) == (operator == "eq")
	}
	if slices.Contains(a.fields, nil) || slices.Contains(b.fields, nil) {
		panic(notGo("order of None"))
	}
	c := slices.CompareFunc(a.fields, b.fields, func(a, b any) int {
		if octets, ok := a.([]byte); ok {
			return bytes.Compare(octets, b.([]byte))
		}
		return slices.Compare(runes(a.(string)), runes(b.(string)))
	})
	return operator == "lt" && c < 0 || operator == "le" && c <= 0 || operator == "gt" && c > 0 || operator == "ge" &&
		c >= 0
}

// pythonOf returns the interpreter of a release, with all codecs.
func pythonOf(v urllib.Version) urllib.Python { return urllib.Python{Version: v, Codecs: codecs.All{}} }
