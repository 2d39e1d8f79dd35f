package pycall

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"earl.example/urllib"
)

// ErrInexpressible is the kind of error that Outcome returns for a call that
// Python understands and that no Go program can write, such as one that mixes
// str and bytes.
var ErrInexpressible = errors.New("pycall: no Go program can write this call")

// Outcome performs the call as the interpreter py would, and returns its
// value or exception as testdata/oracle.py prints it.
//
// Where package urllib has several ways to make the same call, such as a
// package function beside a method, all are taken; if they differ, the
// outcome begins with "disagree"; if package urllib panics, it begins with
// "panic". No Python ever prints either.
func Outcome(py urllib.Python, e Expr) (outcome string, err error) {
	ev := evaluator{py: py}
	ev.standard = py.Version.String() == (urllib.Version{}).String()
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case inexpressible:
			outcome, err = "", fmt.Errorf("%w: %s: %s", ErrInexpressible, string(fault), e)
		case disagreement:
			outcome, err = "disagree "+string(fault), nil
		default:
			// So that a judge can report the call, and make it smaller.
			outcome, err = fmt.Sprintf("panic %v", fault), nil
		}
	}()
	return outcomeText(ev.eval(e)), nil
}

type (
	inexpressible string // why
	disagreement  string // between what
)

func fail(why string) { panic(inexpressible(why)) }

// outcomeText prints a value or an exception.
func outcomeText(v any, err error) string {
	if err == nil {
		return Ascii(v)
	}
	var e *urllib.Error
	if !errors.As(err, &e) {
		return "disagree: not a *urllib.Error: " + err.Error()
	}
	b := append([]byte("raise "), e.Exception...)
	b = appendText(append(b, '('), e.Text)
	if u := e.Unicode; u != nil {
		b = appendText(append(b, ", "...), u.Encoding)
		b = strconv.AppendInt(append(b, ", "...), int64(u.Start), 10)
		b = strconv.AppendInt(append(b, ", "...), int64(u.End), 10)
		b = appendText(append(b, ", "...), u.Reason)
	}
	return string(append(b, ')'))
}

// An evaluator evaluates for one interpreter.
type evaluator struct {
	py       urllib.Python
	standard bool // package functions apply as well
}

// A way is one way to make a call.
type way func() (any, error)

// same takes all ways and insists that they agree.
func same(ways ...way) (any, error) {
	v, err := ways[0]()
	if len(ways) == 1 {
		return v, err
	}
	want := outcomeText(v, err)
	for i, w := range ways[1:] {
		if got := outcomeText(w()); got != want {
			panic(disagreement(fmt.Sprintf("way 0: %s, way %d: %s", want, i+1, got)))
		}
	}
	return v, err
}

func (ev *evaluator) eval(e Expr) (any, error) {
	switch e := e.(type) {
	case Literal:
		return e.Value, nil
	case Name:
		return name(string(e)), nil
	case Display:
		return ev.display(e)
	case Attribute:
		x, err := ev.eval(e.X)
		if err != nil {
			return nil, err
		}
		return ev.attribute(x, e.Name)
	case Index:
		return ev.index(e)
	case Binary:
		return ev.binary(e)
	case Call:
		return ev.call(e)
	}
	fail("strange expression")
	return nil, nil
}

func name(s string) any {
	switch s {
	case "inf":
		return math.Inf(1)
	case "nan":
		return math.NaN()
	}
	return Function(s)
}

