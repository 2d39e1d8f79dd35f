package baseurl_test

import (
	"strings"
	"testing"

	"earl.example/baseurl"
	"earl.example/urltext"
)

// TestText has the text of RFC 3986 appendix C.
func TestText(t *testing.T) {
	t.Parallel()
	check(t, baseurl.Options{}, baseurl.Text, `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
      but you can probably pick it up from <ftp://foo.example.
      com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
      ietf/uri/historical.html#WARNING>.`,
		" [] http://www.w3.org/Addressing/ = http://www.w3.org/Addressing/",
		" [] ftp://foo.example.com/rfc/ = ftp://foo.example.com/rfc/",
		" [] http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING = "+
			"http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING")
	relative := at("http://h/a/b")
	relative.Find = urltext.FindOptions{Relative: true}
	check(t, relative, baseurl.Text, "see <../c>", " [] ../c = http://h/c")
	latin := at("http://h/")
	latin.Charset = "utf-16le"
	check(t, latin, baseurl.Text, "h\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00/\x00", " [] http://a/ = http://a/")
}

// TestTextStream: what is found in a long text does not depend on the pieces in
// which it is read.
func TestTextStream(t *testing.T) {
	t.Parallel()
	longer := 200_000 // than what is looked at at a time
	for name, unit := range map[string]string{
		"lines": "http://h/a/b\n", "brackets": "see <http://h/\r\n a> and \"http://b/\" (http://c/).\n",
		"quotes":     `"no" "http://h/" "`,
		"not closed": "< http://h/ x\n", "marks": "> text <http://h/\n> a>\n", "one long line": "http://h/a ",
		"no space": "http://h/a{", "tabs": "http://h/\v\t",
		"one bracket": "<",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, marks := range []bool{true, false} {
				if !marks && testing.Short() {
					continue
				}
				opt := baseurl.Options{Find: urltext.FindOptions{QuoteMarks: marks}}
				doc := strings.Repeat(unit, longer/len(unit))
				if unit == "<" { // up to the end, nothing tells where the text can be cut
					doc = unit + strings.Repeat("http://h/a\n", longer/len("http://h/a\n")) + ">"
				}
				var want []urltext.Match
				for m := range opt.Find.Find(doc) {
					want = append(want, m)
				}
				i := 0
				for ref, err := range opt.References(baseurl.Text, stream(doc)) {
					if err != nil || i >= len(want) || ref.Raw != want[i].Ref.String() || ref.Offset != int64(want[i].Start) ||
						ref.End != int64(want[i].End) {
						t.Fatalf("%d: %+v, %v", i, ref, err)
					}
					i++
				}
				if i != len(want) || i == 0 {
					t.Errorf("%d of %d references", i, len(want))
				}
			}
		})
	}
}

// TestTextLimit: what looks like a reference without end is an error, and the
// text goes on behind it.
func TestTextLimit(t *testing.T) {
	t.Parallel()
	opt := baseurl.Options{MaxToken: 1 << 10}
	check(t, opt, baseurl.Text, "http://a/ "+strings.Repeat("x", 4096)+" http://b/",
		" [] http://a/ = http://a/", " []  ! a token within the limit @9", " []  ! a token within the limit @1033",
		" []  ! a token within the limit @2057", " []  ! a token within the limit @3081", " [] http://b/ = http://b/")
}
