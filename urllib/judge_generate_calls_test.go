package urllib_test

import (
	"slices"
	"strings"

	"earl.example/internal/testing/pycall"
)

// Shorthands for expressions.
func lit(v any) pycall.Expr { return pycall.Literal{Value: v} }

func call(name string, args ...pycall.Expr) pycall.Call {
	return pycall.Call{Fn: pycall.Name(name), Args: args}
}

func attr(x pycall.Expr, name string) pycall.Expr { return pycall.Attribute{X: x, Name: name} }

func method(x pycall.Expr, name string) pycall.Call { return pycall.Call{Fn: attr(x, name)} }

// key adds a keyword argument.
func key(c pycall.Call, name string, v any) pycall.Call {
	c.Keywords = append(c.Keywords, pycall.Keyword{Name: name, X: lit(v)})
	return c
}

// call makes a call, now and then with other lists of schemes.
func (g *generator) call() pycall.Expr {
	e := g.plainCall()
	c, ok := e.(pycall.Call)
	fn, named := c.Fn.(pycall.Name)
	if !ok || !named || !strings.HasPrefix(string(fn), "url") || fn == "urlencode" || !g.chance(20) {
		return e
	}
	lists := pycall.Display{Open: '{'}
	for _, name := range []string{"uses_relative", "uses_netloc", "uses_params"} {
		if g.chance(2) {
			items := []pycall.Expr{}
			for range g.IntN(4) {
				items = append(items, lit(pick(g, []any{nil, "", "http", "x", "s3", "file", "mailto", "HTTP"})))
			}
			lists.Items = append(lists.Items, lit(name), pycall.Display{Open: '[', Items: items})
		}
	}
	return pycall.Call{Fn: pycall.Name("using"), Args: append([]pycall.Expr{lists, fn}, c.Args...), Keywords: c.Keywords}
}

func (g *generator) plainCall() pycall.Expr {
	isBytes := g.chance(6)
	switch n := g.IntN(100); {
	case n < 24:
		return g.read(g.split("urlsplit", isBytes))
	case n < 36:
		return g.read(g.split("urlparse", isBytes))
	case n < 54:
		return g.join(isBytes)
	case n < 60:
		return g.read(call("urldefrag", g.text(g.url(), isBytes)))
	case n < 68:
		return g.unsplit(isBytes)
	case n < 71:
		return call("unwrap", lit(g.mutate(pick(g, []string{"<URL:a>", "<a>", "URL:a", " a ", "< URL: a >", "<URL:<a>>"}))))
	case n < 79:
		return g.parseQuery(isBytes)
	case n < 88:
		return g.quoting(isBytes)
	case n < 94:
		return g.encode()
	default:
		return g.built2(isBytes)
	}
}

// text is s as a str or bytes.
func (g *generator) text(s string, isBytes bool) pycall.Expr {
	if isBytes {
		return lit(g.octets(s))
	}
	return lit(s)
}

// split makes a call of urlsplit or urlparse.
func (g *generator) split(name string, isBytes bool) pycall.Expr {
	c := call(name, g.text(g.url(), isBytes))
	if g.chance(6) {
		scheme := pick(g, []string{"", "http", "HTTP", " http\n", "x", "file", "\x00a\x1f", "\u00e9", "a:b", "\t", "mailto", "h\x7f "})
		c.Keywords = append(c.Keywords, pycall.Keyword{Name: "scheme", X: g.text(scheme, isBytes)})
	}
	if g.chance(5) {
		c = key(c, "allow_fragments", pick(g, []any{true, false, false, int64(0), int64(1), nil}))
	}
	return c
}

// read makes what one does with a result.
func (g *generator) read(r pycall.Expr) pycall.Expr {
	isDefrag := strings.HasPrefix(r.String(), "urldefrag")
	switch n := g.IntN(12); {
	case n < 5:
		return r
	case n < 7:
		return method(r, "geturl")
	case n < 10 && !isDefrag:
		return pycall.Display{Open: '(', Items: []pycall.Expr{attr(r, "username"), attr(r, "password"), attr(r, "hostname")}}
	case n < 11 && !isDefrag:
		return attr(r, "port")
	case g.chance(3):
		return call("repr", r)
	}
	return r
}

