package urllib_test

import (
	"fmt"
	"strings"

	"earl.example/internal/testing/pycall"
)

// text is the source of a str, octets that of a bytes.
func text(s string) string   { return pycall.Ascii(s) }
func octets(s string) string { return pycall.Ascii(pycall.Bytes(s)) }

// documentedSchemes are those that the documentation lists, and otherSchemes
// the rest of the module's lists.
var (
	documentedSchemes = strings.Fields("file ftp gopher hdl http https imap mailto mms news nntp prospero rsync rtsp rtspu sftp shttp sip sips snews svn svn+ssh telnet wais ws wss")
	otherSchemes      = strings.Fields("nfs git git+ssh tel rtsps itms-services xyz")
)

// splitters are the characters that NFKC turns into delimiters of a URL.
var splitters = []rune("\u2047\u2048\u2049\u2100\u2101\u2105\u2106\u2a74\ufe13\ufe16\ufe55\ufe56\ufe5f\ufe6b\uff03\uff0f\uff1a\uff1f\uff20")

// loops returns the tables that are easier to say as loops.
func loops() []row {
	var all []row
	add := func(name, format string, args ...any) {
		all = append(all, row{name, fmt.Sprintf(format, args...)})
	}
	schemeLoops(add)
	queryLoops(add)
	characterLoops(add)
	joinLoops(add)
	codecLoops(add)
	return all
}

type adder func(name, format string, args ...any)

func schemeLoops(add adder) {
	for _, s := range documentedSchemes {
		add("U-002", "urlsplit(%s)", text(strings.ToUpper(s)+"://h/p"))
		add("U-002", "urlsplit(%s)", text(s+"://u@h:1/p?q#f"))
	}
	for _, s := range append(documentedSchemes, otherSchemes...) {
		for _, rest := range []string{"//h/a", "/a/b", "a/b", ""} {
			add("U-003", "urljoin(%s, 'c')", text(s+":"+rest))
		}
		add("U-003", "urljoin('http://h/a', %s)", text(s+":c"))
		add("U-003", "urlparse(%s)", text(s+"://h/p;x"))
		for _, path := range []string{"/p", "p", "", "//p"} {
			add("U-003", "urlunsplit((%s, '', %s, '', ''))", text(s), text(path))
		}
	}
}

// queryLoops has queries with few and with many names, each of them twice.
func queryLoops(add adder) {
	for _, n := range []int{1, 2, 7, 11, 12, 13, 30} {
		var fields []string
		for i := range 2 * n {
			fields = append(fields, fmt.Sprintf("n%d=%d", i*7%n, i))
		}
		qs := strings.Join(fields, "&")
		add("U-067", "parse_qs(%s)", text(qs))
		add("U-067", "parse_qs(%s)", octets(qs))
		add("U-070", "urlencode(parse_qs(%s), doseq=True)", text(qs))
		add("U-058", "parse_qs(%s, max_num_fields=%d)", text(qs), 2*n-1)
	}
}

func characterLoops(add adder) {
	for _, r := range splitters {
		for _, url := range []string{"//a%cb", "//a%cb@h", "//a:%c@h", "//h:%c", "//%c", "/%c", "//h/%c", "//h?%c", "//h#%c"} {
			add("U-034", "urlsplit(%s)", text(fmt.Sprintf(url, r)))
		}
		for _, near := range []rune{r - 1, r + 1} {
			if !strings.ContainsRune(string(splitters), near) {
				add("U-036", "urlsplit(%s)", text("//a"+string(near)+"b"))
			}
		}
	}
	for c := rune(0); c < 0x100; c++ {
		s := string(c)
		add("U-045", "urlsplit(%s, scheme=%s)", text(s+"http"+s+"://h"+s+"/p"+s), text(s+"d"+s))
		add("U-017", "urlsplit(%s)", text("a"+s+"://b"+s+"c:d"))
		add("U-100", "unwrap(%s)", text(s+"<"+s+"URL:"+s+"x>"+s))
		if c < 0x80 {
			add("U-112", "urlsplit(%s, scheme=%s)", octets(s+"http"+s+"://h"+s+"/p"+s), octets(s+"d"+s))
			add("U-132", "quote(%s, safe=%s)", text(s+" "+s), text(s))
			add("U-143", "quote_plus(%s, safe=%s)", text(s+" "+s), text(s))
			add("U-030", "SplitResult('', %s, '', '', '').port", text("h:"+s+"80"))
			add("U-030", "SplitResult('', %s, '', '', '').port", text("h:8"+s+"0"))
			add("U-030", "SplitResultBytes(b'', %s, b'', b'', b'').port", octets("h:8"+s+"0"))
		}
		add("U-149", "unquote(%s)", text("%4"+s+"%"+s+"1"))
		add("U-050", "parse_qsl(%s)", text("a"+s+"b=c"+s+"d"))
	}
	var every strings.Builder
	for c := range 0x100 {
		every.WriteByte(byte(c))
	}
	add("U-147", "quote_from_bytes(%s)", octets(every.String()))
	add("U-147", "quote_from_bytes(%s, safe='')", octets(every.String()))
	add("U-145", "quote_plus(%s)", octets(every.String()))
	add("U-158", "unquote_to_bytes(%s)", octets(every.String()+"%41"))
}

