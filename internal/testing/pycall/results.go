package pycall

import (
	"strings"

	"earl.example/urllib"
)

// result makes a Result of values that must be all str or all bytes, as its
// class says.
func result(class string, values []any) *Result {
	r := &Result{Class: class, Fields: values}
	for _, v := range values {
		_, isText := v.(string)
		_, isBytes := v.(Bytes)
		if !isText && !isBytes || isBytes != r.IsBytes() {
			fail("fields of " + class)
		}
	}
	return r
}

// components makes a Result of what urlunsplit and urlunparse take.
func components(class string, v any) *Result {
	values := sequence(v)
	if len(values) != len(fieldNames[class]) {
		fail("number of components")
	}
	if _, isBytes := values[0].(Bytes); isBytes {
		class += "Bytes"
	}
	return result(class, values)
}

func fromStrings(class string, fields []string) *Result {
	r := &Result{Class: class}
	for _, s := range fields {
		r.Fields = append(r.Fields, s)
	}
	return r
}

// fromBytes also insists that empty fields are not nil.
func fromBytes(class string, fields [][]byte) *Result {
	r := &Result{Class: class}
	for _, b := range fields {
		if b == nil {
			panic(disagreement("nil field in " + class))
		}
		r.Fields = append(r.Fields, Bytes(b))
	}
	return r
}

func split(r urllib.SplitResult, err error) (any, error) {
	if err != nil {
		return zero(r == urllib.SplitResult{}, err)
	}
	t := r.Tuple()
	return fromStrings("SplitResult", t[:]), nil
}

func parsed(r urllib.ParseResult, err error) (any, error) {
	if err != nil {
		return zero(r == urllib.ParseResult{}, err)
	}
	t := r.Tuple()
	return fromStrings("ParseResult", t[:]), nil
}

func defrag(r urllib.DefragResult, err error) (any, error) {
	if err != nil {
		return zero(r == urllib.DefragResult{}, err)
	}
	t := r.Tuple()
	return fromStrings("DefragResult", t[:]), nil
}

func splitBytes(r urllib.SplitResultBytes, err error) (any, error) {
	t := r.Tuple()
	if err != nil {
		return zero(allNil(t[:]), err)
	}
	return fromBytes("SplitResultBytes", t[:]), nil
}

func parsedBytes(r urllib.ParseResultBytes, err error) (any, error) {
	t := r.Tuple()
	if err != nil {
		return zero(allNil(t[:]), err)
	}
	return fromBytes("ParseResultBytes", t[:]), nil
}

func defragBytes(r urllib.DefragResultBytes, err error) (any, error) {
	t := r.Tuple()
	if err != nil {
		return zero(allNil(t[:]), err)
	}
	return fromBytes("DefragResultBytes", t[:]), nil
}

func allNil(fields [][]byte) bool {
	for _, b := range fields {
		if b != nil {
			return false
		}
	}
	return true
}

// zero passes on err, and insists that the value beside it is zero.
func zero(isZero bool, err error) (any, error) {
	if !isZero {
		panic(disagreement("half a result beside an error"))
	}
	return nil, err
}

// strs returns the fields of a str result.
func (r *Result) strs() []string {
	fields := make([]string, len(r.Fields))
	for i := range fields {
		fields[i] = r.Fields[i].(string)
	}
	return fields
}

// octets returns the fields of a bytes result.
func (r *Result) octets() [][]byte {
	fields := make([][]byte, len(r.Fields))
	for i := range fields {
		fields[i] = r.Fields[i].(Bytes)
	}
	return fields
}

func (r *Result) split() urllib.SplitResult {
	return urllib.MakeSplitResult([5]string(r.strs()))
}

func (r *Result) parse() urllib.ParseResult {
	return urllib.MakeParseResult([6]string(r.strs()))
}

func (r *Result) defrag() urllib.DefragResult {
	return urllib.MakeDefragResult([2]string(r.strs()))
}

func (r *Result) splitBytes() urllib.SplitResultBytes {
	return urllib.MakeSplitResultBytes([5][]byte(r.octets()))
}

func (r *Result) parseBytes() urllib.ParseResultBytes {
	return urllib.MakeParseResultBytes([6][]byte(r.octets()))
}

func (r *Result) defragBytes() urllib.DefragResultBytes {
	return urllib.MakeDefragResultBytes([2][]byte(r.octets()))
}

