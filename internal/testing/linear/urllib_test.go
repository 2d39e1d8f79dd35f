package linear

import (
	"fmt"

	"earl.example/reading"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

// octets is the type [urllib.Interpreter] for texts of type []byte.
type octets = urllib.Interpreter[[]byte]

func urllibRows() []Row {
	oldest := urllib.Python{Version: urllib.MustParseVersion("3.8.8")}
	newest := urllib.Python{Version: urllib.MustParseVersion("3.15")}
	all := []Row{
		{"urllib.Split", ofURL, func(s string) {
			_, _ = urllib.Split(s)
			_, _ = urllib.Parse(s)
			_, _ = octets{}.Parse([]byte(s), urllib.URLOptions{})
			_, _ = oldest.Split(s, urllib.URLOptions{Scheme: &s})
			_, _ = newest.Parse(s, urllib.URLOptions{NoFragments: true})
		}},
		{"urllib.Dialect", ofURL, func(s string) {
			var r reading.Reading
			urllib.Dialect{}.Read(&r, s)
			urllib.Dialect{Version: oldest.Version, Scheme: s}.Read(&r, s)
		}},
		{"urllib.Join", ofURL, func(s string) {
			_, _ = urllib.Join("http://h/a/b/c", s)
			_, _ = urllib.Join(s, "../x/../y")
			_, _ = newest.Join("http://h/"+s, s, urllib.URLOptions{})
			_, _ = octets{}.Join([]byte("http://h/a"), []byte(s), urllib.URLOptions{})
		}},
		{"urllib.Defrag", ofURL, func(s string) {
			_, _ = urllib.Defrag(s)
			_, _ = urllib.Defrag(s + "#")
			_, _ = octets{}.Defrag([]byte(s+"#x"), urllib.URLOptions{MissingAsNone: true})
			_ = urllib.Unwrap(" <" + s + "> ")
			_ = urllib.Unwrap(s)
		}},
		{"urllib.ParseVersion", ofText, func(s string) {
			defer func() { _ = recover() }()
			_, _ = urllib.ParseVersion("3." + s)
			urllib.MustParseVersion(s)
		}},
	}
	all = append(all, urllibResults(oldest, newest)...)
	all = append(all, urllibQueries(oldest)...)
	return append(all, urllibQuoting(oldest)...)
}

// urllibResults returns rows that call the methods of urllib's result types. A program can build such results from any
// text.
func urllibResults(oldest, newest urllib.Python) []Row {
	backslash := "backslashreplace"
	opt := urllib.CodecOptions{Errors: &backslash}
	return []Row{
		{"urllib.Equal", ofText, func(s string) {
			urllib.Equal(urllib.SplitResult[string]{Path: s}, urllib.SplitResult[string]{Path: s + "x"})
		}},
		{"urllib.Python.Unparse", ofText, func(s string) {
			b := []byte(s)
			urllib.ParseResult[string]{Scheme: "http", Netloc: s, Path: s, Params: s, Query: s, Fragment: s}.GetURL()
			urllib.SplitResult[string]{Path: s}.GetURL()
			_, _ = oldest.Unsplit(urllib.SplitResult[string]{Scheme: "http", Path: s}, urllib.URLOptions{})
			_, _ = newest.Unparse(urllib.ResultOf(newest, urllib.ParseResult[string]{Netloc: s, Path: s}),
				urllib.URLOptions{KeepEmpty: new(true)})
			urllib.DefragResult[string]{URL: s, Fragment: s}.GetURL()
			urllib.ParseResult[[]byte]{Scheme: b, Netloc: b, Path: b}.GetURL()
		}},
		{"urllib.SplitResult.String", ofText, func(s string) {
			r := urllib.ParseResult[string]{Scheme: s, Netloc: s, Path: s}
			_ = r.String()
			r.LogValue()
			b := urllib.SplitResult[[]byte]{Netloc: []byte(s), Path: []byte(s)}
			_ = b.String()
			b.LogValue()
			urllib.DefragResult[string]{URL: s}.LogValue()
		}},
		{"urllib.SplitResult.Encode", ofText, func(s string) {
			_, _ = urllib.SplitResult[string]{Path: s}.Encode(opt)
			_, _ = urllib.ParseResult[string]{Path: s}.Encode(opt)
			_, _ = urllib.DefragResult[string]{URL: s}.Encode(opt)
			_, _ = urllib.SplitResult[[]byte]{Path: []byte(s)}.Decode(opt)
			_, _ = urllib.ParseResult[[]byte]{Path: []byte(s)}.Decode(opt)
			_, _ = urllib.DefragResult[[]byte]{URL: []byte(s)}.Decode(opt)
		}},
		{"urllib.SplitResult.Hostname", []string{"", "h:", "u@[", "["}, func(s string) {
			for _, py := range []urllib.Python{oldest, newest} {
				r, _ := py.Split("", urllib.URLOptions{})
				r.Netloc = s
				r.Username()
				r.Password()
				r.Hostname()
				_, _, _ = r.Port()
			}
			r := urllib.ParseResult[[]byte]{Netloc: []byte(s)}
			r.Hostname()
			_, _, _ = r.Port()
		}},
	}
}

func urllibQueries(oldest urllib.Python) []Row {
	separator := ";;"
	opt := urllib.QueryOptions{KeepBlankValues: true}
	return []Row{
		{"urllib.ParseQSL", ofText, func(s string) {
			urllib.ParseQSL(s)
			_, _ = octets{}.ParseQSL([]byte(s), urllib.QueryOptions{})
			_, _ = oldest.ParseQSL(s, opt)
			_, _ = oldest.ParseQSL("a=b&"+s, urllib.QueryOptions{StrictParsing: true})
			_, _ = oldest.ParseQSL(s, urllib.QueryOptions{Separator: &separator})
			for range (octets{}).ParsePairs([]byte(s), urllib.QueryOptions{}) {
			}
		}},
		{"urllib.ParseQS", ofText, func(s string) {
			urllib.ParseQS(s)
			d, _ := oldest.ParseQS(Distinct(len(s)/2)+s, opt)
			_ = d.String()
			d.Get("x")
			for range d.All() {
			}
			_, _ = d.MarshalJSON()
			b, _ := octets{}.ParseQS([]byte(s), urllib.QueryOptions{})
			_ = b.String()
			b.Get([]byte("x"))
			_, _ = b.MarshalJSON()
		}},
		{"urllib.Encode", ofText, func(s string) {
			b := []byte(s)
			_, _ = urllib.Encode([][2]any{{s, b}, {b, []string{s}}})
			_, _ = oldest.Encode([][2]any{{s, []any{s, b}}}, urllib.EncodeOptions{DoSeq: true, QuoteVia: oldest.Quote})
		}},
	}
}

func urllibQuoting(oldest urllib.Python) []Row {
	latin, strict, backslash := "latin-1", "strict", "backslashreplace"
	return []Row{
		{"urllib.Quote", ofText, func(s string) {
			_, _ = urllib.Quote(s)
			_, _ = urllib.QuotePlus(s + " ")
			_, _ = octets{}.QuotePlus([]byte(s), urllib.QuoteOptions{})
			_, _ = oldest.Quote(s, urllib.QuoteOptions{Encoding: &latin, Errors: &backslash})
			_, _ = oldest.Quote(" ", urllib.QuoteOptions{Safe: &s})
		}},
		{"urllib.Unquote", ofText, func(s string) {
			urllib.Unquote(s)
			urllib.UnquotePlus(s + "%41")
			_, _ = octets{}.Unquote([]byte(s), urllib.CodecOptions{})
			_, _ = urllib.Python{}.UnquoteToBytes(s)
			_, _ = oldest.Unquote(s+"%ff", urllib.CodecOptions{Errors: &strict})
			_, _ = oldest.Unquote(s+"%ff", urllib.CodecOptions{Encoding: &latin})
		}},
		{"urllib.Error", ofText, func(s string) {
			if _, err := urllib.Quote(s + "\xff"); err != nil {
				_ = err.Error()
				_ = fmt.Sprintf("%+v", err)
				err.(*urllib.Error).LogValue()
				_, _ = err.(*urllib.Error).MarshalJSON()
			}
			if _, err := urllib.Split("http://[" + s); err != nil {
				_ = err.Error()
			}
		}},
	}
}

// codecRows returns rows for the codecs, with at least one codec of each kind.
func codecRows() []Row {
	py := urllib.Python{Codecs: codecs.All{}}
	special := map[string]string{"hz": "~{", "iso2022_jp_ext": "\x1b$B", "iso2022_kr": "\x1b$)C\x0e",
		"unicode_escape": "\\N{", "utf-7": "+"}
	var all []Row
	for _, name := range []string{
		"utf-8", "utf-16", "utf-32", "utf-7", "latin-1", "cp1252", "shift_jis", "shift_jisx0213", "euc_jp", "euc_jis_2004",
		"iso2022_jp_ext", "iso2022_kr",
		"johab", "gb2312", "gbk", "gb18030", "hz", "big5", "big5hkscs", "unicode_escape", "raw_unicode_escape",
	} {
		all = append(all, Row{"urllib.Python.EncodeText " + name, []string{special[name]}, func(s string) {
			b, _ := py.EncodeText(s, name, "namereplace")
			_, _ = py.DecodeText(b, name, "strict")
			_, _ = py.DecodeText([]byte(s), name, "backslashreplace")
		}})
	}
	// These two codecs share no code with other codecs. Their code changed in Python 3.12 and in Python 3.13.
	for _, x := range []struct {
		name  string
		heads []string
	}{{"idna", []string{"", "xn--", "xn--a-", "\u00e9"}}, {"punycode", []string{"", "-", "a-", "\u00e9"}}} {
		for _, v := range []string{"3.11", "3.12", "3.13"} {
			all = append(all, Row{"urllib.Python.EncodeText " + x.name + " " + v, x.heads, func(s string) {
				py := urllib.Python{Version: urllib.MustParseVersion(v), Codecs: codecs.All{}}
				_, _ = py.EncodeText(s, x.name, "strict")
				for _, handler := range []string{"strict", "ignore", "replace"} {
					_, _ = py.DecodeText([]byte(s), x.name, handler)
				}
			}})
		}
	}
	return append(all,
		Row{"urllib.Python.EncodeText", ofText, func(s string) {
			_, _ = py.EncodeText("", s, "strict")
			_, _ = py.EncodeText(s, "gb18030", "xmlcharrefreplace")
			_, _ = py.DecodeText([]byte(s), "gb18030", "replace")
		}})
}
