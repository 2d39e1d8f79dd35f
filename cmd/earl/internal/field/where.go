package field

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/view"
	"earl.example/cmd/earl/internal/weblog"
	"earl.example/internal/text/ascii"
)

// An expression has at most maxExpression bytes. An error shows one of at most longExpression bytes, with a caret.
const (
	maxExpression  = 64 << 10
	longExpression = 500
)

// A Where is the value of --where.
type Where struct {
	Members bool // an expression reads members of records, so that lines without members make no sense
	URL     bool // an expression reads the URL of records
	sources []string
	files   map[string]*list // the files, which may be pipes
}

// Set adds an expression. It reads the files that the expression names.
func (w *Where) Set(source string) error {
	w.sources = append(w.sources, source)
	if w.files == nil {
		w.files = map[string]*list{}
	}
	program, err := compileExpression(source, nil, w.files)
	if err != nil {
		return explainedExpression(source, err)
	}
	w.Members, w.URL = w.Members || program.members, w.URL || program.url
	return nil
}

// Given reports whether there is an expression.
func (w *Where) Given() bool { return len(w.sources) > 0 }

// Text returns the expressions as one.
func (w *Where) Text() string { return strings.Join(w.sources, " and ") }

// Conditions are the compiled expressions of a worker, on the URL of view.
type Conditions struct {
	view     *view.View
	programs []*program
	err      error // the error of a field that the fast form of a program reads
	URL      bool  // they read the URL
	machine  vm.VM
}

// Conditions compiles the expressions for the URL of v.
func (w *Where) Conditions(v *view.View) *Conditions {
	c := &Conditions{view: v}
	for _, source := range w.sources {
		program, _ := compileExpression(source, v, w.files) // set has returned the error
		program.fast = c.condition(program.Node())
		c.programs, c.URL = append(c.programs, program), c.URL || program.url
	}
	return c
}

// A program is a compiled expression.
type program struct {
	*vm.Program
	url, members bool        // it reads the URL of the record, or other members
	fast         func() bool // does the same, or is nil
}

// Hold reports whether all conditions hold for the record: the ones that read only its members if early is set, and
// else the ones that read its URL.
func (c *Conditions) Hold(early bool) (bool, error) {
	for _, p := range c.programs {
		if p.url == early {
			continue
		}
		if holds, err := c.holds(p); !holds || err != nil {
			return false, err
		}
	}
	return true, nil
}

// holds evaluates an expression.
func (c *Conditions) holds(p *program) (bool, error) {
	if p.fast != nil {
		c.err = nil
		holds := p.fast()
		return holds, c.err
	}
	result, err := c.machine.Run(p.Program, nil)
	if e, ok := errors.AsType[*file.Error](err); ok {
		err = cmp.Or(e.Prev, fmt.Errorf("--where: %s", e.Message))
	}
	return result == true, err
}

// compileExpression compiles an expression on the URL of v. It reads a file only if files does not have its lines, and
// adds them. If files is nil, it reads no file.
func compileExpression(source string, v *view.View, files map[string]*list) (*program, error) {
	if len(source) > maxExpression {
		return nil, fmt.Errorf("an expression has at most %d bytes: put names into a file, as in host in file(\"NAME\")",
			maxExpression)
	}
	x := &expression{files: files, lists: map[*ast.ConstantNode]*list{}}
	options := append(functions(v), expr.Env(map[string]any{}), expr.AsBool(), expr.Patch(x))
	compiled, err := expr.Compile(source, options...)
	switch {
	case x.err != nil:
		return nil, x.err
	case err != nil:
		return nil, err
	case len(x.unknown) > 0: // expr reports no unknown name that is an argument
		name := x.unknown[0]
		unknown := &file.Error{Location: name.Location(), Message: "unknown name " + name.Value}
		return nil, unknown.Bind(file.NewSource(source))
	case !x.reads:
		return nil, errors.New("the expression has no field, so it is the same for every record (earl help fields)")
	}
	return &program{Program: compiled, url: x.url, members: x.members}, nil
}

