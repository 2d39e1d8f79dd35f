package urllib

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/internal/testing/urltest"
)

// The slow twins: the same functions in the plainest way, statement by
// statement as CPython has them, to compare the fast ones with.

// slowSplit is urlsplit of the default release, without its checks of netloc.
func slowSplit(url string, allowFragments bool) SplitResult[string] {
	var r SplitResult[string]
	url = strings.TrimLeftFunc(url, func(c rune) bool { return c <= ' ' })
	if strings.ContainsAny(url, "\t\r\n") {
		url = strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(str.Canonical(url))
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if i := strings.Index(url, ":"); i > 0 && strings.ContainsRune(letters, rune(url[0])) &&
		strings.Trim(url[:i], letters+"0123456789+-.") == "" {
		ok := true
		for _, c := range []byte(url[:i]) {
			ok = ok && strings.IndexByte(letters+"0123456789+-.", c) >= 0
		}
		if ok {
			r.Scheme, url = strings.ToLower(url[:i]), url[i+1:]
		}
	}
	if strings.HasPrefix(url, "//") {
		end := strings.IndexAny(url[2:], "/?#") + 2
		if end < 2 {
			end = len(url)
		}
		r.Netloc, url = url[2:end], url[end:]
	}
	if allowFragments {
		url, r.Fragment, _ = strings.Cut(url, "#")
	}
	r.Path, r.Query, _ = strings.Cut(url, "?")
	return r
}

// unreserved is what quote never touches: letters, digits and _.-~ of ASCII.
const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"

// slowQuote is quote_from_bytes, or quote_plus of bytes.
func slowQuote(s, safe string, plus bool) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		switch {
		case plus && c == ' ':
			b.WriteByte('+')
		case c < 0x80 && strings.IndexByte(unreserved+safe, c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// slowUnquote is unquote with all defaults: run by run of ASCII, octet by
// octet, character by character.
func slowUnquote(s string) string {
	var out strings.Builder
	var octets []byte
	flush := func() {
		for len(octets) > 0 {
			r, n := utf8.DecodeRune(octets)
			if r == utf8.RuneError && n <= 1 {
				n = max(1, maximalPart(octets))
			}
			out.WriteRune(r)
			octets = octets[n:]
		}
	}
	for i := 0; i < len(s); i++ {
		var c byte
		switch n, _ := fmt.Sscanf(s[i:min(i+3, len(s))], "%%%2x", &c); {
		case s[i] >= 0x80:
			flush()
			out.WriteByte(s[i])
		case n == 1 && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			octets = append(octets, c)
			i += 2
		default:
			octets = append(octets, s[i])
		}
	}
	flush()
	return out.String()
}

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }

// maximalPart returns how many octets at the start of b begin a sequence of
// UTF-8 and are cut off by what follows.
func maximalPart(b []byte) int {
	for n := min(3, len(b)); n > 1; n-- {
		for _, end := range []string{"\x80", "\x80\x80", "\xbf", "\xbf\xbf", "\x90", "\x90\x80"} {
			if utf8.FullRune(append(b[:n:n], end...)) && utf8.Valid(append(b[:n:n], end...)) {
				return n
			}
		}
	}
	return 1
}

func FuzzSplitEqualsSlowSplit(f *testing.F) {
	for _, s := range []string{"http://u:p@h:80/p;a?q#f", " ht\ntp://h", "//h", "a:b", "1a:b", "?#", "x#?y",
		"http://h?q/#", "HTTP:"} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, url string, noFragments bool) {
		got, err := Python{}.Split(url, URLOptions{NoFragments: noFragments})
		if err != nil {
			return // refused for its netloc
		}
		if want := slowSplit(url, !noFragments); got != want {
			t.Errorf("split(%q, %v)\n got %q\nwant %q", url, noFragments, got, want)
		}
	})
}

func TestSplitEqualsSlowSplit(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	const alphabet = "aZ0:/?#;@[]%+-. \t\n\x00é\xff"
	for range sample(200_000) {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteByte(alphabet[r.IntN(len(alphabet))])
		}
		got, err := Split(b.String())
		if err != nil {
			continue
		}
		if want := slowSplit(b.String(), true); got != want {
			t.Fatalf("split(%q)\n got %q\nwant %q", b.String(), got, want)
		}
	}
}

func FuzzQuoteEqualsSlowQuote(f *testing.F) {
	f.Add("/El Ni\u00f1o/", "/", false)
	f.Add(strings.Repeat("a b", 100), " ", true)
	f.Add("a\x80\xff+", "+\u00e9", true)
	f.Fuzz(func(t *testing.T, s, safe string, plus bool) {
		opt := QuoteOptions{Safe: &safe}
		got, _ := Interpreter[[]byte]{}.Quote([]byte(s), opt)
		if plus {
			got, _ = Interpreter[[]byte]{}.QuotePlus([]byte(s), opt)
		}
		want := slowQuote(s, safe, plus)
		if got != want {
			t.Errorf("quote(%q, %q, plus %v)\n got %q\nwant %q", s, safe, plus, got, want)
		}
		if !utf8.ValidString(s) {
			return
		}
		quote := Python{}.Quote
		if plus {
			quote = Python{}.QuotePlus
		}
		if text, err := quote(s, opt); text != want || err != nil {
			t.Errorf("quote(%q): %q, %v, want %q", s, text, err, want)
		}
	})
}

