package urllib_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/pycall"
)

// A difference is a call that Python and earl answer differently.
type difference struct{ release, name, call, want, got string }

// maxReported is how many differences one test prints.
const maxReported = 20

// knownFile lists the differences that are accepted, one a line:
//
//	release <tab> call <tab> reason
//
// A line must match a difference exactly, and be one.
var knownFile = filepath.Join("testdata", "known_differences.txt")

// known returns the reasons of the accepted differences by release and call.
func known(tb testing.TB) map[[2]string]string {
	tb.Helper()
	f, err := os.Open(knownFile)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	all := map[[2]string]string{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 || fields[2] == "" {
			tb.Fatalf("%s: %q is not release, call, reason", knownFile, line)
		}
		all[[2]string{fields[0], fields[1]}] = fields[2]
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return all
}

// report prints differences that are not known, as small as minimise makes
// them. minimise may be nil.
func report(tb testing.TB, found []difference, minimise func(difference) difference) {
	tb.Helper()
	accepted := known(tb)
	found = slices.DeleteFunc(found, func(d difference) bool {
		return accepted[[2]string{d.release, d.call}] != ""
	})
	if len(found) == 0 {
		return
	}
	seen := map[string]bool{}
	printed := 0
	for _, d := range found {
		if printed == maxReported {
			break
		}
		if minimise != nil {
			d = minimise(d)
		}
		if alike := sameShape(d); seen[alike] {
			continue
		} else {
			seen[alike] = true
		}
		printed++
		want, got := aroundDifference(d.want, d.got)
		tb.Errorf("%s %s: %.2000s\n\tPython: %s\n\tearl:   %s", d.release, d.name, d.call, want, got)
	}
	tb.Errorf("%d differences, %d shown", len(found), printed)
}

// aroundDifference cuts long outcomes to where they begin to differ.
func aroundDifference(want, got string) (string, string) {
	const most, before = 600, 100
	if len(want) <= most && len(got) <= most {
		return want, got
	}
	at := 0
	for at < len(want) && at < len(got) && want[at] == got[at] {
		at++
	}
	cut := func(s string) string {
		lo, hi := max(0, at-before), min(len(s), at+most)
		return fmt.Sprintf("(bytes %d to %d of %d) %s", lo, hi, len(s), s[lo:hi])
	}
	return cut(want), cut(got)
}

// sameShape returns what differences have in common that are likely one.
func sameShape(d difference) string {
	letters := func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return 'a'
		}
		return r
	}
	name, rest, _ := strings.Cut(d.call, "(")
	for _, outcome := range []string{d.got, d.want} {
		if strings.HasPrefix(outcome, "panic ") || strings.HasPrefix(outcome, "raise ") {
			return name + strings.Map(letters, outcome)
		}
	}
	return name + strings.Map(letters, rest)
}

// minimise returns the smallest call that it finds near d's on which the
// oracle and earl still differ.
func minimise(tb testing.TB, o *oracle, d difference) difference {
	e, err := pycall.Parse(d.call)
	if err != nil {
		return d
	}
	for range 60 {
		next, smaller := smallerDifference(tb, o, e, d)
		if next == nil {
			break
		}
		e, d = next, smaller
	}
	return d
}

// smallerDifference returns the first of e's variants on which oracle and
// earl differ.
func smallerDifference(tb testing.TB, o *oracle, e pycall.Expr, d difference) (pycall.Expr, difference) {
	var tried []pycall.Expr
	var calls, outcomes []string
	for _, v := range variants(e) {
		call := v.String()
		if len(call) >= len(d.call) {
			continue
		}
		if outcome, err := pycall.Outcome(o.python, v); err == nil {
			tried, calls, outcomes = append(tried, v), append(calls, call), append(outcomes, outcome)
		}
	}
	answers, err := o.ask(calls)
	if err != nil {
		tb.Log(err)
		return nil, d
	}
	for i, v := range tried {
		if answers[i] != outcomes[i] {
			d.call, d.want, d.got = calls[i], answers[i], outcomes[i]
			return v, d
		}
	}
	return nil, d
}