// An expression visits the tree of an expression. It replaces the names of fields by calls that read the field.
type expression struct {
	files   map[string]*list
	lists   map[*ast.ConstantNode]*list // the files of nodes
	reads   bool                        // the expression depends on the record
	url     bool                        // it depends on the URL
	members bool                        // it depends on members that lines have only in logs
	logs    []ast.Node                  // calls instead of the names of such members
	unknown []*ast.IdentifierNode       // names of no field, function or variable
	err     error
}

// Visit changes a node after its children.
func (x *expression) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		if fieldNamed(n.Value, false) != nil {
			x.read(n.Value)
			ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: getterOf + n.Value}})
		} else if weblog.Aliases[n.Value] != nil {
			x.read("time")
			call := func(name string, arg ast.Node) ast.Node {
				return &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: []ast.Node{arg}}
			}
			value := call("member", &ast.StringNode{Value: n.Value})
			x.logs = append(x.logs, value)
			if n.Value == "status" || n.Value == "bytes" {
				value = call("int", value)
			}
			ast.Patch(node, value)
		} else {
			x.unknown = append(x.unknown, n)
		}
	case *ast.VariableDeclaratorNode:
		x.unknown = slices.DeleteFunc(x.unknown, func(of *ast.IdentifierNode) bool { return of.Value == n.Name })
	case *ast.CallNode:
		if callee, ok := n.Callee.(*ast.CallNode); ok { // Visit has changed the callee of params("K")
			name := callee.Callee.(*ast.IdentifierNode)
			name.Value = strings.TrimPrefix(name.Value, getterOf)
			n.Callee = name
		}
		if name, ok := n.Callee.(*ast.IdentifierNode); ok {
			x.unknown = slices.DeleteFunc(x.unknown, func(of *ast.IdentifierNode) bool { return of == name })
			x.call(node, name.Value, n.Arguments)
		}
	case *ast.BinaryNode:
		x.compare(n)
	}
}

// getterOf begins the names of the functions that read fields.
const getterOf = "\x00"

// call checks a call, and replaces the call of file by its lines.
func (x *expression) call(node *ast.Node, name string, args []ast.Node) {
	f := fieldNamed(name, true)
	if len(args) == 0 {
		return
	}
	text, constant := args[0].(*ast.StringNode)
	if f != nil {
		x.read(name)
	} else if name == "has" && constant {
		x.read(text.Value)
	}
	number, _ := args[0].(*ast.IntegerNode)
	switch {
	case name == "file" && !constant, name == "has" && !constant:
		x.fail(fmt.Errorf("%s needs a name in quotes, as in %s(\"…\"); for a parameter, write \"KEY\" in params", name, name))
	case name == "has" && fieldNamed(text.Value, false) == nil:
		x.fail(errors.New(unknownField(text.Value, identifiers())))
	case name == "under" && len(args) > 1:
		x.domains(args[1], false)
	case name == "file":
		lines, known := x.files[text.Value]
		if !known && x.files != nil {
			var err error
			lines, err = linesOf(text.Value)
			x.fail(err)
			x.files[text.Value] = lines
		}
		if lines == nil {
			lines = &list{names: map[bool]map[string]struct{}{}}
		}
		constant := &ast.ConstantNode{Value: lines.set}
		ast.Patch(node, constant)
		(*node).SetType(reflect.TypeOf(lines.set))
		x.lists[constant] = lines
	case f == nil || f.argument.check == nil:
	case f.argument.kind == kindNumber && number != nil:
		if reason := f.argument.check(strconv.Itoa(number.Value)); reason != "" {
			x.fail(fmt.Errorf("%s(%d): the number %s", name, number.Value, reason))
		}
	case f.argument.kind == kindText && constant:
		if reason := f.argument.check(text.Value); reason != "" {
			x.fail(errors.New(reason))
		}
	}
}

// read notes that the expression reads a field.
func (x *expression) read(name string) {
	x.reads, x.members = true, x.members || name == "time"
	x.url = x.url || readsURL(name)
}

func (x *expression) fail(err error) { x.err = cmp.Or(x.err, err) }

