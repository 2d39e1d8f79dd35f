package baseurl

import (
	"strings"
	"testing"
)

func TestExternal(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, params, url, want string }{
		{"in quotes", `url="http://b/"`, "http://b/", "http://b/"},
		{"without quotes", "url=http://b/; size=1", "http://b/", "http://b/"},
		{"folded", "URL\t=\n \"http://b/\n c\"", "http://b/c", "http://b/\n c"},
		{"in pieces", `URL*0="http://b/"; URL*1=c`, "http://b/c",
			`message/external-body; access-type=URL; URL*0="http://b/"; URL*1=c`},
		{"empty", "url=", "", ""},
		{"empty quotes", `url=""; size=1`, "", ""},
		{"a semicolon in quotes", `url="http://b/;c"; size=1`, "http://b/;c", "http://b/;c"},
		{"another name", `x-url=no; url= "c" ; size=1`, "c", "c"},
		{"missing", "size=1", "", "message/external-body; access-type=URL; size=1"},
		{"no closing quote", `url="c`, "c", "c"},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := field{name: "Content-Type", value: "message/external-body; access-type=URL; " + row.params}
			refs := f.external()
			if len(refs) != 1 || refs[0].raw != row.url || f.value[refs[0].from:refs[0].to] != row.want {
				t.Errorf("%q has %+v, want %q with the bounds of %q", f.value, refs, row.url, row.want)
			}
		})
	}
}

// TestExternalPlace checks where the URL is, if its text also occurs before it.
func TestExternalPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]int64{`"x"`: {60, 61}, `""`: {60, 60}, "x": {59, 60}} {
		message := "Content-Type: message/external-body; access-type=URL;\n url=" + text + "\n\n"
		n := 0
		for ref := range (Options{}).References(Message, strings.NewReader(message)) {
			if got := [2]int64{ref.Offset, ref.End}; got != want {
				t.Errorf("url=%s: %v, want %v", text, got, want)
			}
			n++
		}
		if n != 1 {
			t.Errorf("url=%s: %d references, want 1", text, n)
		}
	}
}
