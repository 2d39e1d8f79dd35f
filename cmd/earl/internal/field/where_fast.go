package field

import (
	"cmp"
	"strings"

	"github.com/expr-lang/expr/ast"
)

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
