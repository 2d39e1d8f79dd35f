package linkprop_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"earl.example/internal/names/linkprop"
)

// TestProperties checks the numbers of code points that the data files state, and the values of some code points.
func TestProperties(t *testing.T) {
	t.Parallel()
	var terms [5]int
	mail := 0
	for r := range rune(unicode.MaxRune + 1) {
		term := linkprop.TermOf(r)
		terms[term]++
		if linkprop.InLocalPart(r) {
			mail++
		}
		if r < utf8.RuneSelf && linkprop.ASCII[r] != term {
			t.Errorf("ASCII[%q] = %v, want %v", r, linkprop.ASCII[r], term)
		}
		opener := linkprop.Opener(r)
		if (opener != 0) != (term == linkprop.Close) || opener != 0 && linkprop.TermOf(opener) != linkprop.Open {
			t.Errorf("%U has Link_Term %v and the opening bracket %U", r, term, opener)
		}
	}
	want := [5]int{linkprop.Include: 172_312, linkprop.Soft: 332, linkprop.Open: 65, linkprop.Close: 65}
	want[linkprop.Hard] = unicode.MaxRune + 1 - 172_312 - 332 - 65 - 65
	if terms != want || mail != 162_100 {
		t.Errorf("%v code points for each Link_Term and %d for Link_Email, want %v and 162100", terms, mail, want)
	}
	for r, want := range map[rune]linkprop.Term{
		'a': linkprop.Include, '.': linkprop.Soft, '(': linkprop.Open, ')': linkprop.Close, ' ': linkprop.Hard, '<': linkprop.Open,
		'\u3002': linkprop.Soft, '\u3042': linkprop.Include, '\uE000': linkprop.Hard, '\U0010FFFF': linkprop.Hard, -1: linkprop.Hard,
		0x110000: linkprop.Hard,
	} {
		if got := linkprop.TermOf(r); got != want {
			t.Errorf("TermOf(%U) = %v, want %v", r, got, want)
		}
	}
	if opener := linkprop.Opener('\u300D'); opener != '\u300C' {
		t.Errorf("Opener(U+300D) = %U, want U+300C", opener)
	}
}
