package urllib_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"earl.example/internal/python/codecs"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// TestErrorsAboutNames: an error about the name of an encoding or of an error
// handler is about that name, not about the text.
func TestErrorsAboutNames(t *testing.T) {
	t.Parallel()
	quote := func(opt urllib.QuoteOptions) error { _, err := urllib.Python{}.Quote("é", opt); return err }
	strictly := urllib.QueryOptions{Encoding: new("ascii"), Errors: new("bogus")}
	result := urllib.SplitResult[string]{Path: "é"}
	for _, test := range []struct {
		name   string
		err    error
		input  string
		offset int
		kind   urlerr.Kind
		text   string // that Error holds
	}{
		{"encoding", unquote(urllib.CodecOptions{Encoding: new("bogus")})("%41"), "bogus", 0, urlerr.UnknownName,
			`"bogus": use a name`},
		{"encoding in a query", query(urllib.QueryOptions{Encoding: new("bogus")})("a=1&b=%41"), "bogus", 0,
			urlerr.UnknownName, ""},
		{"empty name", quote(urllib.QuoteOptions{Encoding: new("")}), "", 0, urlerr.UnknownName, " at byte 0: use a name"},
		{"handler", quote(urllib.QuoteOptions{Encoding: new("ascii"), Errors: new("bogus")}), "bogus", 0, urlerr.UnknownName,
			`"bogus"`},
		{"handler in a query", query(strictly)("a=1&b=%FF"), "bogus", 0, urlerr.UnknownName, ""},
		{"encoding of a result", func() error {
			_, err := result.Encode(urllib.CodecOptions{Encoding: new("bogus")})
			return err
		}(), "bogus", 0, urlerr.UnknownName, ""},
		{"not a text encoding", quote(urllib.QuoteOptions{Encoding: new("rot13")}), "rot13", 0, urlerr.UnknownName,
			`"rot13"`},
		{"NUL", quote(urllib.QuoteOptions{Encoding: new("utf\x008")}), "utf\x008", 3, urlerr.UnknownName, "[ValueError]"},
		{"NUL at the start of the handler", quote(urllib.QuoteOptions{Errors: new("\x00strict")}), "\x00strict", 0,
			urlerr.UnknownName, "[ValueError]"},
		{"NUL at the end of the handler", quote(urllib.QuoteOptions{Errors: new("strict\x00")}), "strict\x00", 6,
			urlerr.UnknownName, "[ValueError]"},
		{"surrogate of the handler", quote(urllib.QuoteOptions{Errors: new("\xed\xa0\x80")}), "\xed\xa0\x80", 0,
			urlerr.UnknownName, "[UnicodeEncodeError]"},
		{"surrogate", quote(urllib.QuoteOptions{Encoding: new("é\xed\xa0\x80")}), "é\xed\xa0\x80", 2, urlerr.UnknownName,
			"[UnicodeEncodeError]"},
		{"not linked", quote(urllib.QuoteOptions{Encoding: new("gb18030")}), "gb18030", 0, urlerr.UnknownName,
			"earl.example/urllib/codecs"},
		{"handler not linked", quote(urllib.QuoteOptions{Encoding: new("ascii"), Errors: new("namereplace")}), "namereplace",
			0, urlerr.UnknownName, "earl.example/urllib/codecs"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var shape *urlerr.Error
			if !errors.As(test.err, &shape) {
				t.Fatalf("the error is %v", test.err)
			}
			if shape.Input != test.input || shape.Offset != test.offset || !errors.Is(test.err, test.kind) {
				t.Errorf("%v at %d of %q, want %v at %d of %q", shape.Rule.Kind, shape.Offset, shape.Input, test.kind, test.offset,
					test.input)
			}
			if !strings.Contains(test.err.Error(), test.text) {
				t.Errorf("Error() = %s, want in it %s", test.err, test.text)
			}
			var notLinked *codecs.NotLinkedError
			if errors.As(test.err, &notLinked) != strings.Contains(test.name, "not linked") {
				t.Errorf("the cause is %v", shape.Err)
			}
		})
	}
}

// TestOffsetBehindNewlines: the offset is one into the input of the error,
// even if text before it was removed, or written otherwise.
func TestOffsetBehindNewlines(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"3.13", "3.9.21", "3.14"} {
		py := urllib.Python{Version: urllib.MustParseVersion(version)}
		for _, url := range []string{"http://u@[foo]/", " \x00http://u\n@\t[foo]/", "ht\ntp://\xff\n@[foo]/\xff",
			"//\xed\xa0\x80\xff\t\t@[\nfoo]"} {
			_, err := py.Split(url, urllib.URLOptions{})
			var shape *urlerr.Error
			if !errors.As(err, &shape) || !strings.HasPrefix(shape.Input[shape.Offset:], "foo]") {
				t.Errorf("%s: Split(%q) gives %v", version, url, err)
			}
		}
	}
}