func (g *generator) join(isBytes bool) pycall.Expr {
	base, url := g.url(), g.url()
	if g.chance(2) {
		base = pick(g, corpus[:3])
	}
	if g.chance(2) {
		url = g.path() + pick(g, []string{"", "?q", "#f", "?", "#", ";", ";p"})
	}
	c := call("urljoin", g.text(base, isBytes), g.text(url, isBytes))
	if g.chance(8) {
		c = key(c, "allow_fragments", pick(g, []any{true, false, int64(0)}))
	}
	return c
}

// components makes n components of a URL.
func (g *generator) components(n int, isBytes bool) []pycall.Expr {
	parts := []string{
		pick(g, append(documentedSchemes, "", "", "HTTP", "x", "itms-services", "a b")),
		pick(g, []string{"", "", "h", "u:p@H:80", "[::1]:1", "a[b", "h:x", "@", "H\u00c9%A", "h:" + pick(g, ports)}),
		g.path(), g.token(), g.query("&"), pick(g, []string{"", "f", "#"}),
	}
	if n == 5 {
		parts = append(parts[:3], parts[4:]...)
	}
	if g.chance(4) {
		i := g.IntN(n)
		parts[i] = g.mutate(parts[i])
	}
	items := make([]pycall.Expr, n)
	for i := range items {
		items[i] = g.text(parts[i], isBytes)
		if isBytes && g.chance(20) {
			items[i] = lit(pycall.Bytes(parts[i]))
		}
	}
	return items
}

func (g *generator) unsplit(isBytes bool) pycall.Expr {
	name, n := "urlunsplit", 5
	if g.chance(2) {
		name, n = "urlunparse", 6
	}
	return call(name, pycall.Display{Open: '(', Items: g.components(n, isBytes)})
}

// built2 makes results by hand, and what one does with them.
func (g *generator) built2(isBytes bool) pycall.Expr {
	name, n := "SplitResult", 5
	if g.chance(2) {
		name, n = "ParseResult", 6
	}
	if isBytes {
		name += "Bytes"
	}
	r := call(name, g.components(n, isBytes)...)
	switch g.IntN(6) {
	case 0:
		return attr(r, "port")
	case 1:
		return attr(r, "hostname")
	case 2:
		return pycall.Binary{Op: pick(g, []string{"<", "==", "<=", ">"}), X: r, Y: call(name, g.components(n, isBytes)...)}
	}
	coding := "encode"
	if isBytes {
		coding = "decode"
	}
	return g.codec(method(r, coding), false)
}

var codecNames = slices.Concat([]string{
	"utf-8", "utf-8", "utf8", "ascii", "latin-1", "Latin1", "utf-16", "utf-16-le", "UTF-16BE", "utf-32", "utf_32_be", "utf-7", "utf-8-sig",
	"bogus", "", "hex", "UTF 8", "cp1252", "koi8-r", "iso8859-7", "a\x00b",
}, tableCodecs, linkedCodecs, linkedCodecs)

// linkedCodecs are the names of package codecs: all of its modules, and some
// other names.
var linkedCodecs = strings.Fields("big5 big5hkscs cp932 cp949 cp950 euc_jis_2004 euc_jisx0213 euc_jp euc_kr gb18030 gb2312 gbk hz idna iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext iso2022_kr johab punycode raw_unicode_escape shift_jis shift_jis_2004 shift_jisx0213 undefined unicode_escape" +
	" GBK gb18030-2000 Big5-HKSCS eucjp ms-kanji sjis windows-31j ks_c-5601 csiso2022jp hzgb rawunicodeescape")

// codec adds encoding and errors, or one of them; nil as well if none is so.
func (g *generator) codec(c pycall.Call, none bool) pycall.Call {
	if g.chance(2) {
		c = key(c, "encoding", pick(g, codecNames))
	} else if none && g.chance(8) {
		c = key(c, "encoding", nil)
	}
	if g.chance(2) {
		c = key(c, "errors", pick(g, append(handlers, "namereplace", "", "a\x00b")))
	} else if none && g.chance(8) {
		c = key(c, "errors", nil)
	}
	return c
}