// compare rejects comparisons that can never hold: of a field in lower case with a text in upper case, or of a host
// with a line of a file that is not a host. It also converts a text that is compared with a time or a number.
func (x *expression) compare(n *ast.BinaryNode) {
	if f := fieldOf(n.Left); n.Operator == "in" && f != nil && f.folds && f.unicode != nil && f.name != "origin" {
		if _, ok := n.Right.(*ast.ConstantNode); ok {
			x.domains(n.Right, true)
		}
	}
	for _, sides := range [][2]*ast.Node{{&n.Left, &n.Right}, {&n.Right, &n.Left}} {
		call, ok := (*sides[0]).(*ast.CallNode)
		text, constant := (*sides[1]).(*ast.StringNode)
		if !ok || !constant {
			continue
		}
		callee, _ := call.Callee.(*ast.IdentifierNode)
		number, err := strconv.Atoi(text.Value)
		switch f := fieldOf(call); {
		case callee != nil && strings.TrimPrefix(callee.Value, getterOf) == "time":
			t, ok := weblog.ParseTime(text.Value, time.UTC)
			if !ok {
				x.fail(fmt.Errorf("%q is no time, such as 2026-11-28T22:53:00Z; --since takes 24h or 7d", text.Value))
			}
			*sides[1] = &ast.ConstantNode{Value: t}
			(*sides[1]).SetType(typeOf[kindTime])
		case text.Value == "-" && slices.Contains(x.logs, ast.Node(call)):
			x.fail(errors.New(`an absent member of a log is "" instead of "-"`))
		case callee != nil && callee.Value == "int" && err == nil:
			*sides[1] = &ast.IntegerNode{Value: number}
		case f != nil && f.folds && n.Operator != "matches" && ascii.ToLower(text.Value) != text.Value:
			x.fail(fmt.Errorf("%s is in lower case: write %q", f.name, ascii.ToLower(text.Value)))
		}
	}
}

// domains replaces a text or the lines of a file by domains in the form that hosts have. If exact is not set, "*." or a
// dot may precede a domain.
func (x *expression) domains(node ast.Node, exact bool) {
	switch n := node.(type) {
	case *ast.StringNode:
		name, ok := domainOf(n.Value, exact)
		if n.Value = name; !ok {
			x.fail(errors.New(`under needs a domain, as in under(host, "example.com")`))
		}
	case *ast.ConstantNode:
		if l := x.lists[n]; l != nil {
			var err error
			n.Value, err = l.domains(exact)
			x.fail(err)
		}
	}
}

// domainOf returns the domain name or address in text as hosts are written.
func domainOf(text string, exact bool) (name string, ok bool) {
	if rest, ok := strings.CutPrefix(text, "*."); ok && !exact {
		text = rest
	} else if !exact {
		text = strings.TrimPrefix(text, ".")
	}
	if addr, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil && addr.Zone() == "" {
		if addr.Is6() {
			return "[" + addr.String() + "]", true
		}
		return addr.String(), true
	}
	name = view.Domain(text)
	return name, name != ""
}

// A list has the lines of a file.
type list struct {
	name  string
	lines []string                     // without comments, which are ""
	set   map[string]struct{}          // the lines, also in lower case
	names map[bool]map[string]struct{} // the lines as domains, by the parameter exact
}

// linesOf returns the lines of a file. It omits empty lines and comments.
func linesOf(name string) (*list, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	l := &list{name: name, set: map[string]struct{}{}, names: map[bool]map[string]struct{}{}}
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			line = ""
		}
		if l.lines = append(l.lines, line); line != "" {
			l.set[line], l.set[ascii.ToLower(line)] = struct{}{}, struct{}{}
		}
	}
	if len(l.set) == 0 {
		return nil, fmt.Errorf("the file %s has no lines", cli.Shown(name))
	}
	return l, nil
}

