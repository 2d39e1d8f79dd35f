package urllib_test

import (
	"math"
	"math/big"
	"slices"
	"strings"
)

func fn(name string, args ...any) *call { return &call{Call: name, Args: args, KW: map[string]any{}} }

// attr reads an attribute of the result of c.
func attr(c *call, name string) *call {
	c.Call += "." + name
	return c
}

func key(c *call, name string, v any) *call {
	c.KW[name] = v
	return c
}

// call makes a call, now and then with other lists of schemes.
func (g *generator) call() *call {
	c := g.plainCall()
	if !strings.HasPrefix(c.Call, "url") || strings.HasPrefix(c.Call, "urlencode") || !g.chance(20) {
		return c
	}
	c.Lists = map[string][]any{}
	for _, name := range []string{"uses_relative", "uses_netloc", "uses_params"} {
		if g.chance(2) {
			items := []any{}
			for range g.IntN(4) {
				items = append(items, pick(g, []any{nil, "", "http", "x", "s3", "file", "mailto", "HTTP"}))
			}
			c.Lists[name] = items
		}
	}
	return c
}

func (g *generator) plainCall() *call {
	isBytes := g.chance(6)
	switch n := g.IntN(100); {
	case n < 24:
		return g.read(g.split("urlsplit", isBytes))
	case n < 36:
		return g.read(g.split("urlparse", isBytes))
	case n < 54:
		return g.join(isBytes)
	case n < 60:
		return g.read(fn("urldefrag", g.text(g.url(), isBytes)))
	case n < 68:
		return g.unsplit(isBytes)
	case n < 71:
		return fn("unwrap", g.mutate(pick(g, []string{"<URL:a>", "<a>", "URL:a", " a ", "< URL: a >", "<URL:<a>>"})))
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
func (g *generator) text(s string, isBytes bool) any {
	if isBytes {
		return g.octets(s)
	}
	return s
}

// split makes a call of urlsplit or urlparse.
func (g *generator) split(name string, isBytes bool) *call {
	c := fn(name, g.text(g.url(), isBytes))
	if g.chance(6) {
		scheme := pick(g, []string{"", "http", "HTTP", " http\n", "x", "file", "\x00a\x1f", "\u00e9", "a:b", "\t",
			"mailto", "h\x7f "})
		c = key(c, "scheme", g.text(scheme, isBytes))
	}
	if g.chance(5) {
		c = key(c, "allow_fragments", pick(g, []any{true, false, false, int64(0), int64(1), nil}))
	}
	if g.chance(8) {
		c = key(c, "missing_as_none", true)
	}
	return c
}

// read makes what one does with a result.
func (g *generator) read(r *call) *call {
	isDefrag := r.Call == "urldefrag"
	switch n := g.IntN(12); {
	case n < 5:
		return r
	case n < 7:
		return attr(r, "geturl")
	case n < 10 && !isDefrag:
		return attr(r, "username,password,hostname")
	case n < 11 && !isDefrag:
		return attr(r, "port")
	case g.chance(3):
		return fn("repr", r)
	}
	return r
}

func (g *generator) join(isBytes bool) *call {
	base, url := g.url(), g.url()
	if g.chance(2) {
		base = pick(g, corpus[:3])
	}
	if g.chance(2) {
		url = g.path() + pick(g, []string{"", "?q", "#f", "?", "#", ";", ";p"})
	}
	c := fn("urljoin", g.text(base, isBytes), g.text(url, isBytes))
	if g.chance(8) {
		c = key(c, "allow_fragments", pick(g, []any{true, false, int64(0)}))
	}
	return c
}

// components makes n components of a URL.
func (g *generator) components(n int, isBytes bool) []any {
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
	items := make([]any, n)
	for i := range items {
		items[i] = g.text(parts[i], isBytes)
		if isBytes && g.chance(20) {
			items[i] = []byte(parts[i])
		}
	}
	return items
}

func (g *generator) unsplit(isBytes bool) *call {
	name, n := "urlunsplit", 5
	if g.chance(2) {
		name, n = "urlunparse", 6
	}
	items := g.components(n, isBytes)
	if g.chance(5) {
		for i := range items {
			if i != 2 && g.chance(2) { // the path is never None
				items[i] = nil
			}
		}
	}
	c := fn(name, tuple(items))
	if g.chance(6) {
		c = key(c, "keep_empty", g.chance(2))
	}
	return c
}

// built2 makes results by hand, and what one does with them.
func (g *generator) built2(isBytes bool) *call {
	name, n := "SplitResult", 5
	if g.chance(2) {
		name, n = "ParseResult", 6
	}
	if isBytes {
		name += "Bytes"
	}
	r := fn(name, g.components(n, isBytes)...)
	switch g.IntN(6) {
	case 0:
		return attr(r, "port")
	case 1:
		return attr(r, "hostname")
	case 2:
		return fn(pick(g, []string{"lt", "eq", "le", "gt"}), r, fn(name, g.components(n, isBytes)...))
	}
	coding := "encode"
	if isBytes {
		coding = "decode"
	}
	return g.codec(fn(coding, r), false)
}

var codecNames = slices.Concat([]string{
	"utf-8", "utf-8", "utf8", "ascii", "latin-1", "Latin1", "utf-16", "utf-16-le", "UTF-16BE", "utf-32", "utf_32_be",
	"utf-7", "utf-8-sig",
	"bogus", "", "hex", "UTF 8", "cp1252", "koi8-r", "iso8859-7", "a\x00b",
}, tableCodecs, linkedCodecs, linkedCodecs)

// linkedCodecs are the names of package codecs: all of its modules, and some
// other names.
var linkedCodecs = strings.Fields("big5 big5hkscs cp932 cp949 cp950 euc_jis_2004 euc_jisx0213 euc_jp euc_kr " +
	"gb18030 gb2312 gbk hz idna iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext " +
	"iso2022_kr johab punycode raw_unicode_escape shift_jis shift_jis_2004 shift_jisx0213 undefined unicode_escape" +
	" GBK gb18030-2000 Big5-HKSCS eucjp ms-kanji sjis windows-31j ks_c-5601 csiso2022jp hzgb rawunicodeescape")

// codec adds encoding and errors, or one of them; nil as well if none is so.
func (g *generator) codec(c *call, none bool) *call {
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

func (g *generator) parseQuery(isBytes bool) *call {
	separator := pick(g, []string{"&", "&", "&", ";", "&;", "a", "=", "+", "%", "\u00e9", "", "\n"})
	c := fn(pick(g, []string{"parse_qsl", "parse_qsl", "parse_qs"}))
	qs := g.query(separator)
	if g.chance(3) {
		qs = g.mutate(qs)
	}
	if isBytes && g.chance(3) {
		c.Args = append(c.Args, []byte(qs))
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

func (g *generator) quoting(isBytes bool) *call {
	s := g.url()
	switch g.IntN(9) {
	case 0, 1, 2:
		s = g.soup(g.IntN(20))
	case 3, 4:
		s = g.octetSoup()
	}
	switch g.IntN(7) {
	case 0, 1, 2:
		c := fn(pick(g, []string{"quote", "quote_plus"}), g.octetsOr(s, isBytes))
		if g.chance(2) {
			c = key(c, "safe", pick(g, safes))
		}
		if (!isBytes || g.chance(8)) && g.chance(2) {
			c = g.codec(c, true)
		}
		return c
	case 3:
		c := fn("quote_from_bytes", []byte(s))
		if g.chance(2) {
			c = key(c, "safe", pick(g, safes))
		}
		return c
	case 4:
		return fn("unquote_to_bytes", g.octetsOr(s, isBytes))
	case 5:
		c := fn("unquote_plus", s)
		if g.chance(2) {
			c = g.codec(c, true)
		}
		return c
	}
	c := fn("unquote", g.octetsOr(s, isBytes))
	if g.chance(2) {
		c = g.codec(c, !isBytes)
	}
	return c
}

// octetsOr is s as a str, or its octets as bytes.
func (g *generator) octetsOr(s string, isBytes bool) any {
	if isBytes {
		return []byte(s)
	}
	return s
}

// value makes a value for urlencode.
func (g *generator) value(depth int) any {
	switch n := g.IntN(16); {
	case n < 6:
		return g.soup(g.IntN(4))
	case n < 8:
		return []byte(g.soup(g.IntN(4)))
	case n < 9:
		return pick(g, []any{nil, true, false})
	case n < 11:
		return pick(g, []any{int64(0), int64(-1), int64(7), int64(math.MinInt64), new(big.Int).Lsh(big.NewInt(5), 80)})
	case n < 13:
		return pick(g, []any{
			0.0, math.Copysign(0, -1), 1.5, 1e22, 1e-7, 1e16, 123456789.125, 0.1, 1e300, 5e-324, math.Inf(1), math.NaN(),
		})
	case depth == 0:
		return g.token()
	}
	switch g.IntN(7) {
	case 0:
		return g.result()
	case 1:
		return g.dict(depth - 1)
	case 2:
		return tuple(g.values(g.IntN(4), depth-1))
	case 3:
		return tuple{g.token(), g.token()}
	case 4:
		return fn(pick(g, []string{"parse_qs", "parse_qsl"}), g.query("&"))
	}
	return list(g.values(g.IntN(4), depth-1))
}

func (g *generator) values(n, depth int) []any {
	items := make([]any, n)
	for i := range items {
		items[i] = g.value(depth)
	}
	return items
}

// result makes a result of any class.
func (g *generator) result() any {
	isBytes := g.chance(4)
	class := pick(g, []string{"SplitResult", "ParseResult", "DefragResult", "DefragResult"})
	items := g.components(6, isBytes)
	if n := len(strings.Fields(fieldNames[class])); n < 6 {
		items = items[:n]
	}
	if isBytes {
		class += "Bytes"
	}
	return fn(class, items...)
}

// dict makes a dict. Some keys are tuples.
func (g *generator) dict(depth int) dict {
	pairs := dict{}
	for range g.IntN(4) {
		key := g.value(0)
		if g.chance(8) {
			key = tuple{g.token()}
		}
		if !slices.ContainsFunc(pairs, func(it item) bool { return equalKeys(it.key, key) }) {
			pairs = append(pairs, item{key, g.value(depth)})
		}
	}
	return pairs
}

// element makes an element of a query, which ought to be a tuple of two.
func (g *generator) element() any {
	switch g.IntN(24) {
	case 0:
		return g.result()
	case 1:
		return list(g.values(2, 2))
	case 2:
		return tuple(g.values(g.IntN(5), 1))
	case 3:
		return g.dict(1)
	case 4:
		return g.value(1)
	case 5:
		return []byte(g.soup(2))
	}
	return tuple{g.value(1), g.value(2)}
}

func (g *generator) encode() *call {
	var query any
	switch n := g.IntN(16); {
	case n == 0:
		query = g.value(1)
	case n < 8:
		pairs := []any{}
		for range g.IntN(4) {
			pairs = append(pairs, g.element())
		}
		if query = list(pairs); g.chance(4) {
			query = tuple(pairs)
		}
	default:
		query = g.dict(2)
	}
	c := fn("urlencode", query)
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
		c = key(c, "quote_via", function(pick(g, []string{"quote", "quote_plus", "record"})))
	}
	return c
}

// equalKeys reports whether a dict has one item for a and b, as for 1, 1.0 and True.
func equalKeys(a, b any) bool {
	number := func(v any) any {
		switch v := v.(type) {
		case bool:
			if v {
				return 1.0
			}
			return 0.0
		case int64:
			return float64(v)
		case []byte, *big.Int, tuple:
			return string(appendJSON(nil, v))
		}
		return v
	}
	return number(a) == number(b)
}
