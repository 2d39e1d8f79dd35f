package urllib_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A generator makes calls about what releases and implementations answer differently. The same seed gives the same
// calls.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) *generator {
	return &generator{rand.New(rand.NewPCG(seed, 0x6561726c))}
}

// pick returns one of items.
func pick[T any](g *generator, items []T) T { return items[g.IntN(len(items))] }

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

var (
	// corpus holds whole URLs to start from.
	corpus = []string{
		"http://www.example.com/", "https://user:pass@example.com:8080/path/to/page;type=a?key=value&other=#section",
		"http://a/b/c/d;p?q#f", "//host/path", "/abs/path?x=1#y", "rel/path;v=1", "?only=query", "#only-fragment", "",
		"mailto:someone@example.com?subject=hello%20world", "urn:isbn:0451450523", "tel:+1-816-555-1212",
		"data:text/plain;base64,SGVsbG8=",
		"javascript:alert(1)", "file:///etc/passwd", "file://host/share/a.txt", "ftp://ftp.is.co.za/rfc/rfc1808.txt;type=i",
		"ldap://[2001:db8::7]/c=GB?objectClass?one", "telnet://192.0.2.16:80/", "svn+ssh://svn.zope.org/repos/main/",
		"http://[::1]:80/", "http://[FE80::1%25eth0]/x", "http://[v1.fe80::a+en1]/", "http://[::ffff:192.0.2.1]:8443/a?b",
		"http://xn--bcher-kva.example/", "http://b\u00fccher.example/stra\u00dfe?\u00e4=\u00f6#\u00fc",
		"http://\u0130STANBUL.example/", "http://\u039f\u0394\u039f\u03a3.gr/",
		"https://example.org/a/./b/../c//d/%7Efoo/%E4%BD%A0?q=%F0%9F%98%80&lang=\u65e5\u672c\u8a9e", "path:80",
		"localhost:8080/x", "HTTP://UPPER/CASE", "C:\\dir\\file",
		"s3://bucket/key", "git+ssh://git@github.com/x/y.git", "rtsps://h/p;x", "itms-services://?action=download",
		"http:///nohost", "http:////a//b", "////x", "x:///y",
		"<URL:http://wrapped/>", "URL:ftp://x", " <sp aced> " +
			"", "http://h:65536/", "http://@:@:@/", "http://[/", "http://]/", "http://a[b]c/",
	}
	// delimiters are the characters that split URLs and queries.
	delimiters = strings.Split("://?#[]@;&=+%.,!$'()*-_~\\\"<>^`{|}", "")
	// tokens are longer or rarer things that matter.
	tokens = []string{
		"://", "//", "///", "////", "../", "./", "..", "/.", "/..", "/./", "/../", "?#", "#?", ";?", "@:", ":@", "[]",
		"][", "[[", "]]", "http:", "HTTP:", "https:", "file:", "x:", "1:", "+:", "mailto:",
		" ", "\t", "\n", "\r", "\x00", "\x0b", "\x0c", "\x1c", "\x1f", "\x7f", "\u0085", "\u00a0", "\u2003", "\u2028",
		"\ufeff",
		"%", "%%", "%4", "%41", "%2f", "%2F", "%zz", "%C3%A9", "%c3", "%E2%82%AC", "%ff", "%00", "%25", "%26", "%3D",
		"%2B", "%0a", "%u0041", "%\uff11\uff12",
		"\u00e9", "\u00df", "\u0130", "\u0131", "\u017f", "\u212a", "\u03a3", "\u03c3", "\u0391\u03a3", "\u0345", "\u02b0",
		"\u00ad", "\u00b7", "\ufb00", "\u01c5", "\u1e9e", "\u0378", "\u061d", "\u20ac", "\u65e5", "\U0001f600",
		"\U00010400", "\U0001fae9", "\U000e0001", "\ue000", "\uffff",
		"\xed\xa0\x80", "\xed\xaf\xbf", "\xed\xb0\x80", "\xed\xb2\x80", "\xed\xb3\xa9", "\xed\xbf\xbf",
		"a=1", "&a=1", "&&", "=&=", "a=b=c", "&;", "a+b", "%26a%3D", "xn--",
		"URL:", "<", ">", "<URL:", "None", "'", "\"", "'\"",
	}
	ports = []string{"80", "0", "00080", "65535", "65536", "99999999999999999999", "+80", "-1", "-0", "8_0", "_8",
		"8__0", " 80", "80 " +
			"", "\u0663", "\u00b2", "\U0001d7d8", "0x50", "1e3", "8\u00a00", "\x1f80", "8'0", "abc", "80:90", ""}
	addresses = []string{"::1", "::", "1::", "2001:DB8::7", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7",
		"1::2::3", "12345::", "fe80::1%25Eth0", "fe80::1%", "fe80::1%a%b", "::1%\u00e9", "1.2.3.4", "01.2.3.4",
		"::01.2.3.4", "::1.2.3", "v1.x", "V1.x", "v1.", "vF.a b", "v.x", "vg.x", "foo", "", "::g", ":::", ":1", "1:",
		"v1.\u20ac", "0:0:0:0:0:0:0:0:0", "::\uff11"}
	hosts = []string{"h", "EXAMPLE.com", "a.b.c", "h%41B", "\u00c9T\u00c9.fr", "1.2.3.4", "xn--a", "h_-~", "",
		"A\u03a3", "\u0130", "user:pw@h", "u@v@h"}
)

