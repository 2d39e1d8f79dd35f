package linear

import (
	"fmt"

	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

// faults is a codec that reports a fault at every byte.
type faults struct{}

func (faults) Codec(string, urllib.Version) (urllib.Codec, bool) { return faults{}, true }
func (faults) RuneName(rune, urllib.Version) string              { return "" }

func (faults) AppendDecode(dst, b []byte, h urllib.Handler) (_ []byte, err error) {
	for i := 0; i < len(b) && err == nil; {
		dst, i, err = h.Decode(dst, b, urllib.Fault{Label: "faults", Reason: "all", Start: i, End: i + 1})
	}
	return dst, err
}

func (faults) AppendEncode(dst []byte, s string, h urllib.Handler) (_ []byte, err error) {
	for i := 0; i < len(s) && err == nil; {
		_, size := urllib.DecodeRune(s[i:])
		dst, _, err = h.Encode(dst, s, urllib.Fault{Label: "faults", Reason: "all", Start: i, End: i + size})
		i += size
	}
	return dst, err
}

func urllibRows() []Row {
	oldest := urllib.Python{Version: urllib.MustParseVersion("3.8.8")}
	newest := urllib.Python{Version: urllib.Versions()[len(urllib.Versions())-1]}
	all := []Row{
		{"urllib.Split", ofURL, func(s string) {
			_, _ = urllib.Split(s)
			_, _ = urllib.Parse(s)
			_, _ = urllib.ParseBytes([]byte(s))
			_, _ = urllib.SplitBytes([]byte(s))
			_, _ = oldest.Split(s, urllib.SplitOptions{Scheme: s})
			_, _ = newest.Parse(s, urllib.SplitOptions{NoFragments: true})
		}},
		{"urllib.Join", ofURL, func(s string) {
			_, _ = urllib.Join("http://h/a/b/c", s)
			_, _ = urllib.Join(s, "../x/../y")
			_, _ = oldest.AppendJoin(nil, "http://h/"+s, s, urllib.JoinOptions{})
			_, _ = newest.Join("http://h/"+s, s, urllib.JoinOptions{})
			_, _ = urllib.JoinBytes([]byte("http://h/a"), []byte(s))
		}},
		{"urllib.Defrag", ofURL, func(s string) {
			_, _ = urllib.Defrag(s)
			_, _ = urllib.Defrag(s + "#")
			_, _ = urllib.DefragBytes([]byte(s + "#x"))
			urllib.Unwrap(" <" + s + "> ")
			urllib.Unwrap(s)
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

// urllibResults returns the rows of methods of results.
func urllibResults(oldest, newest urllib.Python) []Row {
	backslash := "backslashreplace"
	opt := urllib.CodecOptions{Errors: &backslash}
	return []Row{
		{"urllib.Unparse", ofText, func(s string) {
			b := []byte(s)
			urllib.MakeParseResult([6]string{"http", s, s, s, s, s}).GetURL()
			urllib.MakeSplitResult([5]string{"", "", s, "", ""}).GetURL()
			oldest.Unsplit(urllib.SplitResult{Scheme: "http", Path: s})
			newest.Unparse(urllib.ParseResult{Netloc: s, Path: s})
			_ = urllib.MakeDefragResult([2]string{s, s}).GetURL()
			_, _ = urllib.MakeParseResultBytes([6][]byte{b, b, b, b, b, b}).GetURL()
			_, _ = urllib.MakeSplitResultBytes([5][]byte{b, b, b, b, b}).GetURL()
			urllib.MakeDefragResultBytes([2][]byte{b, b}).GetURL()
		}},
		{"urllib.SplitResult.Repr", ofText, func(s string) {
			r := urllib.ParseResult{Scheme: s, Netloc: s, Path: s}
			r.Repr()
			oldest.Repr(r)
			r.Compare(r)
			r.LogValue()
			for range r.All() {
			}
			b := urllib.SplitResultBytes{Netloc: []byte(s), Path: []byte(s)}
			b.Repr()
			b.Compare(b)
			b.LogValue()
			for range b.All() {
			}
			urllib.DefragResult{URL: s}.LogValue()
			urllib.DefragResultBytes{URL: []byte(s)}.Repr()
		}},
		{"urllib.SplitResult.Encode", ofText, func(s string) {
			_, _ = urllib.SplitResult{Path: s}.Encode(opt)
			_, _ = urllib.ParseResult{Path: s}.Encode(opt)
			_, _ = urllib.DefragResult{URL: s}.Encode(opt)
			_, _ = urllib.SplitResultBytes{Path: []byte(s)}.Decode(opt)
			_, _ = urllib.ParseResultBytes{Path: []byte(s)}.Decode(opt)
			_, _ = urllib.DefragResultBytes{URL: []byte(s)}.Decode(opt)
		}},
		{"urllib.SplitResult.Hostname", []string{"", "h:", "u@[", "["}, func(s string) {
			for _, n := range []urllib.Netloc{oldest.Netloc(s), newest.Netloc(s), newest.NetlocBytes([]byte(s))} {
				n.Username()
				n.Password()
				n.Hostname()
				_, _, _ = n.Port()
				n.LogValue()
				_ = fmt.Sprintf("%v %s", n, n.String())
			}
			r := urllib.ParseResultBytes{Netloc: []byte(s)}
			r.Hostname()
			_, _, _ = r.Port()
		}},
	}
}

// Distinct returns a query of at least size bytes in which all names differ.
func Distinct(size int) string {
	var b []byte
	for i := 0; len(b) < size; i++ {
		b = fmt.Appendf(b, "k%d=&", i)
	}
	return string(b)
}

func urllibQueries(oldest urllib.Python) []Row {
	separator := ";;"
	opt := urllib.QueryOptions{KeepBlankValues: true}
	return []Row{
		{"urllib.ParseQSL", ofText, func(s string) {
			urllib.ParseQSL(s)
			urllib.ParseQSLBytes([]byte(s))
			_, _ = oldest.ParseQSL(s, opt)
			_, _ = oldest.ParseQSL("a=b&"+s, urllib.QueryOptions{StrictParsing: true})
			_, _ = oldest.ParseQSL(s, urllib.QueryOptions{Separator: &separator})
			for range urllib.Pairs(s) {
			}
			for range urllib.PairsBytes([]byte(s)) {
			}
		}},
		{"urllib.ParseQS", ofText, func(s string) {
			urllib.ParseQS(s)
			d, _ := oldest.ParseQS(Distinct(len(s)/2)+s, opt)
			d.Repr()
			d.Equal(d)
			d.Get("x")
			d.First("x")
			for range d.All() {
			}
			_, _ = d.MarshalJSON()
			b := urllib.ParseQSBytes([]byte(s))
			_ = b.String()
			b.Equal(b)
			b.Get([]byte("x"))
			b.First([]byte("x"))
			_, _ = b.MarshalJSON()
		}},
		{"urllib.Encode", ofText, func(s string) {
			b := []byte(s)
			_, _ = urllib.Encode([]urllib.Item{{Key: s, Value: b}, {Key: b, Value: []string{s}}})
			_, _ = oldest.Encode([]urllib.Item{{Key: s, Value: []string{s, s}}},
				urllib.EncodeOptions{DoSeq: true, QuoteVia: oldest.ViaQuote})
			_, _ = oldest.ViaQuotePlus(s, true, urllib.QuoteOptions{})
		}},
	}
}

func urllibQuoting(oldest urllib.Python) []Row {
	latin, strict, backslash, named, replace := "latin-1", "strict", "backslashreplace", "x", "xmlcharrefreplace"
	linked := urllib.Python{Codecs: faults{}}
	return []Row{
		{"urllib.Quote", ofText, func(s string) {
			b := []byte(s)
			_, _ = urllib.Quote(s)
			_, _ = urllib.QuotePlus(s + " ")
			urllib.QuoteBytes(b)
			urllib.QuotePlusBytes(b)
			urllib.QuoteFromBytes(b)
			_, _ = oldest.Quote(s, urllib.QuoteOptions{Encoding: &latin, Errors: &backslash})
			_, _ = oldest.Quote(" ", urllib.QuoteOptions{Safe: &s})
		}},
		{"urllib.Unquote", ofText, func(s string) {
			b := []byte(s)
			urllib.Unquote(s)
			urllib.UnquotePlus(s + "%41")
			urllib.UnquoteBytes(b)
			_, _ = urllib.UnquoteToBytes(s)
			urllib.UnquoteToBytesBytes(b)
			_, _ = oldest.Unquote(s+"%ff", urllib.UnquoteOptions{Errors: &strict})
			_, _ = oldest.AppendUnquote(nil, s, urllib.UnquoteOptions{Encoding: &latin})
		}},
		{"urllib.Handler.Encode", ofText, func(s string) {
			_, _ = linked.Quote(s, urllib.QuoteOptions{Encoding: &named, Errors: &replace})
			_, _ = linked.Unquote("%41"+s, urllib.UnquoteOptions{Encoding: &named, Errors: &backslash})
		}},
		{"urllib.EncodeError", ofText, func(s string) {
			f := urllib.Fault{Label: "x", Reason: "y", Start: len(s) / 2, End: len(s)}
			for _, err := range []*urllib.Error{urllib.EncodeError(s, f), urllib.DecodeError([]byte(s), f)} {
				_ = err.Error()
				_ = fmt.Sprintf("%+v", err)
				err.LogValue()
				_, _ = err.MarshalJSON()
			}
			if _, err := urllib.Split("http://[" + s); err != nil {
				_ = err.Error()
			}
		}},
	}
}

// codecRows returns the rows of codecs, one of each kind.
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
		all = append(all, Row{"codecs.Encoding.Encode " + name, []string{special[name]}, func(s string) {
			e, _ := codecs.Lookup(name, urllib.Version{})
			b, _ := e.Encode(s, "namereplace")
			_, _ = e.Decode(b, "strict")
			_, _ = e.Decode([]byte(s), "backslashreplace")
		}})
	}
	// These two have their own code, which changed in 3.12 and 3.13.
	for _, x := range []struct {
		name  string
		heads []string
	}{{"idna", []string{"", "xn--", "xn--a-", "\u00e9"}}, {"punycode", []string{"", "-", "a-", "\u00e9"}}} {
		for _, v := range []string{"3.11", "3.12", "3.13"} {
			all = append(all, Row{"codecs.Encoding.Encode " + x.name + " " + v, x.heads, func(s string) {
				e, _ := codecs.Lookup(x.name, urllib.MustParseVersion(v))
				_, _ = e.Encode(s, "strict")
				for _, handler := range []string{"strict", "ignore", "replace"} {
					_, _ = e.Decode([]byte(s), handler)
				}
			}})
		}
	}
	return append(all,
		Row{"urllib.Python.EncodeText", ofText, func(s string) {
			_, _ = py.EncodeText(s, "gb18030", "xmlcharrefreplace")
			_, _ = py.DecodeText([]byte(s), "gb18030", "replace")
		}},
		Row{"urllib.Python.CodecModule", ofText, func(s string) { _, _ = py.CodecModule(s) }},
		Row{"codecs.Lookup", ofText, func(s string) { _, _ = codecs.Lookup(s, urllib.Version{}) }})
}