// TestErrorsShowNoData holds what errors show that are not about a URL.
func TestErrorsShowNoData(t *testing.T) {
	t.Parallel()
	strict := query(urllib.QueryOptions{StrictParsing: true})
	result, _ := urllib.Split("u:secret@é")
	for _, test := range []struct {
		name string
		err  error
		want string
	}{
		{"quote", func() error {
			_, err := urllib.Quote("secret\xed\xa0\x80")
			return err
		}(), `at byte 6: "\xed" [UnicodeEncodeError]`},
		{"unquote", unquote(urllib.CodecOptions{Errors: new("strict")})("secret%FF"),
			`at byte 6: "%FF" [UnicodeDecodeError]`},
		{"urlencode", func() error {
			_, err := urllib.Encode(map[string]string{"token": "secret\xed\xa0\x80"})
			return err
		}(), `at byte 6: "\xed" [UnicodeEncodeError]`},
		{"field", strict("a=secret&sacred"), `at byte 9: "s" [ValueError]`},
		{"value", query(urllib.QueryOptions{Errors: new("strict")})("a=secret%FF"), `at byte 8: "%FF" [UnicodeDecodeError]`},
		{"component", func() error {
			_, err := result.Encode(urllib.CodecOptions{})
			return err
		}(), `at byte 7: "é" [UnicodeEncodeError]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := fmt.Sprint(test.err)
			place, exception, _ := strings.Cut(test.want, " [")
			if !strings.Contains(got, place) || !strings.HasSuffix(got, exception) || strings.Contains(got, "secr") {
				t.Errorf("got %s, want in it %s and at the end %s", got, place, exception)
			}
		})
	}
}

// FuzzErrorsShowNoPassword: no error shows the password of its input, whether
// that is a URL or a part of one, as text or as bytes, in whatever function.
func FuzzErrorsShowNoPassword(f *testing.F) {
	for _, parts := range [][4]string{
		{"u", "", "", "é"}, {"http://u", "", "", "[foo]/"}, {"http://u", "", "", "h[/"}, {"//u", "", "", "℀/"},
		{"http:u", "", "", "h:x"}, {"  http://u", "", "", "h:port/"}, {"http://u", "", "/with-slash", "h/"},
		{"u", "/", "", "h:x"}, {"u", `\`, "", "h:x"}, {"u", `\\`, "", "h:x"}, {"u", "//", "", "h:x"}, {`u\`, `\\`, "", "h:x"},
		{"http", "/", "", "é"},
		{"u", "", "", "\xe9"}, {"u", "", "\xe9", "h"}, {"u", "a@", "[x]", "h:x"}, {"?a=b&u", "", "", "%FF"},
		{strings.Repeat("x", 200) + "://u", "", "", "[x]/" + strings.Repeat("y", 200)}, {"#u", "%FF", "", "\xff"},
		{"u@", "", "/:x", "h"},
	} {
		f.Add(parts[0], parts[1], parts[2], parts[3])
	}
	f.Fuzz(func(t *testing.T, user, before, after, rest string) {
		const secret = "s3cret-Zq"
		if strings.Contains(user+before+after+rest, secret[:4]) {
			return
		}
		password := before + secret + after
		inputs := []string{"//" + user + ":" + password + "@" + rest, "http://" + user + "\uff1a" + password + "\uff20" +
			rest}
		// After a colon two slashes, however mixed with white space, begin an
		// authority, and then the text before the at sign may be a name.
		slashes := strings.TrimLeftFunc(before, func(r rune) bool { return r <= ' ' || r == '/' || r == '\\' })
		if strings.Count(before[:len(before)-len(slashes)], "/")+strings.Count(before[:len(before)-len(slashes)], `\`) < 2 {
			inputs = append(inputs, user+":"+password+"@"+rest)
		}
		for _, input := range inputs {
			for i, err := range errorsOf(input) {
				var python *urllib.Error
				if !errors.As(err, &python) {
					t.Fatalf("%q, call %d: %T", input, i, err)
				}
				var shape *urlerr.Error
				errors.As(err, &shape)
				text := must(json.Marshal([]error{err, shape}))
				for _, shown := range append(printed(err, shape), python.LogValue().String(), shape.LogValue().String(),
					string(text)) {
					if strings.Contains(shown, secret[:4]) || strings.Contains(shown, secret[4:]) {
						t.Fatalf("%q, call %d shows %s", input, i, shown)
					}
				}
			}
		}
	})
}

// printed returns each of values as fmt prints it by verbs that suit it, and by
// one that does not.
func printed(values ...any) (all []string) {
	for _, v := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d"} {
			all = append(all, fmt.Sprintf(verb, v))
		}
	}
	return all
}

// TestFormat holds what fmt makes of values that hide passwords.
func TestFormat(t *testing.T) {
	t.Parallel()
	_, err := urllib.Split("http://u:secret@[foo]/")
	text := err.Error()
	for _, test := range []struct {
		name, verb string
		value      any
		want       string
	}{
		{"error", "%+v", err, text},
		{"error in Go's syntax", "%#v", err, fmt.Sprintf("%#v", text)},
		{"error by a wrong verb", "%d", err, "%!d(string=" + text + ")"},
		{"error that is no pointer", "%+v", *err.(*urllib.Error), text},
		{"no error", "%v", (*urllib.Error)(nil), "<nil>"},
	} {
		if got := fmt.Sprintf(test.verb, test.value); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// errorsOf returns the errors of all functions for one input, given to each as
// a URL, as a part, and as every component of a result.
func errorsOf(input string) (errs []error) {
	octets := []byte(input)
	note := func(_ any, err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	port := func(_ int, _ bool, err error) { note(nil, err) }
	strict := urllib.QueryOptions{StrictParsing: true, Errors: new("strict"), Encoding: new("ascii")}
	for _, py := range []urllib.Python{{}, {Version: urllib.MustParseVersion("3.8.8")},
		{Version: urllib.MustParseVersion("3.9.5")}} {
		bytes := urllib.Interpreter[[]byte](py)
		note(py.Split(input, urllib.URLOptions{}))
		note(py.Parse(input, urllib.URLOptions{NoFragments: true}))
		note(py.Defrag(input+"#", urllib.URLOptions{}))
		note(py.Join("http://h", input, urllib.URLOptions{}))
		note(py.Join(input, "http://h", urllib.URLOptions{}))
		note(bytes.Split(octets, urllib.URLOptions{}))
		note(bytes.Split(nil, urllib.URLOptions{Scheme: &input}))
		note(bytes.Parse(octets, urllib.URLOptions{}))
		note(bytes.Defrag(octets, urllib.URLOptions{}))
		note(bytes.Join(octets, []byte("x"), urllib.URLOptions{}))
		note(bytes.Join([]byte("x"), octets, urllib.URLOptions{}))
		netloc := strings.TrimPrefix(input, "//") // which, alone, may look like a URL
		r, _ := py.Split("", urllib.URLOptions{})
		r.Netloc = netloc
		port(r.Port())
		rb, _ := bytes.Split(nil, urllib.URLOptions{})
		rb.Netloc = []byte(netloc)
		port(rb.Port())
		if r, err := py.Split(input, urllib.URLOptions{}); err == nil {
			port(r.Port())
			note(r.Encode(urllib.CodecOptions{}))
		}
		for i := range 6 {
			p, _ := py.Parse("", urllib.URLOptions{})
			*[]*string{&p.Scheme, &p.Netloc, &p.Path, &p.Params, &p.Query, &p.Fragment}[i] = input
			note(p.Encode(urllib.CodecOptions{}))
			b, _ := bytes.Parse(nil, urllib.URLOptions{})
			*[]*[]byte{&b.Scheme, &b.Netloc, &b.Path, &b.Params, &b.Query, &b.Fragment}[i] = octets
			note(b.Decode(urllib.CodecOptions{}))
			note(bytes.Unparse(b, urllib.URLOptions{}))
			s := urllib.SplitResult[string]{Scheme: p.Scheme, Netloc: p.Netloc, Path: p.Path, Query: p.Query,
				Fragment: p.Fragment}
			note(s.Encode(urllib.CodecOptions{}))
			sb := urllib.SplitResult[[]byte]{Scheme: b.Scheme, Netloc: b.Netloc, Path: b.Path, Query: b.Query,
				Fragment: b.Fragment}
			note(sb.Decode(urllib.CodecOptions{}))
			note(bytes.Unsplit(sb, urllib.URLOptions{}))
		}
		d := urllib.DefragResult[string]{URL: input, Fragment: input}
		note(d.Encode(urllib.CodecOptions{}))
		note(urllib.DefragResult[[]byte]{URL: octets, Fragment: octets}.Decode(urllib.CodecOptions{}))
		note(py.ParseQSL(input, strict))
		note(bytes.ParseQSL(octets, strict))
		note(py.ParseQS(input, urllib.QueryOptions{MaxNumFields: new(0)}))
		note(bytes.ParseQS(octets, urllib.QueryOptions{Separator: &input}))
		note(py.Quote(input, urllib.QuoteOptions{Encoding: new("ascii")}))
		note(py.QuotePlus(input, urllib.QuoteOptions{}))
		note(py.Unquote(input, urllib.CodecOptions{Encoding: new("ascii"), Errors: new("strict")}))
		note(py.UnquotePlus(input, urllib.CodecOptions{Errors: new("strict")}))
		note(bytes.Unquote(octets, urllib.CodecOptions{Errors: new("strict")}))
		note(py.UnquoteToBytes(input))
		note(py.Encode([]urllib.Pair[string]{{Name: input}},
			urllib.EncodeOptions{QuoteOptions: urllib.QuoteOptions{Encoding: new("ascii")}}))
		note(py.Encode(input, urllib.EncodeOptions{}))
	}
	return errs
}
