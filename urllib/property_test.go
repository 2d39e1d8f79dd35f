package urllib_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/python/str"
	"earl.example/urllib"
)

// seeds adds the texts that the generator starts from.
func seeds(f *testing.F) {
	f.Helper()
	for _, url := range corpus {
		f.Add(url)
	}
}

// cleaned is url as urlsplit sees it since 3.11.4: without leading controls
// and spaces, and without tab, CR and LF. What is left where one of these was
// is no slice of url any more, so that its surrogates have the usual form.
func cleaned(url string) string {
	url = strings.TrimLeftFunc(url, func(r rune) bool { return r <= ' ' })
	if !strings.ContainsAny(url, "\t\r\n") {
		return url
	}
	url = str.Canonical(url)
	return strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(url)
}

// FuzzSplitReassembles: the parts of a URL occur in it, in order and
// unchanged but for the case of the scheme; and geturl() is a fixed point:
// its result splits into the same components and is its own geturl().
func FuzzSplitReassembles(f *testing.F) {
	seeds(f)
	f.Add("0\n\x91")
	f.Fuzz(func(t *testing.T, url string) {
		r, err := urllib.Split(url)
		if err != nil {
			return
		}
		rest := cleaned(url)
		take := func(text, after string) {
			t.Helper()
			if !strings.HasPrefix(rest, after) {
				after = ""
				if text != "" {
					t.Fatalf("%q: %q with nothing before it, want nothing", url, text)
				}
			}
			var ok bool
			if rest, ok = strings.CutPrefix(rest, after+text); !ok {
				t.Fatalf("%q: %q is not what stands at its place, before %q", url, text, rest)
			}
		}
		if scheme := rest[:min(len(r.Scheme), len(rest))]; strings.EqualFold(scheme, r.Scheme) {
			rest = r.Scheme + rest[len(scheme):]
		}
		take(r.Scheme, "")
		if r.Scheme != "" {
			take("", ":")
		}
		take(r.Netloc, "//")
		take(r.Path, "")
		take(r.Query, "?")
		take(r.Fragment, "#")
		if rest != "" {
			t.Fatalf("%q: %q is in no component, want nothing", url, rest)
		}
		again, err := urllib.Split(r.GetURL())
		if err != nil || again.GetURL() != r.GetURL() || again != r {
			t.Fatalf("%q: %#v, then of %q %#v (%v)", url, r, r.GetURL(), again, err)
		}
		p, err := urllib.Parse(url)
		if err != nil {
			t.Fatalf("%q: Split takes it, Parse says %v, want no error", url, err)
		}
		path := p.Path
		if p.Params != "" {
			path += ";" + p.Params
		}
		if p.Scheme != r.Scheme || p.Netloc != r.Netloc || p.Query != r.Query || p.Fragment != r.Fragment ||
			path != r.Path && path+";" != r.Path {
			t.Fatalf("%q: Split %#v, Parse %#v", url, r, p)
		}
	})
}

// FuzzBytesAgreeWithStrings: for ASCII the functions for bytes return the octets of the results for text,
// and fail where those fail. For other input they fail with UnicodeDecodeError.
func FuzzBytesAgreeWithStrings(f *testing.F) {
	for _, url := range corpus {
		f.Add(url, "../x?y#z")
	}
	f.Add("http://h/\xe9", "x")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, name := range strings.Fields("urlsplit urlparse urldefrag urljoin parse_qsl parse_qs urlsplit.geturl " +
			"urlsplit.hostname urlparse.port") {
			isQuery := strings.HasPrefix(name, "parse_q")
			if isQuery && (!isASCII(a) || strings.Contains(a, "%")) {
				continue // a query of bytes stays bytes
			}
			texts, octets := fn(name, a), fn(name, []byte(a))
			if name == "urljoin" {
				texts, octets = fn(name, a, b), fn(name, []byte(a), []byte(b))
			}
			got, _ := answer(urllib.Python{}, octets)
			if !isASCII(a) || name == "urljoin" && !isASCII(b) {
				if name != "urljoin" && !strings.HasPrefix(got, `{"raise":"UnicodeDecodeError"`) {
					t.Fatalf("%s = %s, want UnicodeDecodeError", appendJSON(nil, octets), got)
				}
				continue
			}
			want, _ := answer(urllib.Python{}, texts)
			if withoutBytes(want) != withoutBytes(got) {
				t.Fatalf("%s = %s, and of bytes %s", appendJSON(nil, texts), want, got)
			}
		}
	})
}