// domains returns the lines as domains, or an error for the first line that is no domain.
func (l *list) domains(exact bool) (map[string]struct{}, error) {
	if names := l.names[exact]; names != nil {
		return names, nil
	}
	names := map[string]struct{}{}
	for at, line := range l.lines {
		name, ok := domainOf(line, exact)
		if line != "" && !ok {
			return nil, fmt.Errorf("line %d of %s is no domain: %s: write a name, as in example.com", at+1,
				cli.Shown(l.name), cli.Quoted(line))
		}
		names[name] = struct{}{}
	}
	delete(names, "")
	l.names[exact] = names
	return names, nil
}

// functions returns the functions of expressions on the URL of v, and the functions that read its fields.
func functions(v *view.View) (all []expr.Option) {
	function := func(name string, call func(args ...any) (any, error), signatures ...any) {
		all = append(all, expr.Function(name, call, signatures...))
	}
	for i := range fields {
		f := &fields[i]
		name, in := getterOf+f.name, []reflect.Type{}
		if f.argument != nil {
			name, in = f.name, append(in, typeOf[f.argument.kind])
		}
		signature := reflect.FuncOf(in, []reflect.Type{typeOf[f.kind]}, false)
		function(name, func(args ...any) (any, error) {
			arg := ""
			if len(args) > 0 {
				arg = fmt.Sprint(args[0])
			}
			return f.operand(v, arg)
		}, reflect.New(signature).Interface())
	}
	for _, f := range filters {
		if f.apply != nil && f.name != "lower" {
			apply := func(args ...any) (any, error) { return f.apply(args[0].(string)), nil }
			function(f.name, apply, new(func(string) string))
		}
	}
	function("has", func(args ...any) (any, error) {
		f := fieldNamed(args[0].(string), false)
		if f.kind == kindList {
			_, present := f.all(v, "")
			return present, nil
		}
		_, present, err := f.get(v, "")
		return present, err
	}, new(func(string) bool))
	function("int", integer,
		new(func(string) int64), new(func(int) int64), new(func(int64) int64), new(func(float64) int64))
	function("float", func(args ...any) (any, error) {
		f, err := strconv.ParseFloat(args[0].(string), 64)
		return numberOf(f, err), nil
	}, new(func(string) float64))
	function("file", func(...any) (any, error) { return nil, nil }, new(func(string) map[string]struct{}))
	function("under", func(args ...any) (any, error) { return under(args[0].(string), args[1]), nil },
		new(func(string, string) bool), new(func(string, map[string]struct{}) bool))
	return all
}

// integer returns the number in a text, or a number without its fraction. Its result is never an int: expr reads values
// of that type without a check, and there could be NaN instead.
func integer(args ...any) (any, error) {
	switch value := args[0].(type) {
	case string:
		n, err := strconv.ParseInt(value, 10, strconv.IntSize)
		return numberOf(n, err), nil
	case int:
		return int64(value), nil
	case float64:
		if !math.IsNaN(value) {
			return int64(value), nil
		}
	}
	return args[0], nil
}

// numberOf returns n, or NaN if err says that a text is not a number. NaN is not less than a number, equal or greater.
// A number that is out of range is the least or the greatest number.
func numberOf(n any, err error) any {
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return math.NaN()
	}
	return n
}

// typeOf is the type of a value in expressions, by its kind.
var typeOf = [...]reflect.Type{
	kindText: reflect.TypeFor[string](), kindNumber: reflect.TypeFor[int](), kindList: reflect.TypeFor[[]string](),
	kindTime: reflect.TypeFor[time.Time](),
}

// operand returns the value of a field for expressions.
func (f *field) operand(v *view.View, arg string) (any, error) {
	switch f.kind {
	case kindNumber:
		return f.number(v, arg)
	case kindList:
		list, _ := f.all(v, arg)
		return list, nil
	case kindTime:
		t, ok := timeOf(v, arg)
		if !ok {
			return t, errors.New("the record has no time")
		}
		return t, nil
	}
	return f.folded(v, arg)
}

// folded returns the text of a field for expressions.
func (f *field) folded(v *view.View, arg string) (string, error) {
	s, _, err := f.get(v, arg)
	if f.folds {
		s = ascii.ToLower(s)
	}
	return s, err
}