// url makes a URL, or something that once was one.
func (g *generator) url() string {
	switch g.IntN(8) {
	case 0:
		return g.soup(1 + g.IntN(12))
	case 1:
		return g.built()
	case 2:
		return pick(g, corpus)
	case 3:
		return g.mutate(g.built())
	}
	return g.mutate(pick(g, corpus))
}

// built puts a URL together from parts.
func (g *generator) built() string {
	var b strings.Builder
	if !g.chance(4) {
		scheme := pick(g, documentedSchemes)
		if g.chance(3) {
			scheme = pick(g, append(otherSchemes, "HtTp", "a", "1a", "a.b+c-d", "a_b", ""))
		}
		b.WriteString(scheme + ":")
	}
	if !g.chance(4) {
		b.WriteString("//")
		if g.chance(4) {
			b.WriteString(pick(g, []string{"u@", "u:p@", "@", ":@", "u:@", "a@b@", "u:p:q@", "u%40:p%3a@", "\u00fc@", "[u]@"}))
		}
		if g.chance(4) {
			b.WriteString("[" + pick(g, addresses) + "]")
		} else {
			b.WriteString(pick(g, hosts))
		}
		if g.chance(3) {
			b.WriteString(":" + pick(g, ports))
		}
	}
	b.WriteString(g.path())
	if g.chance(2) {
		b.WriteString("?" + g.query(pick(g, []string{"&", ";", "&"})))
	}
	if g.chance(3) {
		b.WriteString("#" + pick(g, []string{"", "f", "a#b", "?", "/x", "\u00e9", "%23"}))
	}
	return b.String()
}

// path makes a path of segments that resolution and params care about.
func (g *generator) path() string {
	var b strings.Builder
	for range g.IntN(6) {
		if !g.chance(5) {
			b.WriteByte('/')
		}
		b.WriteString(pick(g, []string{"a", "b", "c.d", "..", ".", "", "g;x=1", ";", "p;q;r", "%2e%2e", "%2F", "~u", "a b",
			"\u00e9", "...", "x:y", "..;", "\\"}))
	}
	return b.String()
}

// query makes a query of fields.
func (g *generator) query(separator string) string {
	fields := make([]string, g.IntN(5))
	for i := range fields {
		fields[i] = pick(g, []string{"a=1", "a=2", "b=", "c", "", "=", "=x", "a=b=c", "%61=%62", "a+b=c+d", "k=%E9",
			"k=%C3%A9", "\u00e9=\u20ac", "%zz=%", "a=%26", "%2B=+", "k=%ff%fe", "it's=1", "\xed\xa0\x80=1"})
	}
	return strings.Join(fields, separator)
}

// soup makes a string of n tokens.
func (g *generator) soup(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(g.token())
	}
	return b.String()
}