func FuzzUnquoteEqualsSlowUnquote(f *testing.F) {
	f.Add("/El%20Ni%C3%B1o/%zz%4")
	f.Add("%E2é%82%AC%F0%9F%98x%ED%A0%80%C0%80+")
	f.Add("%C3\xa9%a9é%C3")
	f.Add("\xc3%A9") // bytes that come together as a character
	f.Add("%C3\xa9")
	f.Fuzz(func(t *testing.T, s string) {
		want := slowUnquote(s)
		if got := Unquote(s); got != want {
			t.Errorf("Unquote(%q) = %q, want %q", s, got, want)
		}
		if got, err := (Python{}).Unquote(s, CodecOptions{}); got != want || err != nil {
			t.Errorf("Python.Unquote(%q) = %q, %v, want %q", s, got, err, want)
		}
		plus := strings.ReplaceAll(s, "+", " ")
		if got, want := UnquotePlus(s), slowUnquote(plus); got != want {
			t.Errorf("UnquotePlus(%q) = %q, want %q", s, got, want)
		}
		octets, err := Python{}.UnquoteToBytes(s)
		if utf8.ValidString(s) != (err == nil) {
			t.Errorf("Python{}.UnquoteToBytes(%q) gives %v", s, err)
		}
		if err == nil && utf8.Valid(octets) && !strings.ContainsFunc(s, func(r rune) bool {
			return r >= utf8.RuneSelf
		}) && string(octets) != want {
			t.Errorf("Python{}.UnquoteToBytes(%q) = %q, want %q", s, octets, want)
		}
	})
}

func FuzzQueryEqualsSlowQuery(f *testing.F) {
	f.Add("a=1&b=2&a=%26&&c", "&", true)
	f.Add("a;b=;;=c+d", ";", false)
	f.Add("aXYb=1XY", "XY", true)
	f.Fuzz(func(t *testing.T, qs, separator string, keepBlank bool) {
		if separator == "" {
			return
		}
		text, sep := str.Canonical(qs), str.Canonical(separator)
		if utf8.ValidString(separator) {
			text = qs
		}
		want := slowQuery(text, sep, keepBlank)
		got, err := Python{}.ParseQSL(qs, QueryOptions{KeepBlankValues: keepBlank, Separator: &separator})
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("ParseQSL(%q, %q, %v)\n got %q\nwant %q (%v)", qs, separator, keepBlank, got, want, err)
		}
		compareQueries(t, qs)
	})
}

// slowQuery is parse_qsl.
func slowQuery(qs, separator string, keepBlank bool) (pairs []Pair[string]) {
	for field := range strings.SplitSeq(qs, separator) {
		name, value, _ := strings.Cut(field, "=")
		if field != "" && (value != "" || keepBlank) {
			pairs = append(pairs, Pair[string]{
				slowUnquote(strings.ReplaceAll(name, "+", " ")),
				slowUnquote(strings.ReplaceAll(value, "+", " ")),
			})
		}
	}
	return pairs
}

// compareQueries holds the functions with all defaults against slowQuery.
func compareQueries(t *testing.T, qs string) {
	t.Helper()
	want := slowQuery(qs, "&", false)
	var yielded []Pair[string]
	for name, value := range decodedPairs(qs) {
		yielded = append(yielded, Pair[string]{name, value})
	}
	if got := ParseQSL(qs); !slices.Equal(got, want) || !slices.Equal(yielded, want) {
		t.Errorf("ParseQSL(%q)\n got %q\n and %q, pair by pair\nwant %q", qs, got, yielded, want)
	}
	var names []string
	values := make(map[string][]string)
	for _, pair := range want {
		name := str.Canonical(pair.Name)
		if values[name] == nil {
			names = append(names, name)
		}
		values[name] = append(values[name], pair.Value)
	}
	d := ParseQS(qs)
	i := 0
	for name, got := range d.All() {
		if i == len(names) {
			t.Fatalf("ParseQS(%q) has more than the %d names wanted, such as %q", qs, i, name)
		}
		if again, ok := d.Get(name); name != names[i] || !slices.Equal(got, values[name]) || !ok ||
			!slices.Equal(again, got) {
			t.Errorf("ParseQS(%q): name %d is %q with %q, and %q; want %q with %q", qs, i, name, got, again, names[i],
				values[names[i]])
		}
		i++
	}
	if i < len(names) {
		t.Errorf("ParseQS(%q) has %d names, want %d", qs, i, len(names))
	}
	const absent = "no such name"
	if _, ok := d.Get(absent); ok && values[absent] == nil {
		t.Errorf("ParseQS(%q) has a name that nothing has", qs)
	}
}

func TestQueryEqualsSlowQuery(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	compareQueries(t, "")
	for range sample(20_000) {
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString([]string{"&", "&", "=", "=", "a", "b", "c", "long name", "+", "%41", "%", "é"}[r.IntN(12)])
		}
		compareQueries(t, b.String())
	}
	for _, unit := range []string{"a=1&", "a%d=1&", "&a=%d", "a=1&b%d=2&a=3&", "&&a=&b%d&=%d&"} {
		for _, n := range []int{5, 11, 12, 13, 15, 16, 17, 300, 1000} {
			var b strings.Builder
			for i := range n {
				b.WriteString(strings.ReplaceAll(unit, "%d", strconv.Itoa(i%(1+n*2/3))))
			}
			compareQueries(t, b.String())
		}
	}
}

// sample returns how many of n random inputs to try: all in the third tier, and with -short one in a hundred.
func sample(n int) int {
	switch {
	case urltest.IsExhaustive():
		return n
	case testing.Short():
		return n / 100
	}
	return n / 10
}
