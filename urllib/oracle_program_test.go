package urllib_test

import (
	"fmt"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urllib"
)

// A program is a call named "program". Its arguments are calls, the steps, and a step stores its value in the next
// register. The arguments of a step can be registers of earlier steps. The answer to a program is the list of the
// answers to its steps.

// failed is the value of a step without a value.
type failed struct{}

// runProgram returns the JSON of the answers to the steps of a program.
func runProgram(py urllib.Python, program *call) string {
	if len(program.Lists) > 0 {
		py = withLists(py, program.Lists)
	}
	registers := []any{}
	var answers []string
	for _, step := range program.Args {
		filled, ok := fill(step, registers)
		if !ok {
			registers, answers = append(registers, failed{}), append(answers, `"skipped"`)
			continue
		}
		v, err := evaluate(py, filled.(*call))
		if err != nil {
			registers, answers = append(registers, failed{}), append(answers, answerText(nil, err))
			continue
		}
		registers, answers = append(registers, v), append(answers, observe(py, v))
	}
	return "[" + strings.Join(answers, ",") + "]"
}

// observe returns the JSON of a value, and of what one reads from it if it is a result.
func observe(py urllib.Python, v any) string {
	answers := []string{answerText(v, nil)}
	if r, ok := v.(*result); ok {
		names := []string{"geturl", "username,password,hostname", "port"}
		if len(r.fields) == 2 {
			names = names[:1]
		}
		for i, name := range names {
			answers = append(answers, answerText(attributes(py, r, name)))
			if i == 0 {
				answers = append(answers, answerText(fmt.Sprint(r.goValue(py)), nil))
			}
		}
	}
	return "[" + strings.Join(answers, ",") + "]"
}

// fill returns v with the values of registers, or false if a register does not have a value of the wanted kind.
func fill(v any, registers []any) (any, bool) {
	ok := true
	each := func(items []any) []any {
		out := make([]any, len(items))
		for i, item := range items {
			filled, has := fill(item, registers)
			out[i], ok = filled, ok && has
		}
		return out
	}
	switch v := v.(type) {
	case register:
		value := registers[v.index]
		return value, kindOf(value) == v.kind
	case list:
		return list(each(v)), ok
	case tuple:
		return tuple(each(v)), ok
	case *call:
		c := *v
		c.Args, c.KW = each(v.Args), map[string]any{}
		for name, x := range v.KW {
			c.KW[name] = each([]any{x})[0]
		}
		return &c, ok
	}
	return v, true
}

// kindOf returns the name of the type of a value in Python.
func kindOf(v any) string {
	switch v := v.(type) {
	case string:
		return "str"
	case []byte:
		return "bytes"
	case list:
		return "list"
	case dict:
		return "dict"
	case *result:
		return v.class
	}
	return ""
}

// A programmer makes a program.
type programmer struct {
	*generator
	lists bool // the program has scheme lists of its own
	steps []any
	kinds []string // kinds of the registers, or "" for values that no step uses
	none  []bool   // whether the components of a result can be None
}

// program makes a program of 4 to 13 steps, now and then with other lists of schemes.
func (g *generator) program() *call {
	p := &programmer{generator: g, lists: g.chance(4)}
	for n := 4 + g.IntN(10); len(p.steps) < n; {
		p.step()
	}
	c := fn("program", p.steps...)
	if p.lists {
		c.Lists = map[string][]any{"uses_netloc": {nil, "x", "postgres"}, "uses_relative": {nil, "x"}}
	}
	return c
}

func (p *programmer) add(c *call, kind string, none bool) {
	p.steps, p.kinds, p.none = append(p.steps, c), append(p.kinds, kind), append(p.none, none)
}

// find returns a register of one of the kinds. Later registers are more likely.
func (p *programmer) find(kinds ...string) (r register, ok bool) {
	for i := len(p.kinds) - 1; i >= 0; i-- {
		for _, kind := range kinds {
			if p.kinds[i] == kind && (!ok || p.chance(3)) {
				r, ok = register{int64(i), kind}, true
			}
		}
	}
	return r, ok
}

// textOr returns a register with text, or s.
func (p *programmer) textOr(s string, isBytes bool) any {
	if r, ok := p.find(textKind(isBytes)); ok && !p.chance(3) {
		return r
	}
	return p.text(s, isBytes)
}

func textKind(isBytes bool) string {
	if isBytes {
		return "bytes"
	}
	return "str"
}

func classOf(class string, isBytes bool) string {
	if isBytes {
		return class + "Bytes"
	}
	return class
}

// addNone adds missing_as_none=True to some calls, and reports whether it did.
func (p *programmer) addNone(c *call) bool {
	none := p.chance(3)
	if none {
		key(c, "missing_as_none", true)
	}
	return none
}