// attribute reads x.name.
func (ev *evaluator) attribute(x any, name string) (any, error) {
	r, ok := x.(*Result)
	if !ok {
		fail("attribute of something that is no result")
	}
	if i := indexOf(r.FieldNames(), name); i >= 0 {
		return r.Fields[i], nil
	}
	if name == "_fields" {
		var t Tuple
		for _, field := range r.FieldNames() {
			t = append(t, field)
		}
		return t, nil
	}
	if len(r.Fields) == 2 {
		fail("attribute of a DefragResult")
	}
	ways := []way{ev.netlocWay(r, name)}
	if ev.standard {
		ways = append(ways, standardWay(r, name))
	}
	return same(ways...)
}

// A reader has the attributes of a netloc as str.
type reader interface {
	Username() (string, bool)
	Password() (string, bool)
	Hostname() (string, bool)
	Port() (int, bool, error)
}

// A bytesReader has the attributes of a netloc as bytes.
type bytesReader interface {
	Username() ([]byte, bool)
	Password() ([]byte, bool)
	Hostname() ([]byte, bool)
	Port() (int, bool, error)
}

// netlocWay reads an attribute through Netloc, of any release.
func (ev *evaluator) netlocWay(r *Result, name string) way {
	if r.IsBytes() {
		return func() (any, error) {
			v, err := readText(ev.py.NetlocBytes(r.Fields[1].(Bytes)), name)
			if s, ok := v.(string); ok {
				return Bytes(s), err
			}
			return v, err
		}
	}
	return func() (any, error) { return readText(ev.py.Netloc(r.Fields[1].(string)), name) }
}

// standardWay reads an attribute through the methods of the results.
func standardWay(r *Result, name string) way {
	switch r.Class {
	case "SplitResult":
		return func() (any, error) { return readText(r.split(), name) }
	case "ParseResult":
		return func() (any, error) { return readText(r.parse(), name) }
	case "SplitResultBytes":
		return func() (any, error) { return readBytes(r.splitBytes(), name) }
	}
	return func() (any, error) { return readBytes(r.parseBytes(), name) }
}

func readText(r reader, name string) (any, error) {
	switch name {
	case "username":
		return optional(r.Username())
	case "password":
		return optional(r.Password())
	case "hostname":
		return optional(r.Hostname())
	case "port":
		return port(r.Port())
	}
	fail("unknown attribute " + name)
	return nil, nil
}

func readBytes(r bytesReader, name string) (any, error) {
	switch name {
	case "username":
		return optionalBytes(r.Username())
	case "password":
		return optionalBytes(r.Password())
	case "hostname":
		return optionalBytes(r.Hostname())
	case "port":
		return port(r.Port())
	}
	fail("unknown attribute " + name)
	return nil, nil
}

func optional(s string, ok bool) (any, error) {
	if !ok {
		return zeroOrNone(s == "")
	}
	return s, nil
}

func optionalBytes(b []byte, ok bool) (any, error) {
	if !ok {
		return zeroOrNone(b == nil)
	}
	return Bytes(b), nil
}

func port(n int, ok bool, err error) (any, error) {
	if !ok || err != nil {
		if _, fault := zeroOrNone(n == 0 && (err == nil || !ok)); fault != nil {
			return nil, fault
		}
		return nil, err
	}
	return int64(n), nil
}

func zeroOrNone(isZero bool) (any, error) {
	if !isZero {
		panic(disagreement("a value beside false"))
	}
	return nil, nil
}

// method calls a method of a result.
func (ev *evaluator) method(r *Result, name string, args []any, keywords []Item) (any, error) {
	switch name {
	case "geturl":
		return ev.geturl(r)
	case "_asdict":
		return asDict(r), nil
	case "_replace":
		changed := append(Tuple{}, r.Fields...)
		for _, k := range keywords {
			i := indexOf(r.FieldNames(), k.Key.(string))
			if i < 0 {
				fail("field")
			}
			changed[i] = k.Value
		}
		return result(r.Class, changed), nil
	}
	if name == "decode" != r.IsBytes() || name != "decode" && name != "encode" {
		fail("unknown method " + name)
	}
	a := bind([]string{"encoding", "errors"}, 0, args, keywords)
	opt := urllib.CodecOptions{Encoding: a.text(0), Errors: a.text(1), Python: ev.py}
	if a.given[0] && opt.Encoding == nil || a.given[1] && opt.Errors == nil {
		fail("None")
	}
	switch r.Class {
	case "SplitResult":
		return splitBytes(r.split().Encode(opt))
	case "ParseResult":
		return parsedBytes(r.parse().Encode(opt))
	case "DefragResult":
		return defragBytes(r.defrag().Encode(opt))
	case "SplitResultBytes":
		return split(r.splitBytes().Decode(opt))
	case "ParseResultBytes":
		return parsed(r.parseBytes().Decode(opt))
	}
	return defrag(r.defragBytes().Decode(opt))
}

