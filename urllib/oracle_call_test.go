package urllib_test

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
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
	if u := e.Unicode; u != nil {
		b = appendItems(append(b, `,"unicode":`...), []any{u.Encoding, int64(u.Start), int64(u.End), u.Reason})
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

// withLists returns py with other lists of schemes. None is all items of the own list.
func withLists(py urllib.Python, lists map[string][]any) urllib.Python {
	relative, netloc, params := py.Schemes()
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
	py.UsesRelative = change("uses_relative", relative)
	py.UsesNetloc = change("uses_netloc", netloc)
	py.UsesParams = change("uses_params", params)
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
	"urlsplit": either("url scheme allow_fragments",
		func(py urllib.Python, url string, a arguments) (urllib.SplitResult, error) {
			return py.Split(url, splitOptions(a))
		},
		func(py urllib.Python, url []byte, a arguments) (urllib.SplitResultBytes, error) {
			return py.SplitBytes(url, splitOptions(a))
		}),
	"urlparse": either("url scheme allow_fragments",
		func(py urllib.Python, url string, a arguments) (urllib.ParseResult, error) {
			return py.Parse(url, splitOptions(a))
		},
		func(py urllib.Python, url []byte, a arguments) (urllib.ParseResultBytes, error) {
			return py.ParseBytes(url, splitOptions(a))
		}),
	"urljoin": either("base url allow_fragments",
		func(py urllib.Python, base string, a arguments) (string, error) {
			return py.Join(base, get[string](a, "url"), urllib.JoinOptions{NoFragments: !a.truth("allow_fragments", true)})
		},
		func(py urllib.Python, base []byte, a arguments) ([]byte, error) {
			return py.JoinBytes(base, get[[]byte](a, "url"), urllib.JoinOptions{NoFragments: !a.truth("allow_fragments", true)})
		}),
	"urldefrag": either("url",
		func(py urllib.Python, url string, _ arguments) (urllib.DefragResult, error) { return py.Defrag(url) },
		func(py urllib.Python, url []byte, _ arguments) (urllib.DefragResultBytes, error) {
			return py.DefragBytes(url)
		}),
	"urlunsplit": {"components", func(py urllib.Python, a arguments) (any, error) {
		return attributes(py, components("SplitResult", a["components"]), "geturl")
	}},
	"urlunparse": {"components", func(py urllib.Python, a arguments) (any, error) {
		return attributes(py, components("ParseResult", a["components"]), "geturl")
	}},
	"unwrap": {"url", func(py urllib.Python, a arguments) (any, error) { return py.Unwrap(get[string](a, "url")), nil }},
	"parse_qsl": either(queryParams,
		func(py urllib.Python, qs string, a arguments) ([]urllib.Pair, error) {
			return py.ParseQSL(qs, queryOptions(a))
		},
		func(py urllib.Python, qs []byte, a arguments) ([]urllib.PairBytes, error) {
			return py.ParseQSLBytes(qs, queryOptions(a))
		}),
	"parse_qs": either(queryParams,
		func(py urllib.Python, qs string, a arguments) (urllib.Dict, error) {
			return py.ParseQS(qs, queryOptions(a))
		},
		func(py urllib.Python, qs []byte, a arguments) (urllib.DictBytes, error) {
			return py.ParseQSBytes(qs, queryOptions(a))
		}),
	"quote": either("string safe encoding errors",
		func(py urllib.Python, s string, a arguments) (string, error) { return py.Quote(s, quoteOptions(a)) },
		func(py urllib.Python, b []byte, a arguments) (string, error) {
			return py.QuoteBytes(b, quoteOptions(a))
		}),
	"quote_plus": either("string safe encoding errors",
		func(py urllib.Python, s string, a arguments) (string, error) { return py.QuotePlus(s, quoteOptions(a)) },
		func(py urllib.Python, b []byte, a arguments) (string, error) {
			return py.QuotePlusBytes(b, quoteOptions(a))
		}),
	"quote_from_bytes": {"bs safe", func(py urllib.Python, a arguments) (any, error) {
		return py.QuoteFromBytes(get[[]byte](a, "bs"), a.characters("safe")), nil
	}},
	"unquote": either("string encoding errors",
		func(py urllib.Python, s string, a arguments) (string, error) {
			return py.Unquote(s, urllib.UnquoteOptions{Encoding: a.text("encoding"), Errors: a.text("errors")})
		},
		func(py urllib.Python, b []byte, a arguments) (string, error) {
			return py.UnquoteBytes(b, urllib.UnquoteOptions{Encoding: a.required("encoding"), Errors: a.required("errors")})
		}),
	"unquote_plus": {"string encoding errors", func(py urllib.Python, a arguments) (any, error) {
		opt := urllib.UnquoteOptions{Encoding: a.text("encoding"), Errors: a.text("errors")}
		return value(py.UnquotePlus(get[string](a, "string"), opt))
	}},
	"unquote_to_bytes": either("string",
		func(py urllib.Python, s string, _ arguments) ([]byte, error) { return py.UnquoteToBytes(s) },
		func(_ urllib.Python, b []byte, _ arguments) ([]byte, error) {
			return urllib.UnquoteToBytesBytes(b), nil
		}),
	"urlencode": {"query doseq safe encoding errors quote_via", func(py urllib.Python, a arguments) (any, error) {
		return value(py.Encode(goQuery(a["query"]), encodeOptions(py, a)))
	}},
	"getitem": {"a b", func(_ urllib.Python, a arguments) (any, error) {
		return get[*result](a, "a").fields[get[int64](a, "b")], nil
	}},
	"len": {"a", func(_ urllib.Python, a arguments) (any, error) {
		return int64(len(get[*result](a, "a").fields)),
			nil
	}},
	"list":  {"a", func(_ urllib.Python, a arguments) (any, error) { return list(get[*result](a, "a").fields), nil }},
	"tuple": {"a", func(_ urllib.Python, a arguments) (any, error) { return tuple(get[*result](a, "a").fields), nil }},
	"repr": {"a", func(py urllib.Python, a arguments) (any, error) {
		return py.Repr(get[*result](a, "a").goValue().(urllib.Printable)), nil
	}},
	"encode": {"self encoding errors", func(py urllib.Python, a arguments) (any, error) {
		return transcode(get[*result](a, "self"), codecOptions(py, a))
	}},
	"decode": {"self encoding errors", func(py urllib.Python, a arguments) (any, error) {
		return transcode(get[*result](a, "self"), codecOptions(py, a))
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
		r := args[0].(*result)
		fields := slices.Clone(r.fields)
		for field, v := range kw {
			fields[slices.Index(strings.Fields(r.names()), field)] = v
		}
		return resultOf(r.class, fields), nil
	case "eq", "ne", "lt", "le", "gt", "ge":
		return compared(name, args[0], args[1]), nil
	}
	f, ok := functions[name]
	if !ok {
		panic(notGo("no function " + name))
	}
	return f.call(py, bind(f.params, args, kw))
}

func splitOptions(a arguments) urllib.SplitOptions {
	opt := urllib.SplitOptions{NoFragments: !a.truth("allow_fragments", true)}
	_, urlIsBytes := a["url"].([]byte)
	if _, schemeIsBytes := a["scheme"].([]byte); urlIsBytes != schemeIsBytes && a.truth("scheme", false) {
		panic(notGo("str and bytes"))
	}
	if scheme := a.characters("scheme"); scheme != nil {
		opt.Scheme = *scheme
	}
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

func codecOptions(py urllib.Python, a arguments) urllib.CodecOptions {
	return urllib.CodecOptions{Encoding: a.required("encoding"), Errors: a.required("errors"), Python: py}
}

func encodeOptions(py urllib.Python, a arguments) urllib.EncodeOptions {
	opt := urllib.EncodeOptions{
		DoSeq: a.truth("doseq", false), Safe: a.characters("safe"), Encoding: a.text("encoding"), Errors: a.text("errors"),
	}
	switch a["quote_via"] {
	case nil:
	case function("quote"):
		opt.QuoteVia = py.ViaQuote
	case function("quote_plus"):
		opt.QuoteVia = py.ViaQuotePlus
	case function("record"):
		opt.QuoteVia = record
	default:
		panic(notGo("quote_via"))
	}
	return opt
}

// record is the oracle's function of that name, a quote_via that returns its arguments.
func record(s string, isBytes bool, opt urllib.QuoteOptions) (string, error) {
	args := []any{s, opt.Safe, opt.Encoding, opt.Errors}
	if isBytes {
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
func goQuery(v any) any {
	d, ok := v.(dict)
	if !ok {
		return goArgument(v)
	}
	items := []urllib.Item{}
	for _, it := range d {
		items = append(items, urllib.Item{Key: goArgument(it.key), Value: goArgument(it.value)})
	}
	return items
}

func goArgument(v any) any {
	switch v := v.(type) {
	case *big.Int, nil, bool, int64, float64, string, []byte:
		return v
	case tuple:
		t := urllib.Tuple{}
		for _, x := range v {
			t = append(t, goArgument(x))
		}
		return t
	case list:
		all := []any{}
		for _, x := range v {
			all = append(all, goArgument(x))
		}
		return all
	case dict:
		m := map[string]any{}
		for _, it := range v {
			m[it.key.(string)] = goArgument(it.value)
		}
		return m
	}
	panic(notGo(fmt.Sprintf("%T in a query", v)))
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
	r := &result{class, fields}
	for _, v := range fields {
		_, isText := v.(string)
		_, isBytes := v.([]byte)
		if !isText && !isBytes || isBytes != r.isBytes() {
			panic(notGo("fields of " + class))
		}
	}
	return r
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
		fields = v.fields
	}
	if len(fields) != len(strings.Fields(fieldNames[class])) {
		panic(notGo("number of components"))
	}
	if _, isBytes := fields[0].([]byte); isBytes {
		class += "Bytes"
	}
	return resultOf(class, fields)
}

func all[T any](fields []any) []T {
	out := make([]T, len(fields))
	for i := range fields {
		out[i] = fields[i].(T)
	}
	return out
}

// goValue returns the result as package urllib has it.
func (r *result) goValue() any {
	switch r.class {
	case "SplitResult":
		return urllib.MakeSplitResult([5]string(all[string](r.fields)))
	case "ParseResult":
		return urllib.MakeParseResult([6]string(all[string](r.fields)))
	case "DefragResult":
		return urllib.MakeDefragResult([2]string(all[string](r.fields)))
	case "SplitResultBytes":
		return urllib.MakeSplitResultBytes([5][]byte(all[[]byte](r.fields)))
	case "ParseResultBytes":
		return urllib.MakeParseResultBytes([6][]byte(all[[]byte](r.fields)))
	}
	return urllib.MakeDefragResultBytes([2][]byte(all[[]byte](r.fields)))
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
	case urllib.SplitResult:
		return fieldsOf("SplitResult", v.All())
	case urllib.ParseResult:
		return fieldsOf("ParseResult", v.All())
	case urllib.DefragResult:
		return fieldsOf("DefragResult", v.All())
	case urllib.SplitResultBytes:
		return fieldsOf("SplitResultBytes", v.All())
	case urllib.ParseResultBytes:
		return fieldsOf("ParseResultBytes", v.All())
	case urllib.DefragResultBytes:
		return fieldsOf("DefragResultBytes", v.All())
	case []urllib.Pair:
		out := list{}
		for _, p := range v {
			out = append(out, tuple{p.Name, p.Value})
		}
		return out
	case []urllib.PairBytes:
		out := list{}
		for _, p := range v {
			out = append(out, tuple{notNil(p.Name), notNil(p.Value)})
		}
		return out
	case urllib.Dict:
		out := dict{}
		for name, values := range v.All() {
			out = append(out, item{name, list(anys(values))})
		}
		return out
	case urllib.DictBytes:
		out := dict{}
		for name, values := range v.All() {
			out = append(out, item{notNil(name), list(anys(values))})
		}
		return out
	case []byte:
		return notNil(v)
	}
	return v
}

func fieldsOf[T any](class string, fields iter.Seq2[string, T]) *result {
	r := &result{class: class}
	for _, v := range fields {
		r.fields = append(r.fields, pythonValue(v))
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
		return transcode(r, codecOptions(py, nil))
	case "username", "password", "hostname", "port":
		return netlocAttribute(py, r, name)
	}
	panic(notGo("attribute " + name))
}

func geturl(py urllib.Python, r *result) (any, error) {
	switch v := r.goValue().(type) {
	case urllib.SplitResult:
		return py.Unsplit(v), nil
	case urllib.ParseResult:
		return py.Unparse(v), nil
	case urllib.SplitResultBytes:
		return value(py.UnsplitBytes(v))
	case urllib.ParseResultBytes:
		return value(py.UnparseBytes(v))
	case urllib.DefragResult:
		return v.GetURL(), nil
	case urllib.DefragResultBytes:
		return notNil(v.GetURL()), nil
	}
	panic("no result")
}

func netlocAttribute(py urllib.Python, r *result, name string) (any, error) {
	var n urllib.Netloc
	if r.isBytes() {
		n = py.NetlocBytes(r.fields[1].([]byte))
	} else {
		n = py.Netloc(r.fields[1].(string))
	}
	var s string
	var ok bool
	switch name {
	case "port":
		port, ok, err := n.Port()
		if !ok || err != nil {
			return nil, err
		}
		return int64(port), nil
	case "username":
		s, ok = n.Username()
	case "password":
		s, ok = n.Password()
	case "hostname":
		s, ok = n.Hostname()
	}
	switch {
	case !ok:
		return nil, nil
	case r.isBytes():
		return []byte(s), nil
	}
	return s, nil
}

// transcode encodes or decodes a result.
func transcode(r *result, opt urllib.CodecOptions) (any, error) {
	switch v := r.goValue().(type) {
	case urllib.SplitResult:
		return value(v.Encode(opt))
	case urllib.ParseResult:
		return value(v.Encode(opt))
	case urllib.DefragResult:
		return value(v.Encode(opt))
	case urllib.SplitResultBytes:
		return value(v.Decode(opt))
	case urllib.ParseResultBytes:
		return value(v.Decode(opt))
	case urllib.DefragResultBytes:
		return value(v.Decode(opt))
	}
	panic("no result")
}

// compared compares two results, or values for equality.
func compared(operator string, x, y any) bool {
	if operator == "eq" || operator == "ne" {
		plain := func(v any) any {
			if r, ok := v.(*result); ok {
				return tuple(r.fields)
			}
			return v
		}
		return string(appendJSON(nil, plain(x))) == string(appendJSON(nil, plain(y))) == (operator == "eq")
	}
	var c int
	switch x := x.(*result).goValue().(type) {
	case urllib.SplitResult:
		c = x.Compare(y.(*result).goValue().(urllib.SplitResult))
	case urllib.ParseResult:
		c = x.Compare(y.(*result).goValue().(urllib.ParseResult))
	case urllib.DefragResult:
		c = x.Compare(y.(*result).goValue().(urllib.DefragResult))
	case urllib.SplitResultBytes:
		c = x.Compare(y.(*result).goValue().(urllib.SplitResultBytes))
	case urllib.ParseResultBytes:
		c = x.Compare(y.(*result).goValue().(urllib.ParseResultBytes))
	case urllib.DefragResultBytes:
		c = x.Compare(y.(*result).goValue().(urllib.DefragResultBytes))
	}
	return operator == "lt" && c < 0 || operator == "le" && c <= 0 || operator == "gt" && c > 0 || operator == "ge" &&
		c >= 0
}

// pythonOf returns the interpreter of a release, with all codecs.
func pythonOf(v urllib.Version) urllib.Python { return urllib.Python{Version: v, Codecs: codecs.All{}} }
