package rfc3986_test

import (
	"strings"
	"testing"

	"earl.example/internal/testing/abnf"
)

// appendixA is the collected grammar of appendix A as published, with the core
// rules of RFC 5234 that it uses.
const appendixA = `
URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
hier-part     = "//" authority path-abempty
              / path-absolute
              / path-rootless
              / path-empty
URI-reference = URI / relative-ref
absolute-URI  = scheme ":" hier-part [ "?" query ]
relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
relative-part = "//" authority path-abempty
              / path-absolute
              / path-noscheme
              / path-empty
scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
authority     = [ userinfo "@" ] host [ ":" port ]
userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
host          = IP-literal / IPv4address / reg-name
port          = *DIGIT
IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPv6address   =                            6( h16 ":" ) ls32
              /                       "::" 5( h16 ":" ) ls32
              / [               h16 ] "::" 4( h16 ":" ) ls32
              / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
              / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
              / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
              / [ *4( h16 ":" ) h16 ] "::"              ls32
              / [ *5( h16 ":" ) h16 ] "::"              h16
              / [ *6( h16 ":" ) h16 ] "::"
h16           = 1*4HEXDIG
ls32          = ( h16 ":" h16 ) / IPv4address
IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet     = DIGIT                 ; 0-9
              / %x31-39 DIGIT         ; 10-99
              / "1" 2DIGIT            ; 100-199
              / "2" %x30-34 DIGIT     ; 200-249
              / "25" %x30-35          ; 250-255
reg-name      = *( unreserved / pct-encoded / sub-delims )
path          = path-abempty    ; begins with "/" or is empty
              / path-absolute   ; begins with "/" but not "//"
              / path-noscheme   ; begins with a non-colon segment
              / path-rootless   ; begins with a segment
              / path-empty      ; zero characters
path-abempty  = *( "/" segment )
path-absolute = "/" [ segment-nz *( "/" segment ) ]
path-noscheme = segment-nz-nc *( "/" segment )
path-rootless = segment-nz *( "/" segment )
path-empty    = 0<pchar>
segment       = *pchar
segment-nz    = 1*pchar
segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
              ; non-zero-length segment without any colon ":"
pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
query         = *( pchar / "/" / "?" )
fragment      = *( pchar / "/" / "?" )
pct-encoded   = "%" HEXDIG HEXDIG
unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
reserved      = gen-delims / sub-delims
gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
              / "*" / "+" / "," / ";" / "="
ALPHA         = %x41-5A / %x61-7A
DIGIT         = %x30-39
HEXDIG        = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
`

// rfc6874 is what RFC 6874 §2 changes in it.
const rfc6874 = `
IP-literal    = "[" ( IPv6address / IPv6addrz / IPvFuture  ) "]"
ZoneID        = 1*( unreserved / pct-encoded )
IPv6addrz     = IPv6address "%25" ZoneID
`

// withoutUserinfo is the authority of a text that has no "@".
const withoutUserinfo = `
authority     = host [ ":" port ]
`

// TestGrammarIsPublished: the oracle reads every rule of the grammar, and
// decides the rules that the RFC has in words.
func TestGrammarIsPublished(t *testing.T) {
	t.Parallel()
	g := abnf.New(appendixA)
	if len(g) != 36+3 {
		t.Errorf("%d rules, want the 36 of appendix A and 3 core rules", len(g))
	}
	for _, test := range []struct {
		rule, matches, not string
	}{
		{"URI", "foo://example.com:8042/over/there?name=ferret#nose a: urn:a:b", "a 1a: ://a"},
		{"absolute-URI", "a:?b", "a:#"},
		{"relative-ref", "a //a /a ?a #a ./a:b", "a:b [ %4"},
		{"port", "0 80 99999999", "a -1"},
		{"IPv6address", ":: ::1 1:: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:1.2.3.4 1::5:6:7:8",
			"1 ::: 1:2:3:4:5:6:7 1:2:3:4:5:6:7:1.2.3.4"},
		{"IPvFuture", "v1.a VF.:", "v.a v1. v1"},
		{"dec-octet", "0 9 10 99 100 199 200 249 250 255", "00 01 256 260 300 1000 a"},
		{"h16", "0 abCD 0000", "00000 g"},
		{"path", "a /a // a:b", "? a?"},
		{"path-absolute", "/ /a //"[:4], "// a"},
		{"path-noscheme", "a a/b:c @", "a:b /"},
		{"path-rootless", "a:b a//", "/"},
		{"segment-nz-nc", "a %41", ": /"},
		{"pct-encoded", "%41 %aF", "% %4 %4g 41"},
		{"reserved", ": / ? # [ ] @ ! $ & ' ( ) * + , ; =", "a % -"},
	} {
		m := g.Machine(test.rule)
		for _, s := range strings.Fields(test.matches) {
			if ok, _ := m.Run(s); !ok {
				t.Errorf("%s does not match %q", test.rule, s)
			}
		}
		for _, s := range strings.Fields(test.not) {
			if ok, _ := m.Run(s); ok {
				t.Errorf("%s matches %q", test.rule, s)
			}
		}
	}
	for _, rule := range []string{"path-empty", "path-abempty", "segment", "reg-name", "port", "query", "fragment"} {
		if ok, _ := g.Machine(rule).Run(""); !ok {
			t.Errorf("%s does not match nothing", rule)
		}
	}
	for _, rule := range []string{"URI", "path-absolute", "segment-nz", "host"} {
		if ok, _ := g.Machine(rule).Run(""); ok != (rule == "host") {
			t.Errorf("%s and nothing: %v", rule, ok)
		}
	}
}