func (g *generator) parseQuery(isBytes bool) pycall.Expr {
	separator := pick(g, []string{"&", "&", "&", ";", "&;", "a", "=", "+", "%", "\u00e9", "", "\n"})
	c := call(pick(g, []string{"parse_qsl", "parse_qsl", "parse_qs"}))
	qs := g.query(separator)
	if g.chance(3) {
		qs = g.mutate(qs)
	}
	if isBytes && g.chance(3) {
		c.Args = append(c.Args, lit(pycall.Bytes(qs)))
	} else {
		c.Args = append(c.Args, g.text(qs, isBytes))
	}
	if g.chance(2) {
		c = key(c, "keep_blank_values", pick(g, []any{true, true, false, int64(1)}))
	}
	if g.chance(4) {
		c = key(c, "strict_parsing", pick(g, []any{true, true, false}))
	}
	if g.chance(4) {
		c = g.codec(c, true)
	}
	if g.chance(5) {
		c = key(c, "max_num_fields", pick(g, []any{nil, int64(-1), int64(0), int64(1), int64(2), int64(3), int64(100)}))
	}
	if separator != "&" || g.chance(5) {
		c = key(c, "separator", separator)
	}
	return c
}

var safes = []string{"", "/", "?=&", "%", "+", " ", "/+ ", "\u00e9", "abc~", "\x00\x7f", "/\u20ac:", "!*'()", "\"\\"}

func (g *generator) quoting(isBytes bool) pycall.Expr {
	s := g.url()
	switch g.IntN(9) {
	case 0, 1, 2:
		s = g.soup(g.IntN(20))
	case 3, 4:
		s = g.octetSoup()
	}
	switch g.IntN(7) {
	case 0, 1, 2:
		c := call(pick(g, []string{"quote", "quote_plus"}), g.octetsOr(s, isBytes))
		if g.chance(2) {
			c = key(c, "safe", pick(g, safes))
		}
		if (!isBytes || g.chance(8)) && g.chance(2) {
			c = g.codec(c, true)
		}
		return c
	case 3:
		c := call("quote_from_bytes", lit(pycall.Bytes(s)))
		if g.chance(2) {
			c = key(c, "safe", pick(g, safes))
		}
		return c
	case 4:
		return call("unquote_to_bytes", g.octetsOr(s, isBytes))
	case 5:
		c := call("unquote_plus", lit(s))
		if g.chance(2) {
			c = g.codec(c, true)
		}
		return c
	}
	c := call("unquote", g.octetsOr(s, isBytes))
	if g.chance(2) {
		c = g.codec(c, !isBytes)
	}
	return c
}

// octetsOr is s as a str, or its octets as bytes, whatever they are.
func (g *generator) octetsOr(s string, isBytes bool) pycall.Expr {
	if isBytes {
		return lit(pycall.Bytes(s))
	}
	return lit(s)
}

// value makes a value for urlencode.
func (g *generator) value(depth int) pycall.Expr {
	switch n := g.IntN(16); {
	case n < 6:
		return lit(g.soup(g.IntN(4)))
	case n < 8:
		return lit(pycall.Bytes(g.soup(g.IntN(4))))
	case n < 9:
		return lit(pick(g, []any{nil, true, false}))
	case n < 11:
		return pycall.MustParse(pick(g, []string{"0", "-1", "7", "123456789012345678901234567890", "-9223372036854775808"}))
	case n < 13:
		return pycall.MustParse(pick(g, []string{"0.0", "-0.0", "1.5", "1e22", "1e-7", "1e16", "123456789.125", "0.1", "1e300", "5e-324", "inf", "nan"}))
	case depth == 0:
		return lit(g.token())
	}
	items := make([]pycall.Expr, g.IntN(4))
	for i := range items {
		items[i] = g.value(depth - 1)
	}
	return pycall.Display{Open: '[', Items: items}
}

func (g *generator) encode() pycall.Expr {
	var query pycall.Display
	if g.chance(2) {
		query.Open = '['
		for range g.IntN(4) {
			pair := pycall.Display{Open: '(', Items: []pycall.Expr{g.value(0), g.value(2)}}
			query.Items = append(query.Items, pair)
		}
	} else {
		query.Open = '{'
		for range g.IntN(4) {
			query.Items = append(query.Items, g.value(0), g.value(2))
		}
	}
	c := call("urlencode", query)
	if g.chance(2) {
		c = key(c, "doseq", pick(g, []any{true, true, false, int64(1), int64(0)}))
	}
	if g.chance(3) {
		c = key(c, "safe", pick(g, safes))
	}
	if g.chance(3) {
		c = g.codec(c, true)
	}
	if g.chance(3) {
		c.Keywords = append(c.Keywords, pycall.Keyword{Name: "quote_via", X: pycall.Name(pick(g, []string{"quote", "quote_plus", "record"}))})
	}
	return c
}
