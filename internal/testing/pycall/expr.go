package pycall

import (
	"strings"
)

// An Expr is a Python expression. Its String is Python source in ASCII.
type Expr interface{ String() string }

type (
	// A Literal is None, a bool, a number, a str (string) or a [Bytes].
	Literal struct {
		Value  any
		number string // the source text of a number
	}
	// A Name is a function, a class or a constant.
	Name string
	// An Attribute is X.Name.
	Attribute struct {
		X    Expr
		Name string
	}
	// A Call is Fn(Args..., Keywords...).
	Call struct {
		Fn       Expr
		Args     []Expr
		Keywords []Keyword
	}
	// A Keyword is Name=X within a Call.
	Keyword struct {
		Name string
		X    Expr
	}
	// An Index is X[I].
	Index struct{ X, I Expr }
	// A Display is a tuple, a list or a dict, as its opening delimiter says.
	// A dict's Items are its keys and values in turn.
	Display struct {
		Open  byte
		Items []Expr
	}
	// A Binary is X Op Y, of the operators + * == != < > <= >=.
	Binary struct {
		Op   string
		X, Y Expr
	}
)

// Str returns the expression of a str.
func Str(s string) Expr { return Literal{Value: s} }

// String returns Python source.
func (e Literal) String() string {
	if e.number != "" {
		return e.number
	}
	return Ascii(e.Value)
}

// String returns the name.
func (e Name) String() string { return string(e) }

// String returns Python source. A number is put in parentheses, since the dot
// would be read as its decimal point.
func (e Attribute) String() string {
	x := e.X.String()
	if _, ok := e.X.(Literal); ok && strings.ContainsAny(x[len(x)-1:], "0123456789.") {
		x = "(" + x + ")"
	}
	return x + "." + e.Name
}

// String returns Python source.
func (e Index) String() string { return e.X.String() + "[" + e.I.String() + "]" }

// String returns Python source, in parentheses.
func (e Binary) String() string { return "(" + e.X.String() + " " + e.Op + " " + e.Y.String() + ")" }

// String returns Python source.
func (e Call) String() string {
	var b strings.Builder
	b.WriteString(e.Fn.String())
	b.WriteByte('(')
	sep := ""
	for _, x := range e.Args {
		b.WriteString(sep)
		b.WriteString(x.String())
		sep = ", "
	}
	for _, k := range e.Keywords {
		b.WriteString(sep)
		b.WriteString(k.Name)
		b.WriteByte('=')
		b.WriteString(k.X.String())
		sep = ", "
	}
	b.WriteByte(')')
	return b.String()
}

// String returns Python source.
func (e Display) String() string {
	var b strings.Builder
	b.WriteByte(e.Open)
	for i, x := range e.Items {
		switch {
		case i == 0:
		case e.Open == '{' && i%2 == 1:
			b.WriteString(": ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(x.String())
	}
	if e.Open == '(' && len(e.Items) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(closing(e.Open))
	return b.String()
}

func closing(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}