// octetSoup makes escaped octets that mean something in codecs of several
// octets a character, and characters that have such.
func (g *generator) octetSoup() string {
	var b strings.Builder
	for range g.IntN(12) {
		switch g.IntN(6) {
		case 0, 1:
			fmt.Fprintf(&b, "%%%02X", 0x80+g.IntN(0x80))
		case 2:
			fmt.Fprintf(&b, "%%%02x", g.IntN(0x80))
		case 3:
			b.WriteRune(pick(g, []rune("\u00ca\u030c\u00e9\u3042\u304b\u309a\u6f22\u5b57\u4ff1\u9b1c"+
				"\uac00\uac02\u3131\uff76\uff5e\u2015\u30fb\u3002\u05d0\u00ad\U00020b9f")))
		case 4:
			b.WriteString(pick(g, []string{"%1b$B", "%1B(B", "%1b$(Q", "%1b$)C%0e", "%1b.A%1bN", "%0f", "~{", "~}", "~~",
				"xn--", "xn--4ca.", "-9", ".", "\\u", "\\U0001", "\\N{LF}", "%810%810", "%a4%d4%a4%a1%a4%bf%a4%d4"}))
		default:
			b.WriteString(pick(g, delimiters))
		}
	}
	return b.String()
}

// token returns a short string.
func (g *generator) token() string {
	switch g.IntN(6) {
	case 0, 1:
		return pick(g, delimiters)
	case 2:
		return string(rune('a' + g.IntN(26)))
	case 3:
		return pick(g, []string{"A", "Z", "0", "9", "ab", "URL", "g", "x1"})
	case 4:
		if g.chance(12) {
			return string(pick(g, splitters))
		}
		if g.chance(8) {
			return string(rune(g.IntN(0xD800)))
		}
	}
	return pick(g, tokens)
}

// mutate changes a few places of s.
func (g *generator) mutate(s string) string {
	r := runes(s)
	for range 1 + g.IntN(3) {
		i := g.IntN(len(r) + 1)
		j := min(len(r), i+g.IntN(4))
		var middle []rune
		switch g.IntN(7) {
		case 0: // delete
		case 1: // repeat
			for range 1 + g.IntN(3) {
				middle = append(middle, r[i:j]...)
			}
		case 2: // run
			for range g.IntN(1 + g.IntN(300)) {
				middle = append(middle, runes(pick(g, delimiters))[0])
			}
			if g.chance(2) && len(middle) > 0 {
				for k := range middle {
					middle[k] = middle[0]
				}
			}
		case 3: // splice
			other := runes(pick(g, corpus))
			middle = other[g.IntN(len(other)+1):]
		default: // insert or replace
			middle = runes(g.token())
			if g.chance(2) {
				j = i
			}
		}
		r = append(append(append([]rune{}, r[:i]...), middle...), r[j:]...)
	}
	return runesText(r)
}

// octets makes a bytes of s: mostly ASCII, since the rest fails early.
func (g *generator) octets(s string) []byte {
	if g.chance(12) {
		return []byte(s)
	}
	b := []byte{}
	for i := range len(s) {
		if s[i] < 0x80 {
			b = append(b, s[i])
		}
	}
	if g.chance(30) {
		b = append(b, byte(0x80+g.IntN(0x80)))
	}
	return b
}

// documentedSchemes are the schemes that the documentation lists. otherSchemes are the rest of the module's lists.
var (
	documentedSchemes = strings.Fields("file ftp gopher hdl http https imap mailto mms news nntp prospero rsync rtsp " +
		"rtspu sftp shttp sip sips snews svn svn+ssh telnet wais ws wss")
	otherSchemes = strings.Fields("nfs git git+ssh tel rtsps itms-services xyz")
)

// splitters are the characters that NFKC turns into delimiters of a URL.
var splitters = []rune("\u2047\u2048\u2049\u2100\u2101\u2105\u2106\u2a74" +
	"\ufe13\ufe16\ufe55\ufe56\ufe5f\ufe6b\uff03\uff0f\uff1a\uff1f\uff20")

// tableCodecs are the codecs of one byte a character.
var (
	tableCodecs = strings.Fields("ascii latin_1 cp037 cp273 cp424 cp437 cp500 cp720 cp737 cp775 cp850 cp852 cp855 " +
		"cp856 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp866 cp869 cp874 cp875 cp1006 cp1026 cp1125 cp1140 " +
		"cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 hp_roman8 iso8859_1 iso8859_2 iso8859_3 " +
		"iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 iso8859_10 iso8859_11 iso8859_13 iso8859_14 " +
		"iso8859_15 iso8859_16 koi8_r koi8_t koi8_u kz1048 mac_arabic mac_croatian mac_cyrillic mac_farsi mac_greek " +
		"mac_iceland mac_latin2 mac_roman mac_romanian mac_turkish palmos ptcp154 tis_620")
	handlers = strings.Fields("strict replace ignore xmlcharrefreplace backslashreplace surrogateescape " +
		"surrogatepass bogus")
)
