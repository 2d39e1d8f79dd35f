package rfc3986

import (
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
)

// checkMeasure: what measure finds in s is what Parse found, wherever the path is.
func checkMeasure(t *testing.T, s string) {
	t.Helper()
	r, _, broken := parse(s, &withZones)
	if broken != nil || r.path() == 0 {
		return // measure has nothing to go by
	}
	if got, want := r.measure(), (layout{after: r.after(), host: r.host(), hostEnd: r.hostEnd(), path: r.path()}); got != want {
		t.Errorf("measure(%q) = %+v, want %+v", s, got, want)
	}
}

func FuzzMeasureFindsWhatParseDoes(f *testing.F) {
	for _, s := range []string{
		"a:", "//", "a://", "//h", "a:b:c@d", "//@:", "//u:p@h:1/:@?:@#:@", "s://[::1]:2", "//u@[v1.a:b]",
		"//[fe80::1%25en1]/",
		"a:/@:", "a:?//b@c:1", "///", "s:////", "//h?@:#[",
	} {
		f.Add(s)
	}
	f.Fuzz(checkMeasure)
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	for _, s := range urltest.MadeUp(2000) {
		checkMeasure(t, s)
		checkMeasure(t, strings.Replace(s, "://", "://u:p@", 1))
		checkMeasure(t, strings.Replace(s, "/", ":80/", 3))
	}
}

// pieces takes r apart, with the delimiters.
func pieces(r Ref) (p [8]string) {
	if r.IsURI() {
		p[0] = r.Scheme() + ":"
	}
	host, ok := r.Host()
	if p[3] = host; ok {
		p[1] = "//"
	}
	if userinfo, ok := r.Userinfo(); ok {
		p[2] = userinfo + "@"
	}
	if port, ok := r.Port(); ok {
		p[4] = ":" + port
	}
	p[5] = r.Path()
	if query, ok := r.Query(); ok {
		p[6] = "?" + query
	}
	if fragment, ok := r.Fragment(); ok {
		p[7] = "#" + fragment
	}
	return p
}

// TestOverflow parses references with paths that begin near the largest offset that Ref.head stores, and after it. The
// tilde is replaced by as many digits as needed.
func TestOverflow(t *testing.T) {
	t.Parallel()
	for _, row := range [][8]string{
		{"s~:", "", "", "", "", "p:@", "?q", "#f"},
		{"s~:", "//", "", "h", "", "/", "", ""},
		{"", "//", "~@", "h", ":8", "/@:", "?", "#"},
		{"s:", "//", "u:~@", "", "", "", "", ""},
		{"s:", "//", "", "~", "", "", "?q@", ""},
		{"", "//", "@", "~", ":", "", "", "#/"},
		{"s:", "//", "", "[v1.~:]", ":1", "//x", "", ""},
		{"", "//", "", "[::1]", ":~", "/", "", "#"},
		{"s:", "//", "u@", "h", ":~", "", "?", ""},
	} {
		for _, at := range []int{0xfffe, 0xffff, 0x10000, 100_000} {
			want := row
			for i := range want {
				want[i] = strings.Replace(row[i], "~", strings.Repeat("1", at+1-len(strings.Join(row[:5], ""))), 1)
			}
			r, err := Parse(strings.Join(want[:], ""))
			if err != nil || pieces(r) != want || int(r.path()) != at {
				t.Fatalf("%q with its path at %d is taken apart otherwise, %v", row, at, err)
			}
			if r.IsURI() != (row[0] != "") || (r.PathForm() == "path-abempty") != (row[1] != "") {
				t.Errorf("%q with its path at %d is of another kind", row, at)
			}
			if again, err := (Edit{}).Apply(r); err != nil || again != r {
				t.Errorf("%q with its path at %d is another when put together again", row, at)
			}
			removed := func(c urlerr.Component) Ref {
				without, err := Edit{Remove: []urlerr.Component{c}}.Apply(r)
				if err != nil {
					t.Error(err)
				}
				return without
			}
			for i, made := range []Ref{
				r.Normalize(stepsAll), r.Normalize(StepDefaultPort), removed(urlerr.Scheme), removed(urlerr.Authority),
				removed(urlerr.Userinfo), removed(urlerr.Port), removed(urlerr.Query), r.WithoutFragment(), r.Clone(),
			} {
				if again, err := Parse(made.String()); err != nil || again != made {
					t.Errorf("%q with its path at %d: what was made of it, number %d, is not what is read of its text, %v", row, at, i,
						err)
				}
			}
			base, ok := r.URI()
			if !ok {
				base = MustParseURI("s://h/a/b")
			}
			for _, ref := range []Ref{r, MustParse("../g"), MustParse("?x"), MustParse("./y/../z")} {
				target, err := Resolve(base, ref)
				again, err2 := Parse(target.String())
				if err != nil || err2 != nil || again != target.Ref() {
					t.Errorf("%q with its path at %d: the target is not what is read of it, %v, %v", row, at, err, err2)
				}
			}
		}
	}
}