// step adds a step.
func (p *programmer) step() {
	isBytes := p.chance(4)
	r, found := p.find(classOf("SplitResult", isBytes), classOf("ParseResult", isBytes), classOf("DefragResult", isBytes))
	if !found || p.chance(5) {
		p.make(isBytes)
		return
	}
	none := p.none[r.index]
	names := strings.Fields(fieldNames[strings.TrimSuffix(r.kind, "Bytes")])
	switch p.IntN(14) {
	case 0, 1:
		p.replace(r, names, isBytes)
	case 2:
		p.add(attr(fn("_replace", r), "geturl"), textKind(isBytes), false)
	case 3:
		name := pick(p.generator, names)
		if len(names) > 2 && p.chance(2) {
			name = pick(p.generator, []string{"username", "password", "hostname"})
		}
		p.add(attr(fn("_replace", r), name), textKind(isBytes), false)
	case 4, 5:
		p.unsplit(r, isBytes)
	case 6, 7:
		p.transcode(r, none, isBytes)
	case 8:
		c := p.quoting(isBytes)
		if _, ok := c.Args[0].([]byte); ok {
			c.Args[0] = p.textOr("a b", true)
		} else {
			c.Args[0] = p.textOr("a b", false)
		}
		kind := "str"
		if c.Call == "unquote_to_bytes" {
			kind = "bytes"
		}
		p.add(c, kind, false)
	case 9:
		c := p.parseQuery(isBytes)
		c.Args[0] = p.textOr("a=1&b=&c", isBytes)
		kind := "list"
		if c.Call == "parse_qs" {
			kind = "dict"
		}
		p.add(c, kind, false)
	case 10:
		p.encode(r)
	case 11:
		if s, ok := p.find(r.kind); ok {
			p.add(fn(pick(p.generator, []string{"eq", "ne"}), r, s), "", false)
		}
	default:
		base, url := p.url(), p.url()
		p.add(fn("urljoin", p.textOr(base, isBytes), p.textOr(url, isBytes)), textKind(isBytes), false)
	}
}

// make adds a step that splits a URL.
func (p *programmer) make(isBytes bool) {
	url := p.textOr(p.url(), isBytes)
	if p.lists && p.chance(2) {
		url = p.text(pick(p.generator, []string{"postgres:///db", "x:///y?", "x:a/../b", "http:///p"}), isBytes)
	}
	if p.chance(4) {
		c := fn("urldefrag", url)
		none := p.addNone(c)
		p.add(c, classOf("DefragResult", isBytes), none)
		return
	}
	name, class := "urlsplit", "SplitResult"
	if p.chance(2) {
		name, class = "urlparse", "ParseResult"
	}
	c := p.split(name, isBytes)
	c.Args[0] = url
	none := p.addNone(c)
	p.add(c, classOf(class, isBytes), none)
}

// replace adds a step that changes fields of a result.
func (p *programmer) replace(r register, names []string, isBytes bool) {
	c := fn("_replace", r)
	for range 1 + p.IntN(2) {
		name := pick(p.generator, names)
		if name != "path" && name != "url" && p.none[r.index] && p.chance(3) {
			key(c, name, nil)
			continue
		}
		key(c, name, p.textOr(pick(p.generator, []string{"", "", "x", "http", "postgres", "h:8_0", "//p", "a/b", p.token()}), isBytes))
	}
	p.add(c, r.kind, p.none[r.index])
}

// unsplit adds a step that puts a result together, from the result or from a tuple.
func (p *programmer) unsplit(r register, isBytes bool) {
	name := map[string]string{"SplitResult": "urlunsplit", "ParseResult": "urlunparse"}[strings.TrimSuffix(r.kind, "Bytes")]
	if name == "" {
		return
	}
	c := fn(name, r)
	if p.chance(3) {
		c.Args[0] = fn("tuple", r)
	}
	if p.chance(2) {
		key(c, "keep_empty", p.chance(2))
	}
	p.add(c, textKind(isBytes), false)
}

// transcode adds a step that encodes or decodes a result or a text.
func (p *programmer) transcode(r register, none, isBytes bool) {
	name, kind := "encode", r.kind+"Bytes"
	if isBytes {
		name, kind = "decode", strings.TrimSuffix(r.kind, "Bytes")
	}
	if s, ok := p.find(textKind(isBytes)); ok && p.chance(2) {
		p.add(p.codec(fn(name, s), false), textKind(!isBytes), false)
		return
	}
	p.add(p.codec(fn(name, r), false), kind, none)
}

// encode adds a step that encodes a query.
func (p *programmer) encode(r register) {
	query, ok := any(nil), false
	if query, ok = p.find("list", "dict"); !ok || p.chance(3) {
		query = list{tuple{p.token(), r}}
	}
	c := fn("urlencode", query)
	if p.chance(2) {
		key(c, "doseq", true)
	}
	if p.chance(3) {
		key(c, "safe", pick(p.generator, safes))
	}
	if p.chance(4) {
		key(c, "quote_via", function("quote"))
	}
	p.add(c, "str", false)
}

// TestLivePrograms compares package urllib with each interpreter on generated programs: EARL_CALLS/4 of them, 5,000 if
// not set, from the seed EARL_SEED.
func TestLivePrograms(t *testing.T) {
	n, seed := urltest.Number(t, "EARL_CALLS", 20_000)/4, urltest.Number(t, "EARL_SEED", 1)
	eachPython(t, func(t *testing.T, p string) {
		py := liveRelease(t, p)
		g := newGenerator(uint64(seed))
		steps := 0
		const batch = 5_000
		for done := 0; done < n && !t.Failed(); done += batch {
			programs := make([]*call, min(batch, n-done))
			for i := range programs {
				programs[i] = g.program()
				steps += len(programs[i].Args)
			}
			compareLive(t, p, py, programs)
		}
		t.Logf("CPython %s: %d generated programs, %d steps, seed %d", py.Version, n, steps, seed)
	})
}