// geturl is r.geturl(), and urlunsplit and urlunparse of r.
func (ev *evaluator) geturl(r *Result) (any, error) {
	var ways []way
	var standard way
	switch r.Class {
	case "SplitResult":
		v := r.split()
		ways = []way{
			func() (any, error) { return ev.py.Unsplit(v), nil },
		}
		standard = func() (any, error) { return v.GetURL(), nil }
	case "ParseResult":
		v := r.parse()
		ways = []way{
			func() (any, error) { return ev.py.Unparse(v), nil },
		}
		standard = func() (any, error) { return v.GetURL(), nil }
	case "SplitResultBytes":
		v := r.splitBytes()
		ways = []way{func() (any, error) { return octets(ev.py.UnsplitBytes(v)) }}
		standard = func() (any, error) { return octets(v.GetURL()) }
	case "ParseResultBytes":
		v := r.parseBytes()
		ways = []way{func() (any, error) { return octets(ev.py.UnparseBytes(v)) }}
		standard = func() (any, error) { return octets(v.GetURL()) }
	case "DefragResult":
		return r.defrag().GetURL(), nil
	default:
		return Bytes(r.defragBytes().GetURL()), nil
	}
	if ev.standard {
		ways = append(ways, standard)
	}
	return same(ways...)
}

func afterPrefix(b []byte) string {
	s, ok := strings.CutPrefix(string(b), "prefix")
	if !ok {
		panic(disagreement("an Append function changed what was there"))
	}
	return s
}

// asDict is r._asdict().
func asDict(r *Result) Dict {
	var d Dict
	addText := func(name, value string) bool { d = append(d, Item{name, value}); return true }
	addBytes := func(name string, value []byte) bool { d = append(d, Item{name, Bytes(value)}); return true }
	switch r.Class {
	case "SplitResult":
		r.split().All()(addText)
	case "ParseResult":
		r.parse().All()(addText)
	case "DefragResult":
		r.defrag().All()(addText)
	case "SplitResultBytes":
		r.splitBytes().All()(addBytes)
	case "ParseResultBytes":
		r.parseBytes().All()(addBytes)
	default:
		r.defragBytes().All()(addBytes)
	}
	return d
}

// repr is repr(v) of a result. The method Repr speaks for the default release.
func (ev *evaluator) repr(v any) (any, error) {
	r, ok := v.(*Result)
	if !ok {
		fail("repr of something that is no result")
	}
	p := r.printable()
	ways := []way{func() (any, error) { return ev.py.Repr(p), nil }}
	if ev.standard || r.IsBytes() {
		ways = append(ways, func() (any, error) { return p.Repr(), nil })
	}
	return same(ways...)
}

func (r *Result) printable() urllib.Printable {
	switch r.Class {
	case "SplitResult":
		return r.split()
	case "ParseResult":
		return r.parse()
	case "DefragResult":
		return r.defrag()
	case "SplitResultBytes":
		return r.splitBytes()
	case "ParseResultBytes":
		return r.parseBytes()
	}
	return r.defragBytes()
}

// compare orders two results of one class.
func compare(x, y any) int {
	a, ok := x.(*Result)
	b, ok2 := y.(*Result)
	if !ok || !ok2 || a.Class != b.Class {
		fail("comparison")
	}
	switch a.Class {
	case "SplitResult":
		return a.split().Compare(b.split())
	case "ParseResult":
		return a.parse().Compare(b.parse())
	case "DefragResult":
		return a.defrag().Compare(b.defrag())
	case "SplitResultBytes":
		return a.splitBytes().Compare(b.splitBytes())
	case "ParseResultBytes":
		return a.parseBytes().Compare(b.parseBytes())
	}
	return a.defragBytes().Compare(b.defragBytes())
}
