package pycall

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"earl.example/internal/python/str"
)

// maxDepth bounds the nesting of expressions: Parse and Eval recurse.
const maxDepth = 50

// Parse reads one expression.
func Parse(source string) (e Expr, err error) {
	p := &parser{src: source}
	defer func() {
		if fault, ok := recover().(syntaxError); ok {
			e, err = nil, fmt.Errorf("pycall: %s at byte %d of %.200s", string(fault), p.pos, source)
		}
	}()
	e = p.comparison()
	p.space()
	if p.pos < len(source) {
		p.fail("text after the expression")
	}
	return e, nil
}

// MustParse is Parse for expressions that are known to be good.
func MustParse(source string) Expr {
	e, err := Parse(source)
	if err != nil {
		panic(err)
	}
	return e
}

type syntaxError string

type parser struct {
	src   string
	pos   int
	depth int
}

func (p *parser) fail(what string) { panic(syntaxError(what)) }

func (p *parser) space() {
	for p.pos < len(p.src) && p.src[p.pos] == ' ' {
		p.pos++
	}
}

// peek returns the next byte that is no space, 0 at the end.
func (p *parser) peek() byte {
	p.space()
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

// accept skips token if it comes next.
func (p *parser) accept(token string) bool {
	p.space()
	if !strings.HasPrefix(p.src[p.pos:], token) {
		return false
	}
	p.pos += len(token)
	return true
}

func (p *parser) expect(token string) {
	if !p.accept(token) {
		p.fail("no " + token)
	}
}

func (p *parser) comparison() Expr {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested too deeply")
	}
	defer func() { p.depth-- }()
	x := p.sum()
	for _, op := range []string{"==", "!=", "<=", ">=", "<", ">"} {
		if p.accept(op) {
			return Binary{op, x, p.sum()}
		}
	}
	return x
}

func (p *parser) sum() Expr {
	x := p.product()
	for p.accept("+") {
		x = Binary{"+", x, p.product()}
	}
	return x
}

func (p *parser) product() Expr {
	x := p.postfix()
	for p.accept("*") {
		x = Binary{"*", x, p.postfix()}
	}
	return x
}

func (p *parser) postfix() Expr {
	x := p.primary()
	for {
		switch {
		case p.accept("."):
			x = Attribute{x, p.identifier()}
		case p.accept("("):
			x = p.call(x)
		case p.accept("["):
			x = Index{x, p.comparison()}
			p.expect("]")
		default:
			return x
		}
	}
}

// call reads the arguments of fn up to the closing parenthesis.
func (p *parser) call(fn Expr) Expr {
	c := Call{Fn: fn}
	for !p.accept(")") {
		if name, ok := p.keyword(); ok {
			c.Keywords = append(c.Keywords, Keyword{name, p.comparison()})
		} else {
			if len(c.Keywords) > 0 {
				p.fail("positional argument after a keyword")
			}
			c.Args = append(c.Args, p.comparison())
		}
		if p.peek() != ')' {
			p.expect(",")
		}
	}
	return c
}

// keyword reads name= if that comes next.
func (p *parser) keyword() (string, bool) {
	start := p.pos
	p.space()
	name := p.word()
	if name != "" && p.accept("=") && p.peek() != '=' {
		return name, true
	}
	p.pos = start
	return "", false
}

// word reads a run of letters, digits and underscores that starts with no
// digit, or nothing.
func (p *parser) word() string {
	start := p.pos
	for p.pos < len(p.src) && isWord(p.src[p.pos], p.pos > start) {
		p.pos++
	}
	return p.src[start:p.pos]
}

func isWord(c byte, digits bool) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || digits && c >= '0' && c <= '9'
}

func (p *parser) identifier() string {
	p.space()
	name := p.word()
	if name == "" {
		p.fail("no name")
	}
	return name
}