// variants returns simpler forms of e: a part of it, a part left out, a
// shorter literal.
func variants(e pycall.Expr) []pycall.Expr {
	var all []pycall.Expr
	switch e := e.(type) {
	case pycall.Literal:
		switch v := e.Value.(type) {
		case string:
			for _, s := range shorter(runes(v)) {
				all = append(all, pycall.Literal{Value: runesText(s)})
			}
		case pycall.Bytes:
			for _, s := range shorter([]byte(v)) {
				all = append(all, pycall.Literal{Value: pycall.Bytes(s)})
			}
		}
	case pycall.Attribute:
		all = append(all, e.X)
		for _, x := range variants(e.X) {
			all = append(all, pycall.Attribute{X: x, Name: e.Name})
		}
	case pycall.Binary:
		all = append(all, e.X, e.Y)
	case pycall.Display:
		all = append(all, e.Items...)
		step := 1
		if e.Open == '{' {
			step = 2
		}
		for i := 0; i+step <= len(e.Items); i += step {
			all = append(all, pycall.Display{Open: e.Open, Items: slices.Delete(slices.Clone(e.Items), i, i+step)})
		}
		for i := range e.Items {
			for _, x := range variants(e.Items[i]) {
				items := slices.Clone(e.Items)
				items[i] = x
				all = append(all, pycall.Display{Open: e.Open, Items: items})
			}
		}
	case pycall.Call:
		all = callVariants(e)
	}
	return all
}

func callVariants(e pycall.Call) []pycall.Expr {
	var all []pycall.Expr
	if a, ok := e.Fn.(pycall.Attribute); ok {
		all = append(all, a.X)
		for _, x := range variants(a.X) {
			all = append(all, pycall.Call{Fn: pycall.Attribute{X: x, Name: a.Name}, Args: e.Args, Keywords: e.Keywords})
		}
	}
	for i := range e.Keywords {
		all = append(all, pycall.Call{Fn: e.Fn, Args: e.Args, Keywords: slices.Delete(slices.Clone(e.Keywords), i, i+1)})
		for _, x := range variants(e.Keywords[i].X) {
			keywords := slices.Clone(e.Keywords)
			keywords[i].X = x
			all = append(all, pycall.Call{Fn: e.Fn, Args: e.Args, Keywords: keywords})
		}
	}
	for i := range e.Args {
		for _, x := range variants(e.Args[i]) {
			args := slices.Clone(e.Args)
			args[i] = x
			all = append(all, pycall.Call{Fn: e.Fn, Args: args, Keywords: e.Keywords})
		}
	}
	return all
}

// shorter returns s without one half, quarter and so on, down to single items.
func shorter[T any](s []T) [][]T {
	var all [][]T
	for n := len(s); n > 0; n /= 2 {
		for i := 0; i+n <= len(s) && len(all) < 200; i += n {
			all = append(all, slices.Delete(slices.Clone(s), i, i+n))
		}
	}
	return all
}

// raw returns e with lone surrogates U+DC80 to U+DCFF written as the single
// bytes that package urllib takes for them, wherever that cannot make a
// well-formed sequence; and whether there is any.
func raw(e pycall.Expr) (pycall.Expr, bool) {
	found := false
	all := func(items []pycall.Expr) []pycall.Expr {
		out := make([]pycall.Expr, len(items))
		for i := range items {
			x, ok := raw(items[i])
			out[i], found = x, found || ok
		}
		return out
	}
	one := func(x pycall.Expr) pycall.Expr { return all([]pycall.Expr{x})[0] }
	switch v := e.(type) {
	case pycall.Literal:
		s, ok := v.Value.(string)
		if !ok {
			return e, false
		}
		var b []byte
		for _, r := range runes(s) {
			if c := byte(r); r>>8 == 0xDC && c >= 0x80 && (c < 0xC2 || c > 0xF4) {
				b, found = append(b, c), true
			} else {
				b = str.AppendRune(b, r)
			}
		}
		e = pycall.Literal{Value: string(b)}
	case pycall.Attribute:
		e = pycall.Attribute{X: one(v.X), Name: v.Name}
	case pycall.Binary:
		e = pycall.Binary{Op: v.Op, X: one(v.X), Y: one(v.Y)}
	case pycall.Display:
		e = pycall.Display{Open: v.Open, Items: all(v.Items)}
	case pycall.Call:
		c := pycall.Call{Fn: one(v.Fn), Args: all(v.Args)}
		for _, k := range v.Keywords {
			c.Keywords = append(c.Keywords, pycall.Keyword{Name: k.Name, X: one(k.X)})
		}
		e = c
	}
	return e, found
}

// evaluate returns earl's outcome of a call. A call with lone surrogates is
// made twice, with both ways to write them; the two must agree.
func evaluate(o *oracle, call string) (string, error) {
	e, err := pycall.Parse(call)
	if err != nil {
		return "", err
	}
	got, err := pycall.Outcome(o.python, e)
	if err != nil {
		return "", err
	}
	if other, ok := raw(e); ok {
		second, err := pycall.Outcome(o.python, other)
		if err != nil {
			return "", err
		}
		if second != got {
			return fmt.Sprintf("disagree: with surrogates %s, with bytes %s", got, second), nil
		}
	}
	return got, nil
}