// number returns the value of a field that is a number, or 0.
func (f *field) number(v *view.View, arg string) (int, error) {
	s, _, err := f.get(v, arg)
	n, _ := strconv.Atoi(s)
	return n, err
}

// under reports whether host is one of the domains or below one.
func under(host string, domains any) bool {
	name, ok := domainOf(host, true)
	if !ok {
		name = strings.TrimSuffix(host, ".")
	}
	domain, _ := domains.(string)
	set, isSet := domains.(map[string]struct{})
	for {
		if isSet && contains(set, name) || !isSet && strings.EqualFold(strings.TrimSuffix(domain, "."), name) {
			return true
		}
		dot := strings.IndexByte(name, '.')
		if dot < 0 {
			return false
		}
		name = name[dot+1:]
	}
}

// textOps and numberOps are the comparisons that have a fast form.
var (
	textOps = map[string]func(a, b string) bool{
		"==": func(a, b string) bool { return a == b }, "!=": func(a, b string) bool { return a != b },
		"contains": strings.Contains, "startsWith": strings.HasPrefix, "endsWith": strings.HasSuffix,
	}
	numberOps = map[string]func(a, b int) bool{
		"==": func(a, b int) bool { return a == b }, "!=": func(a, b int) bool { return a != b },
		"<": func(a, b int) bool { return a < b }, "<=": func(a, b int) bool { return a <= b },
		">": func(a, b int) bool { return a > b }, ">=": func(a, b int) bool { return a >= b },
	}
)

// condition returns a function that does the same as an expression, in a fifth of the time. It returns nil if the
// expression has other parts than comparisons of fields with constants.
func (c *Conditions) condition(node ast.Node) func() bool {
	switch n := node.(type) {
	case *ast.UnaryNode:
		if of := c.condition(n.Node); of != nil && (n.Operator == "not" || n.Operator == "!") {
			return func() bool { return !of() }
		}
	case *ast.BinaryNode:
		isAnd := n.Operator == "and" || n.Operator == "&&"
		if !isAnd && n.Operator != "or" && n.Operator != "||" {
			return c.comparison(n)
		}
		left, right := c.condition(n.Left), c.condition(n.Right)
		switch {
		case left == nil || right == nil:
		case isAnd:
			return func() bool { return left() && right() }
		default:
			return func() bool { return left() || right() }
		}
	}
	return nil
}

// comparison returns the fast form of a comparison of a field with a constant, or nil.
func (c *Conditions) comparison(n *ast.BinaryNode) func() bool {
	f := fieldOf(n.Left)
	if f == nil {
		return nil
	}
	number := func() int {
		value, err := f.number(c.view, "")
		c.err = cmp.Or(c.err, err)
		return value
	}
	text := func() string {
		value, err := f.folded(c.view, "")
		c.err = cmp.Or(c.err, err)
		return value
	}
	switch other := n.Right.(type) {
	case *ast.IntegerNode:
		if op := numberOps[n.Operator]; op != nil && f.kind == kindNumber {
			return func() bool { return op(number(), other.Value) }
		}
	case *ast.StringNode:
		if op := textOps[n.Operator]; op != nil && f.kind == kindText {
			return func() bool { return op(text(), other.Value) }
		}
	case *ast.ConstantNode:
		if names, ok := other.Value.(map[string]struct{}); ok && n.Operator == "in" && f.kind == kindText {
			return func() bool { return contains(names, text()) }
		}
	}
	return nil
}

// fieldOf returns the field that a node reads, or nil.
func fieldOf(node ast.Node) *field {
	call, _ := node.(*ast.CallNode)
	if call == nil {
		return nil
	}
	callee, ok := call.Callee.(*ast.IdentifierNode)
	if !ok {
		return nil
	}
	name, ok := strings.CutPrefix(callee.Value, getterOf)
	if f := fieldNamed(name, false); ok && f != nil && f.kind != kindList {
		return f
	}
	return nil
}

func contains(names map[string]struct{}, name string) bool {
	_, ok := names[name]
	return ok
}