// joinLoops holds the tables of examples of RFC 3986 and RFC 1808.
func joinLoops(add adder) {
	// RFC 3986, sections 5.4.1 and 5.4.2.
	for _, ref := range strings.Fields("g:h g ./g g/ /g //g ?y g?y #s g#s g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g " +
		"../../../g ../../../../g /./g /../g g. .g g.. ..g ./../g ./g/. g/./h g/../h g;x=1/./y g;x=1/../y g?y/./x g?y/../x g#s/./x g#s/../x http:g") {
		add("U-090", "urljoin('http://a/b/c/d;p?q', %s)", text(ref))
	}
	add("U-090", "urljoin('http://a/b/c/d;p?q', '')")
	// RFC 1808, section 5.
	for _, ref := range strings.Fields("g:h g ./g g/ /g //g ?y g?y g?y/./x #s g#s g#s/./x g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g " +
		"../../../g ../../../../g /./g /../g g. .g g.. ..g ./../g ./g/. g/./h g/../h http:g http:") {
		add("U-181", "urljoin('http://a/b/c/d;p?q#f', %s)", text(ref))
	}
	add("U-181", "urljoin('http://a/b/c/d;p?q#f', '')")
	bases := strings.Fields("http://h http://h/ http://h/a http://h/a/ http://h//a//b /a/b a/b //h/a ?q #f ;p http:a http:/a file:///a/b")
	refs := strings.Fields("x ./x ../x ../../x /x //x ///x ? # ; ?q #f ;p . .. ./ ../ x/.. x/. //h http: http:x http:/x http://x")
	for _, base := range bases {
		for _, ref := range refs {
			add("B-1.5", "urljoin(%s, %s)", text(base), text(ref))
		}
	}
}

// coreCodecs are the codecs of the core, by CPython's names, but for those of
// variable width. utf_16 and utf_32 are among the latter.
var (
	tableCodecs = strings.Fields("ascii latin_1 cp037 cp273 cp424 cp437 cp500 cp720 cp737 cp775 cp850 cp852 cp855 cp856 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp866 cp869 cp874 cp875 cp1006 cp1026 cp1125 cp1140 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 hp_roman8 iso8859_1 iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 iso8859_10 iso8859_11 iso8859_13 iso8859_14 iso8859_15 iso8859_16 koi8_r koi8_t koi8_u kz1048 mac_arabic mac_croatian mac_cyrillic mac_farsi mac_greek mac_iceland mac_latin2 mac_roman mac_romanian mac_turkish palmos ptcp154 tis_620")
	wideCodecs  = strings.Fields("utf_8 utf_8_sig utf_16 utf_16_le utf_16_be utf_32 utf_32_le utf_32_be utf_7")
	handlers    = strings.Fields("strict replace ignore xmlcharrefreplace backslashreplace surrogateescape surrogatepass bogus")
)

func codecLoops(add adder) {
	var every strings.Builder
	for c := range 0x100 {
		fmt.Fprintf(&every, "%%%02x", c)
	}
	samples := []string{"a\u00e9\u0416\u20ac\U0001f600b", "\ud7ff", "\xed\xa0\x80x\xed\xb2\x80\xed\xbf\xbf"}
	escapes := []string{"a%ff%e9b", "%80", "%C3%A9%E2%82%ACz%ED%A0%80%F4%90%80%80", "%2B2AA-%2BAOk%2B", "%00%d8%00%dc%00%d8a%00b"}
	for _, codec := range append(tableCodecs, wideCodecs...) {
		for _, handler := range handlers {
			for _, s := range samples {
				add("U-140", "quote(%s, '', %s, %s)", text(s), text(codec), text(handler))
			}
			for _, s := range escapes {
				add("U-140", "unquote(%s, %s, %s)", text(s), text(codec), text(handler))
			}
		}
	}
	for _, codec := range tableCodecs {
		add("U-140", "unquote(%s, %s)", text(every.String()), text(codec))
		add("U-140", "quote(unquote(%s, %s, 'ignore'), '', %s)", text(every.String()), text(codec), text(codec))
	}
	names := "utf-8 UTF8 u8 utf utf8_ucs2 utf8_ucs4 cp65001 U-8 latin-1 latin1 l1 iso-8859-1 ISO_8859-1:1987 8859 cp819 iso8859 us-ascii 646 ansi_x3.4_1968 " +
		"ibm037 ebcdic-cp-us csIBM037 windows-1252 1252 windows1252 koi8-r KOI8_R cskoi8r macroman macintosh mac-roman mac utf16 u16 UTF-16LE unicodelittleunmarked utf32 u32 u7 utf_8_sig utf-8-sig tis620 thai iso_8859_2_1987 " +
		"hex base64 rot13 zlib uu quopri bz2 mbcs oem dbcs none undefined utf.8 utf-9"
	for name := range strings.FieldsSeq(names) {
		if name == "undefined" {
			continue // a codec of its own, outside the core
		}
		add("U-140", "quote('\\xe9', encoding=%s, errors='replace')", text(name))
		add("U-140", "unquote('%%41', encoding=%s)", text(name))
		add("U-113", "urlsplit('/p').encode(%s)", text(name))
	}
}
