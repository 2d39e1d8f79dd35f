package main

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// condition returns a function that does the same as an expression, in a fifth of the time. It returns nil if the
// expression has other parts than comparisons of fields with constants.
func (c *conditions) condition(node ast.Node) func() bool {
	switch n := node.(type) {
	case *ast.UnaryNode:
		if of := c.condition(n.Node); of != nil && (n.Operator == "not" || n.Operator == "!") {
			return func() bool { return !of() }
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&", "or", "||":
			left, right := c.condition(n.Left), c.condition(n.Right)
			switch isAnd := n.Operator == "and" || n.Operator == "&&"; {
			case left == nil || right == nil:
			case isAnd:
				return func() bool { return left() && right() }
			default:
				return func() bool { return left() || right() }
			}
			return nil
		}
		if value := c.text(n.Left); value != nil {
			return textCondition(n, value)
		}
		if value := c.number(n.Left); value != nil {
			return numberCondition(n, value)
		}
	}
	return nil
}

// textCondition returns a comparison of a text with a constant, or nil.
func textCondition(n *ast.BinaryNode, value func() string) func() bool {
	if list, ok := n.Right.(*ast.ConstantNode); ok && n.Operator == "in" {
		if names, ok := list.Value.(map[string]struct{}); ok {
			return func() bool { return contains(names, value()) }
		}
	}
	text, ok := n.Right.(*ast.StringNode)
	if !ok {
		return nil
	}
	switch other := text.Value; n.Operator {
	case "==":
		return func() bool { return value() == other }
	case "!=":
		return func() bool { return value() != other }
	case "contains":
		return func() bool { return strings.Contains(value(), other) }
	case "startsWith":
		return func() bool { return strings.HasPrefix(value(), other) }
	case "endsWith":
		return func() bool { return strings.HasSuffix(value(), other) }
	}
	return nil
}

// numberCondition returns a comparison of a number with a constant, or nil.
func numberCondition(n *ast.BinaryNode, value func() int) func() bool {
	number, ok := n.Right.(*ast.IntegerNode)
	if !ok {
		return nil
	}
	switch other := number.Value; n.Operator {
	case "==":
		return func() bool { return value() == other }
	case "!=":
		return func() bool { return value() != other }
	case "<":
		return func() bool { return value() < other }
	case "<=":
		return func() bool { return value() <= other }
	case ">":
		return func() bool { return value() > other }
	case ">=":
		return func() bool { return value() >= other }
	}
	return nil
}

// text returns a function that reads a field that is a text, or nil if the node is something else.
func (c *conditions) text(node ast.Node) func() string {
	f := fieldOf(node)
	if f == nil || strings.HasPrefix(f.name, "port") {
		return nil
	}
	return func() string {
		value, err := f.folded(c.view, "")
		if err != nil && c.err == nil {
			c.err = err
		}
		return value
	}
}

// number returns a function that reads a field that is a number, or nil if the node is something else.
func (c *conditions) number(node ast.Node) func() int {
	f := fieldOf(node)
	if f == nil || !strings.HasPrefix(f.name, "port") {
		return nil
	}
	return func() int {
		value, err := f.number(c.view)
		if err != nil && c.err == nil {
			c.err = err
		}
		return value
	}
}

// fieldOf returns the field that a node reads, or nil.
func fieldOf(node ast.Node) *field {
	call, ok := node.(*ast.CallNode)
	if !ok {
		return nil
	}
	name, ok := call.Callee.(*ast.IdentifierNode)
	if !ok {
		return nil
	}
	wanted, ok := strings.CutPrefix(name.Value, getterOf)
	all := fields()
	i := slices.IndexFunc(all, func(f field) bool { return ok && f.get != nil && f.name == wanted })
	if i < 0 {
		return nil
	}
	return &all[i]
}

func contains(names map[string]struct{}, name string) bool {
	_, ok := names[name]
	return ok
}