var bytesInAnswer = regexp.MustCompile(`\{"bytes":("(?:[^"\\]|\\.)*")\}|(Result)Bytes|b(')|b(\\")`)

// withoutBytes makes the JSON of bytes look like the JSON of a str.
func withoutBytes(answer string) string { return bytesInAnswer.ReplaceAllString(answer, "$1$2$3$4") }

// FuzzUnquoteInvertsQuote: unquoting gives back the quoted text, for text
// without lone surrogates and for any octets; and the quoted text holds
// only characters that a URL can have.
func FuzzUnquoteInvertsQuote(f *testing.F) {
	seeds(f)
	f.Add("\x80\xff%41+ ")
	f.Fuzz(func(t *testing.T, s string) {
		octets := []byte(s)
		quotedOctets, _ := bytesPython.Quote(octets, urllib.QuoteOptions{})
		plusOctets, _ := bytesPython.QuotePlus(octets, urllib.QuoteOptions{})
		if back, _ := bytesPython.UnquoteToBytes([]byte(quotedOctets)); !bytes.Equal(back, octets) {
			t.Fatalf("%q: quoted %q, and back %q", s, quotedOctets, back)
		}
		quoted, err := urllib.Quote(s)
		plus, err2 := urllib.QuotePlus(s)
		if valid := utf8.ValidString(s); valid != (err == nil) || valid != (err2 == nil) {
			t.Fatalf("%q: valid %v, Quote %v, QuotePlus %v", s, valid, err, err2)
		}
		if err != nil {
			return
		}
		if quoted != quotedOctets || plus != plusOctets {
			t.Fatalf("%q: as text %q and %q, as octets %q and %q", s, quoted, plus, quotedOctets, plusOctets)
		}
		if back := urllib.Unquote(quoted); back != s {
			t.Fatalf("%q: quoted %q, and back %q", s, quoted, back)
		}
		if back := urllib.UnquotePlus(plus); back != s {
			t.Fatalf("%q: quoted %q, and back %q", s, plus, back)
		}
		if i := strings.IndexFunc(quoted+plus, func(r rune) bool {
			return r <= ' ' || r >= 0x7F || strings.ContainsRune("\"<>\\^`{|}?#[]@:&=;", r)
		}); i >= 0 {
			t.Fatalf("%q: quoted %q and %q", s, quoted, plus)
		}
	})
}

// FuzzUnquoteOfConcatenation: unquoting the octets of two texts one after the
// other is unquoting them together, unless an escape spans the seam.
func FuzzUnquoteOfConcatenation(f *testing.F) {
	for _, url := range corpus {
		f.Add(url, "%41%zz%")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if tail := a[max(0, len(a)-2):]; strings.Contains(tail, "%") {
			return
		}
		whole, _ := bytesPython.UnquoteToBytes([]byte(a + b))
		parts, _ := bytesPython.UnquoteToBytes([]byte(a))
		rest, _ := bytesPython.UnquoteToBytes([]byte(b))
		parts = append(parts, rest...)
		if !bytes.Equal(whole, parts) {
			t.Fatalf("%q + %q: whole %q, parts %q", a, b, whole, parts)
		}
	})
}