func (p *parser) primary() Expr {
	switch c := p.peek(); {
	case c == '\'' || c == '"':
		return Literal{Value: p.text()}
	case c == 'b' && p.pos+1 < len(p.src) && (p.src[p.pos+1] == '\'' || p.src[p.pos+1] == '"'):
		p.pos++
		return Literal{Value: p.bytes()}
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case c == '(' || c == '[':
		p.pos++
		return p.display(c)
	case c == '{':
		p.pos++
		return p.dict()
	}
	switch name := p.identifier(); name {
	case "None":
		return Literal{}
	case "True", "False":
		return Literal{Value: name == "True"}
	default:
		return Name(name)
	}
}

// display reads the items of a tuple or a list. One item in parentheses
// without a comma is that item.
func (p *parser) display(open byte) Expr {
	d := Display{Open: open}
	end := string(closing(open))
	for !p.accept(end) {
		d.Items = append(d.Items, p.comparison())
		if p.accept(end) {
			if open == '(' && len(d.Items) == 1 {
				return d.Items[0]
			}
			break
		}
		p.expect(",")
	}
	return d
}

func (p *parser) dict() Expr {
	d := Display{Open: '{'}
	for !p.accept("}") {
		d.Items = append(d.Items, p.comparison())
		p.expect(":")
		d.Items = append(d.Items, p.comparison())
		if p.peek() != '}' {
			p.expect(",")
		}
	}
	return d
}

func (p *parser) number() Expr {
	start := p.pos
	if p.src[p.pos] == '-' {
		p.pos++
	}
	for p.pos < len(p.src) && strings.IndexByte("0123456789.eE+-", p.src[p.pos]) >= 0 {
		c := p.src[p.pos]
		if (c == '+' || c == '-') && p.src[p.pos-1]|0x20 != 'e' {
			break
		}
		p.pos++
	}
	text := p.src[start:p.pos]
	if n, ok := new(big.Int).SetString(text, 10); ok {
		if n.IsInt64() {
			return Literal{n.Int64(), text}
		}
		return Literal{n, text}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.fail("bad number")
	}
	return Literal{f, text}
}

// text reads a str literal.
func (p *parser) text() string {
	var b []byte
	p.quoted(func(r rune, escaped bool) {
		b = str.AppendRune(b, r)
	})
	return string(b)
}

// bytes reads a bytes literal, its b already skipped.
func (p *parser) bytes() Bytes {
	b := Bytes{}
	p.quoted(func(r rune, escaped bool) {
		if r > 0xFF || r > 0x7F && !escaped {
			p.fail("bytes above 255")
		}
		b = append(b, byte(r))
	})
	return b
}

// quoted reads a quoted literal and hands on each character.
func (p *parser) quoted(add func(r rune, escaped bool)) {
	quote := p.src[p.pos]
	p.pos++
	for {
		if p.pos >= len(p.src) {
			p.fail("no end of the literal")
		}
		c := p.src[p.pos]
		switch {
		case c == quote:
			p.pos++
			return
		case c >= 0x80:
			p.fail("not ASCII")
		case c == '\\':
			add(p.escape(), true)
		default:
			add(rune(c), false)
			p.pos++
		}
	}
}

// escape reads an escape sequence.
func (p *parser) escape() rune {
	if p.pos+1 >= len(p.src) {
		p.fail("no end of the literal")
	}
	c := p.src[p.pos+1]
	p.pos += 2
	switch c {
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case '\\', '\'', '"':
		return rune(c)
	case 'x':
		return p.hex(2)
	case 'u':
		return p.hex(4)
	case 'U':
		return p.hex(8)
	}
	p.fail("unknown escape")
	return 0
}

func (p *parser) hex(n int) rune {
	if p.pos+n > len(p.src) {
		p.fail("short escape")
	}
	v, err := strconv.ParseUint(p.src[p.pos:p.pos+n], 16, 32)
	if err != nil || v > 0x10FFFF {
		p.fail("bad escape")
	}
	p.pos += n
	return rune(v)
}
