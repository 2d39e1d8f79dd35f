package urllib_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestLiveTables compares all tables with every Python found.
func TestLiveTables(t *testing.T) {
	all := rows(t)
	for _, o := range oracles(t) {
		t.Run(o.release, func(t *testing.T) {
			t.Parallel()
			report(t, judge(t, o, all), func(d difference) difference { return minimise(t, o, d) })
			t.Logf("CPython %s, Unicode %s: %d calls of the tables", o.release, o.unicode, len(all))
		})
	}
}

// judge asks Python and earl, and returns the differences.
func judge(tb testing.TB, o *oracle, all []row) []difference {
	tb.Helper()
	calls := make([]string, len(all))
	for i, r := range all {
		calls[i] = r.call
	}
	answers, err := o.ask(calls)
	if err != nil {
		tb.Fatal(err)
	}
	var found []difference
	for i, r := range all {
		got, err := evaluate(o, r.call)
		if err != nil {
			tb.Fatalf("%s: %v", r.name, err)
		}
		if got != answers[i] {
			found = append(found, difference{o.release, r.name, r.call, answers[i], got})
		}
	}
	return found
}

// TestLiveGenerated compares generated calls with every Python found. There
// are 20,000 for each, or EARL_CALLS; EARL_SEED gives others.
func TestLiveGenerated(t *testing.T) {
	n, seed := calls(t), seed(t)
	for _, o := range oracles(t) {
		t.Run(o.release, func(t *testing.T) {
			t.Parallel()
			const batch = 5_000
			g := newGenerator(seed)
			var found []difference
			for done := 0; done < n && len(found) < 1_000; done += batch {
				var all []row
				for i := range min(batch, n-done) {
					if call := g.call().String(); !o.hosted || !asksInterpreter(call) {
						all = append(all, row{fmt.Sprintf("seed %d call %d", seed, done+i), call})
					}
				}
				found = append(found, judge(t, o, all)...)
			}
			report(t, found, func(d difference) difference { return minimise(t, o, d) })
			t.Logf("CPython %s: %d generated calls, seed %d", o.release, n, seed)
		})
	}
}

// thorough is from how many calls on TestLiveUnicode tries every character
// in every place.
const thorough = 1_000_000

// TestLiveUnicode compares whatever depends on a table of Unicode: lower case,
// repr and NFKC for every code point, and white space, digits and the
// neighbours of a final sigma for every code point if EARL_CALLS is a
// million, otherwise for those that any release may have as such.
func TestLiveUnicode(t *testing.T) {
	if testing.Short() {
		t.Skip("every code point: not with -short")
	}
	all := unicodeRows(calls(t) >= thorough)
	for _, o := range oracles(t) {
		t.Run(o.release, func(t *testing.T) {
			t.Parallel()
			report(t, judge(t, o, all), func(d difference) difference { return minimise(t, o, d) })
			t.Logf("CPython %s, Unicode %s: %d calls", o.release, o.unicode, len(all))
		})
	}
}

func unicodeRows(every bool) []row {
	var all []row
	add := func(format string, args ...any) {
		all = append(all, row{"Unicode", fmt.Sprintf(format, args...)})
	}
	const chunk = 256
	for first := rune(0); first < utf8.MaxRune; first += chunk {
		var r []rune
		for c := first; c < first+chunk; c++ {
			if !strings.ContainsRune("@:[]%", c) {
				r = append(r, c)
			}
		}
		s := text(runesText(r))
		add("SplitResult('', %s, '', '', '').hostname", s)
		add("repr(DefragResult(%s, ''))", s)
		for _, c := range splitters {
			s = strings.ReplaceAll(s, strings.Trim(text(string(c)), "'"), "")
		}
		if first > 0x80 {
			add("urlsplit('//' + %s).path", s)
		}
	}
	for c := rune(0x80); c < 0x30000; c++ {
		if !utf8.ValidRune(c) {
			continue
		}
		s := string(c)
		// Characters that Go's tables, of whatever age, have as numbers or as
		// space, and every so many of the others.
		if every || unicode.IsNumber(c) || unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) || c%61 == 0 {
			add("SplitResult('', %s, '', '', '').port", text("h:1"+s))
			add("unwrap(%s)", text(s+"x"+s))
		}
		if every || unicode.IsOneOf([]*unicode.RangeTable{unicode.L, unicode.M, unicode.Cf, unicode.Sk}, c) && c%7 == 0 || c%61 == 1 {
			add("SplitResult('', %s, '', '', '').hostname", text("A"+s+"\u03a3.\u03a3"+s+"A."+s+"\u03a3"))
		}
	}
	return all
}

// TestKnownDifferencesDiffer fails for a line of the file of known
// differences that is none, as far as the Pythons found can tell.
func TestKnownDifferencesDiffer(t *testing.T) {
	accepted := known(t)
	if len(accepted) == 0 {
		return
	}
	for _, o := range oracles(t) {
		for key, reason := range accepted {
			if key[0] != o.release {
				continue
			}
			if len(judge(t, o, []row{{"known", key[1]}})) == 0 {
				t.Errorf("%s %s does not differ; it was said to because: %s", key[0], key[1], reason)
			}
		}
	}
}

// TestJudgeCanFail makes sure that the comparison notices: it asks for one
// release and compares with another.
func TestJudgeCanFail(t *testing.T) {
	for _, o := range oracles(t) {
		wrong := pythonOfOther(t, o)
		found := judge(t, wrong, []row{
			{"scheme of digits", "urlsplit('path:80')"},
			{"version of brackets", "urlsplit('//[foo]')"},
			{"params of rtsps", "urlparse('rtsps:a;b')"},
		})
		if len(found) == 0 {
			t.Errorf("no difference between CPython %s and earl's %s", o.release, wrong.python.Version)
		}
		for _, d := range found {
			small := minimise(t, wrong, d)
			if len(small.call) > len(d.call) || small.want == small.got {
				t.Errorf("minimised %+v to %+v", d, small)
			}
		}
	}
}

// pythonOfOther returns the oracle with earl set to a release that differs.
func pythonOfOther(tb testing.TB, o *oracle) *oracle {
	other := "3.8.8"
	if compareReleases(o.release, "3.11.4") < 0 {
		other = "3.13"
	}
	return &oracle{command: o.command, release: o.release, python: pythonOf(tb, other), in: o.in, out: o.out, cmd: o.cmd}
}