// FuzzParseQSLInvertsEncode: parsing an encoded query, blanks kept, gives the
// pairs back.
func FuzzParseQSLInvertsEncode(f *testing.F) {
	f.Add("a", "1", "b", "")
	f.Add("", "", "\u00e9&=", "+ %41;")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		for _, s := range []string{a, b, c, d} {
			if !utf8.ValidString(s) {
				return
			}
		}
		want := []urllib.Pair[string]{{Name: a, Value: b}, {Name: c, Value: d}, {Name: a, Value: d}}
		for _, via := range []func(string, urllib.QuoteOptions) (string, error){nil, urllib.Python{}.Quote} {
			qs, err := urllib.Python{}.Encode(want, urllib.EncodeOptions{QuoteVia: via})
			if err != nil {
				t.Fatal(err)
			}
			got, err := urllib.Python{}.ParseQSL(qs, urllib.QueryOptions{KeepBlankValues: true, StrictParsing: true})
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%q: %q, %v, want %q", qs, got, err, want)
			}
			dict, err := urllib.Python{}.ParseQS(qs, urllib.QueryOptions{KeepBlankValues: true})
			if err != nil {
				t.Fatal(err)
			}
			again, err := urllib.Python{}.Encode(dict, urllib.EncodeOptions{DoSeq: true})
			if err != nil {
				t.Fatal(err)
			}
			twice, err := urllib.Python{}.ParseQS(again, urllib.QueryOptions{KeepBlankValues: true})
			if err != nil || showDict(twice) != showDict(dict) {
				t.Fatalf("%q, then %q: %s and %s, %v", qs, again, showDict(dict), showDict(twice), err)
			}
		}
	})
}