func (ev *evaluator) all(items []Expr) ([]any, error) {
	values := make([]any, len(items))
	for i, x := range items {
		v, err := ev.eval(x)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

func (ev *evaluator) display(e Display) (any, error) {
	values, err := ev.all(e.Items)
	if err != nil {
		return nil, err
	}
	switch e.Open {
	case '(':
		return Tuple(values), nil
	case '[':
		return List(values), nil
	}
	d := make(Dict, 0, len(values)/2)
next:
	for i := 0; i < len(values); i += 2 {
		key := Ascii(hashed(values[i]))
		for j := range d {
			if Ascii(hashed(d[j].Key)) == key {
				d[j].Value = values[i+1]
				continue next
			}
		}
		d = append(d, Item{values[i], values[i+1]})
	}
	return d, nil
}

// hashed returns the value that stands for v among keys: 1, 1.0 and True are
// one key.
func hashed(v any) any {
	switch v := v.(type) {
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<62 {
			return int64(v)
		}
	}
	return v
}

func (ev *evaluator) index(e Index) (any, error) {
	x, err := ev.eval(e.X)
	if err != nil {
		return nil, err
	}
	i, err := ev.eval(e.I)
	if err != nil {
		return nil, err
	}
	n, ok := i.(int64)
	items := sequence(x)
	if !ok || n < 0 || n >= int64(len(items)) {
		fail("index")
	}
	return items[n], nil
}

// sequence returns the items of a tuple, result or list.
func sequence(v any) []any {
	switch v := v.(type) {
	case Tuple:
		return v
	case List:
		return v
	case *Result:
		return v.Fields
	}
	fail("no sequence")
	return nil
}

func (ev *evaluator) binary(e Binary) (any, error) {
	x, err := ev.eval(e.X)
	if err != nil {
		return nil, err
	}
	y, err := ev.eval(e.Y)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case "==":
		return equal(x, y), nil
	case "!=":
		return !equal(x, y), nil
	case "+":
		return add(x, y), nil
	case "*":
		return repeat(x, y), nil
	}
	c := compare(x, y)
	switch e.Op {
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	}
	return c >= 0, nil
}

// equal is ==. Results equal plain tuples.
func equal(x, y any) bool {
	plain := func(v any) any {
		if r, ok := v.(*Result); ok {
			return r.Fields
		}
		return v
	}
	return Ascii(plain(x)) == Ascii(plain(y))
}

func add(x, y any) any {
	switch x := x.(type) {
	case string:
		if y, ok := y.(string); ok {
			return x + y
		}
	case Bytes:
		if y, ok := y.(Bytes); ok {
			return append(x[:len(x):len(x)], y...)
		}
	}
	fail("operands of +")
	return nil
}

func repeat(x, y any) any {
	n, ok := y.(int64)
	if !ok || n < 0 || n > 1<<24 {
		fail("count of *")
	}
	switch x := x.(type) {
	case string:
		return strings.Repeat(x, int(n))
	case Bytes:
		return Bytes(strings.Repeat(string(x), int(n)))
	}
	fail("operands of *")
	return nil
}

// call calls a function, a class or a method.
func (ev *evaluator) call(e Call) (any, error) {
	var self any
	var method string
	if a, ok := e.Fn.(Attribute); ok {
		x, err := ev.eval(a.X)
		if err != nil {
			return nil, err
		}
		self, method = x, a.Name
	}
	args, err := ev.all(e.Args)
	if err != nil {
		return nil, err
	}
	keywords := make([]Item, len(e.Keywords))
	for i, k := range e.Keywords {
		v, err := ev.eval(k.X)
		if err != nil {
			return nil, err
		}
		keywords[i] = Item{k.Name, v}
	}
	if self != nil {
		r, ok := self.(*Result)
		if !ok {
			fail("method of something that is no result")
		}
		return ev.method(r, method, args, keywords)
	}
	name, ok := e.Fn.(Name)
	if !ok {
		fail("call of something that is no name")
	}
	return ev.callNamed(string(name), args, keywords)
}

func (ev *evaluator) callNamed(name string, args []any, keywords []Item) (any, error) {
	switch name {
	case "len":
		return int64(len(sequence(args[0]))), nil
	case "list":
		return List(sequence(args[0])), nil
	case "tuple":
		return Tuple(sequence(args[0])), nil
	case "repr":
		return ev.repr(args[0])
	case "using":
		return ev.using(args, keywords)
	}
	if fields, ok := fieldNames[strings.TrimSuffix(name, "Bytes")]; ok {
		a := bind(fields, len(fields), args, keywords)
		return result(name, a.values), nil
	}
	f, ok := functions[name]
	if !ok {
		fail("unknown function " + name)
	}
	return f.call(ev, bind(f.params, f.required, args, keywords))
}

// A function is one of the module's functions.
type function struct {
	params   []string
	required int
	call     func(ev *evaluator, a arguments) (any, error)
}

// arguments are bound to parameters; those not given are nil.
type arguments struct {
	values []any
	given  []bool
}

// bind binds arguments to parameters as Python does. Arguments that Python
// would refuse are inexpressible in Go.
func bind(params []string, required int, args []any, keywords []Item) arguments {
	if len(args) > len(params) {
		fail("too many arguments")
	}
	a := arguments{make([]any, len(params)), make([]bool, len(params))}
	set := func(i int, v any) {
		if i < 0 || a.given[i] {
			fail("unexpected argument")
		}
		a.values[i], a.given[i] = v, true
	}
	for i, v := range args {
		set(i, v)
	}
	for _, k := range keywords {
		set(indexOf(params, k.Key.(string)), k.Value)
	}
	for i := range required {
		if !a.given[i] {
			fail("missing argument " + params[i])
		}
	}
	return a
}

func indexOf(names []string, name string) int {
	for i := range names {
		if names[i] == name {
			return i
		}
	}
	return -1
}

// truth is bool(argument i), byDefault if it was not given.
func (a arguments) truth(i int, byDefault bool) bool {
	if !a.given[i] {
		return byDefault
	}
	return truth(a.values[i])
}

func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case int64:
		return v != 0
	case *big.Int:
		return v.Sign() != 0
	case float64:
		return v != 0
	case string:
		return v != ""
	case Bytes:
		return len(v) > 0
	}
	return len(sequence(v)) > 0
}

// text is argument i as an optional str; None and not given are nil.
func (a arguments) text(i int) *string {
	switch v := a.values[i].(type) {
	case nil:
		return nil
	case string:
		return &v
	}
	fail("not a str")
	return nil
}

// characters is argument i, a str or bytes, as an optional set of characters.
func (a arguments) characters(i int) *string {
	if b, ok := a.values[i].(Bytes); ok {
		s := string(b)
		return &s
	}
	if a.given[i] && a.values[i] == nil {
		fail("None")
	}
	return a.text(i)
}

// number is argument i as an optional int; None and not given are nil.
func (a arguments) number(i int) *int {
	switch v := a.values[i].(type) {
	case nil:
		return nil
	case int64:
		n := int(v)
		return &n
	}
	fail("not an int")
	return nil
}