func showDict(d urllib.Dict[string]) string {
	var b strings.Builder
	for name, values := range d.All() {
		fmt.Fprintf(&b, "%q", name)
		for _, v := range values {
			fmt.Fprintf(&b, "=%q", v)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// FuzzPairsAgreeWithParseQSL: the iterator yields the items of the slice, the
// dictionary groups it, and each name and value is the unquoted text of a
// field.
func FuzzPairsAgreeWithParseQSL(f *testing.F) {
	f.Add("a=1&b=2&a=3&&c&=x&%41=%zz", true, false)
	f.Add("a+b=c%2Bd", false, true)
	f.Fuzz(func(t *testing.T, qs string, keep, strict bool) {
		opt := urllib.QueryOptions{KeepBlankValues: keep, StrictParsing: strict}
		py := urllib.Python{}
		want, err := py.ParseQSL(qs, opt)
		var got []urllib.Pair[string]
		for p, e := range py.ParsePairs(qs, opt) {
			if e != nil {
				if err == nil || e.Error() != err.Error() {
					t.Fatalf("%q: Pairs %v, ParseQSL %v", qs, e, err)
				}
				return
			}
			got = append(got, p)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q: Pairs %q, ParseQSL %q %v", qs, got, want, err)
		}
		var byField []urllib.Pair[string]
		for field := range strings.SplitSeq(qs, "&") {
			name, value, ok := strings.Cut(field, "=")
			if field != "" && (ok && value != "" || keep) {
				byField = append(byField, urllib.Pair[string]{Name: urllib.UnquotePlus(name), Value: urllib.UnquotePlus(value)})
			}
		}
		if !slices.Equal(got, byField) {
			t.Fatalf("%q: Pairs %q, by field %q", qs, got, byField)
		}
	})
}

// FuzzJoinObeysBase: joining fails exactly if one of the two does not split;
// another scheme gives the reference back; the netloc is the reference's or
// else the base's; the text after the last slash of the base's path does
// not matter to a reference with a path of its own, and such a path has no
// dot segments once joined.
func FuzzJoinObeysBase(f *testing.F) {
	for _, url := range corpus {
		f.Add("http://a/b/c/d;p?q", url)
		f.Add(url, "../x/./y?z")
	}
	f.Fuzz(func(t *testing.T, base, url string) {
		joined, err := urllib.Join(base, url)
		b, errB := urllib.Split(base)
		r, errR := urllib.Split(url)
		if base == "" || url == "" {
			if err != nil || joined != base+url {
				t.Fatalf("Join(%q, %q) = %q, %v", base, url, joined, err)
			}
			return
		}
		if (err == nil) != (errB == nil && errR == nil) {
			// The reference takes the base's scheme, never its errors.
			t.Fatalf("Join(%q, %q): %v; Split: %v and %v", base, url, err, errB, errR)
		}
		if err != nil {
			return
		}
		if r.Scheme != "" && r.Scheme != b.Scheme && joined != url {
			t.Fatalf("Join(%q, %q) = %q: another scheme", base, url, joined)
		}
		relative := urllib.Python{}.Schemes().UsesRelative
		if !slices.Contains(relative, b.Scheme) || r.Scheme != "" && r.Scheme != b.Scheme {
			return
		}
		p, err := urllib.Parse(joined)
		if err != nil {
			t.Fatalf("Join(%q, %q) = %q, which fails: %v", base, url, joined, err)
		}
		if r.Netloc != "" && p.Netloc != r.Netloc || r.Netloc == "" && b.Netloc != "" && p.Netloc != b.Netloc {
			t.Fatalf("Join(%q, %q) = %q: netloc", base, url, joined)
		}
		if r.Netloc == "" && r.Path != "" && r.Path[0] != ';' && strings.Contains(b.Path, "/") &&
			!strings.HasPrefix(b.Path, "//") && b.Netloc != "" {
			cut := b
			cut.Path = b.Path[:strings.LastIndexByte(b.Path, '/')+1] + "other"
			cut.Query, cut.Fragment = "other", "other"
			if again, err := urllib.Join(cut.GetURL(), url); err != nil || again != joined {
				t.Fatalf("Join(%q, %q) = %q, Join(%q, …) = %q, %v", base, url, joined, cut.GetURL(), again, err)
			}
			path := p.Path
			if slices.ContainsFunc(strings.Split(path, "/"), func(s string) bool { return s == "." || s == ".." }) {
				t.Fatalf("Join(%q, %q) = %q has dot segments", base, url, joined)
			}
		}
	})
}

// FuzzAttributesAreParts: username, password, hostname and port are the texts
// at their places of the netloc.
func FuzzAttributesAreParts(f *testing.F) {
	for _, netloc := range []string{"u:p@H:80", "@", ":@:", "[::1]:80", "u@[FE80::1%25Eth0]x:1", "a[b", "\u0130:\u0663",
		"h:" + strings.Repeat("9", 30)} {
		f.Add(netloc)
	}
	f.Fuzz(func(t *testing.T, netloc string) {
		r := urllib.SplitResult[string]{Netloc: netloc}
		username, hasUser := r.Username()
		password, hasPassword := r.Password()
		userinfo := username
		if hasPassword {
			userinfo += ":" + password
		}
		at := strings.LastIndexByte(netloc, '@')
		if hasUser != (at >= 0) || hasUser && userinfo != netloc[:at] || !hasUser && hasPassword {
			t.Fatalf("%q: %q %v, %q %v, want the text before the last @", netloc, username, hasUser, password, hasPassword)
		}
		host, ok := r.Hostname()
		if ok == (host == "") {
			t.Fatalf("%q: hostname %q, %v", netloc, host, ok)
		}
		if isASCII(netloc) && !strings.Contains(strings.ToLower(netloc[at+1:]), strings.ToLower(host)) {
			t.Fatalf("%q: hostname %q", netloc, host)
		}
		port, ok, err := r.Port()
		if err != nil && (ok || port != 0) || port < 0 || port > 65535 || !ok && port != 0 {
			t.Fatalf("%q: port %d, %v, %v", netloc, port, ok, err)
		}
		if err == nil && ok {
			digits := strings.TrimLeft(netloc[strings.LastIndexByte(netloc, ':')+1:], "0")
			if digits != strings.TrimLeft(strconv.Itoa(port), "0") {
				t.Fatalf("%q: port %d", netloc, port)
			}
		}
	})
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// FuzzValuesSurviveJSON: the JSON of a value gives the value back.
func FuzzValuesSurviveJSON(f *testing.F) {
	f.Add("it's \\ud800", []byte("\xff\""), int64(-1), 0.5)
	f.Add("\xed\xa0\xbd\xed\xb8\x80\x80\x00\U0001f600", []byte{}, int64(1)<<62, 1e22)
	f.Fuzz(func(t *testing.T, s string, b []byte, n int64, x float64) {
		if b == nil {
			b = []byte{}
		}
		want := appendJSON(nil, list{tuple{s, b}, dict{{n, x}}, &result{class: "DefragResult", fields: []any{s, ""}},
			fn("quote", nil, true)})
		var j any
		if err := unmarshal(want, &j); err != nil {
			t.Fatalf("%s: %v, want JSON", want, err)
		}
		v, err := valueOf(j)
		if got := appendJSON(nil, v); err != nil || string(got) != string(want) {
			t.Fatalf("%s, then %s, %v", want, got, err)
		}
	})
}
