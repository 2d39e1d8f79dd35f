package urlerr_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"no userinfo", "http://h:80/p", "http://h:80/p"},
		{"user only", "http://u@h/", "http://u@h/"},
		{"password", "http://u:pw@h:80/", "http://u:***@h:80/"},
		{"empty password", "http://u:@h/", "http://u:@h/"},
		{"no user", "http://:pw@h/", "http://:***@h/"},
		{"at signs in it", "http://u:p@w@h/", "http://u:***@h/"},
		{"colons in it", "http://u:p:w@h/", "http://u:***@h/"},
		{"slash in it", "http://u:p/w@h/", "http://u:***@h/"},
		{"white space in it", "http://u:p w\nx@h/", "http://u:***@h/"},
		{"no scheme", "//u:pw@h/", "//u:***@h/"},
		{"no slashes", "http:u:pw@h", "http:***@h"},
		{"netloc alone", "u:pw@h", "u:***@h"},
		{"backslashes", `http:\\u:pw@h`, `http:\\u:***@h`},
		{"controls around the slashes", "http:\t//\tu:pw@h", "http:\t//\tu:***@h"},
		{"one slash may be the password's", "u:/pw@h", "u:***@h"},
		{"one backslash may be", "u:\\pw@h", "u:***@h"},
		{"three slashes", "http:///u:pw@h", "http:///u:***@h"},
		{"scheme with a newline", "ht\ntp://u:pw@h", "ht\ntp://u:***@h"},
		{"mail", "mailto:a@b", "mailto:a@b"},
		{"mail in upper case", "MAILTO:a.b+c@d", "MAILTO:a.b+c@d"},
		{"mail with a password", "mailto:u:pw@h", "mailto:***@h"},
		{"mail with a URL", "mailto:a?body=http://u:pw@h", "mailto:***@h"},
		{"package in a path", "https://packages.example/@scope/pkg:1@2", "https://packages.example/@scope/pkg:1@2"},
		{"colon in a path", "https://h/a:b/@c?d", "https://h/a:b/@c?d"},
		{"path of a port", "https://h:80/pkg:1@2", "https://h:***@2"},
		{"path of a user", "https://u@h/pkg:1@2", "https://u@h/pkg:***@2"},
		{"query", "https://h/?u:pw@h", "https://h/?u:***@h"},
		{"fragment", "https://h/#u:pw@h", "https://h/#u:***@h"},
		{"no host before the path", "https:///pkg:1@2", "https:///pkg:***@2"},
		{"escape in the path", "https://h/%61:pw@h", "https://h/%61:***@h"},
		{"backslash in the path", `https://h/\u:pw@h`, `https://h/\u:***@h`},
		{"URL with one slash in a path", "https://h/x:/u:pw@h", "https://h/x:***@h"},
		{"URL without slashes in a path", "https://h/http:u:pw@h", "https://h/http:***@h"},
		{"network path in a path", "https://h//u:pw@h", "https://h//u:***@h"},
		{"jdbc in a path", "https://h/jdbc:u/pw@h", "https://h/jdbc:***@h"},
		{"colon behind", "http://u@h:80/", "http://u@h:80/"},
		{"too much rather than too little", "http://h:80/p?to=a@b", "http://h:***@b"},
		{"wide at sign", "http://u:pw\uff20h/", "http://u:***\uff20h/"},
		{"small at sign", "http://u:pw\ufe6bh/", "http://u:***\ufe6bh/"},
		{"wide colon", "http://u\uff1apw@h:80/", "http://u\uff1a***@h:80/"},
		{"small colon", "http://u\ufe55pw@h/", "http://u\ufe55***@h/"},
		{"vertical colon", "http://u\ufe13pw@h/", "http://u\ufe13***@h/"},
		{"colon of more", "http://u\u2a74pw@h/", "http://u\u2a74***@h/"},
		{"first of several colons", "http://u\uff1ap:w@h/", "http://u\uff1a***@h/"},
		{"escaped", "u%3apw%40h", "u%3a***%40h"},
		{"URL in a query, escaped twice", "http://h/?url=http%253A%252F%252Fu%253apw%2540h&b",
			"http://h/?url=http%253A***%2540h&b"},
		{"escaped three times", "u%25253Apw%252540h40", "u%25253A***%252540h40"},
		{"digits that are no escape", "http://u:pw%252525402540h", "http://u:***%252525402540h"},
		{"no escape", "http://h/a:b2540%2541", "http://h/a:b2540%2541"},
		{"blob", "blob:https://u:pw@h/", "blob:***@h/"},
		{"jdbc", "jdbc:mysql://u:pw@h/", "jdbc:***@h/"},
		{"jdbc, a parameter", "jdbc:sqlserver://h:1433;user=sa;Password={p;w};encrypt=true",
			"jdbc:sqlserver://h:1433;user=sa;Password=***"},
		{"jdbc, the first of them", "jdbc:postgresql://h/d?user=u&sslpassword=pw&password=pw",
			"jdbc:postgresql://h/d?user=u&sslpassword=***"},
		{"jdbc, in parentheses", "jdbc:mysql://(host=h,PWD=pw)/", "jdbc:mysql://(host=h,PWD=***"},
		{"jdbc, a token", "jdbc:x://h;accessToken=t", "jdbc:x://h;accessToken=***"},
		{"jdbc, a secret", "jdbc:x://h;keyStoreSecret=t", "jdbc:x://h;keyStoreSecret=***"},
		{"jdbc, a user and a password", "jdbc:oracle:thin:scott/tiger@h:1521:x", "jdbc:***@h:1521:x"},
		{"jdbc, both", "jdbc:oracle:thin:scott/tiger@h?password=pw", "jdbc:***"},
		{"jdbc, a parameter before", "jdbc:x:password=a@b;c", "jdbc:***"},
		{"jdbc, no secret", "jdbc:x://h;user=pwd;a?passwords", "jdbc:x://h;user=pwd;a?passwords"},
		{"jdbc, inside", "see: http://h/ JDBC:x://h?password=pw", "see: http://h/ JDBC:x://h?password=***"},
		{"jdbc, escaped in a query", "http://h/?u=jdbc%3Ax%3A%2F%2Fh%3Bp%61ssWord%3Dpw",
			"http://h/?u=jdbc%3Ax%3A%2F%2Fh%3Bp%61ssWord%3D***"},
		{"jdbc, escaped twice", "http://h/?u=jdbc%253ax%253A//h%253Bpwd%253Dpw",
			"http://h/?u=jdbc%253ax%253A//h%253Bpwd%253D***"},
		{"jdbc, escapes that are none", "jdbc:x%25%2;pwd%253=a%3", "jdbc:x%25%2;pwd%253=***"},
		{"jdbc, the second one", "ajdbcjdbc%3jdbc:pwd=a", "ajdbcjdbc%3jdbc:pwd=***"},
		{"jdbc, escaped itself", "http://h/?u=%6A%44b%2563%3ax;pwd=pw", "http://h/?u=%6A%44b%2563%3ax;pwd=***"},
		{"jdbc with tabs", "j\td\nb\rc\t:x:;pa\tss=\tpw\t", "j\td\nb\rc\t:x:;pa\tss=\t***"},
		{"jdbc with tabs in escapes", "?jdbc%\t3\nAx%3Bpwd%2\r53Dp\tw", "?jdbc%\t3\nAx%3Bpwd%2\r53D***"},
		{"jdbc with escaped tabs", "http://h/#jd%09bc%250A:x:;pa%0dss=pw", "http://h/#jd%09bc%250A:x:;pa%0dss=***"},
		{"a tab in the at sign", "?u=http:%2F%2Fu:pw%4\t0g", "?u=http:***%4\t0g"},
		{"a newline in the colon", "u%\n3apw@h:80", "u%\n3a***@h:80"},
		{"a tab, and no password", "http://u:\t@h/\t", "http://u:\t@h/\t"},
		{"jdbc without a colon", "pwd=jdbc", "pwd=jdbc"},
		{"no jdbc", "x://h;password=pw", "x://h;password=pw"},
		{"no jdbc, and a colon", "db:password=pw", "db:password=pw"},
		{"source", "view-source:https://u:pw@h/", "view-source:***@h/"},
		{"file system", "filesystem:http://u:pw@h/temporary/", "filesystem:***@h/temporary/"},
		{"URL in a path", "http://h/http://u:pw@h2/", "http://h/http:***@h2/"},
		{"URL in a query", "url=http%3A%2F%2Fu%3Apw%40h&b", "url=http%3A***%40h&b"},
		{"token as user name", "https://ghp_abcdef@github.com/o/r.git", "https://***@github.com/o/r.git"},
		{"token, empty password", "https://ghp_abcdef:@github.com/", "https://***:@github.com/"},
		{"token, password of no use", "https://ghp_0123456789abcdef:x-oauth-basic@h/", "https://***:***@h/"},
		{"token of Redis", "redis://SECRET@h/", "redis://***@h/"},
		{"token without a scheme", "//SECRET@h/", "//***@h/"},
		{"token after a web scheme", "https:SECRET@h/", "https:***@h/"},
		{"token after a web scheme in a path", "https://h/http:SECRET@g", "https://h/http:***@g"},
		{"token after another scheme in a path", "https://h/x:SECRET@g", "https://h/x:SECRET@g"},
		{"token after one slash", "https:/SECRET@h/", "https:***@h/"},
		{"token after backslashes", `https:\\SECRET@h/`, `https:\\***@h/`},
		{"token with an at sign", "https://SEC@RET@h/", "https://***@h/"},
		{"token with tabs", "https://SE\tCR\nET\r@h/", "https://***@h/"},
		{"token in a query", "http://h/?u=%2F%2FSECRET%40g%2F&v=1", "http://h/?u=%2F%2F***%40g%2F&v=1"},
		{"tokens in two URLs", "http://SECRET@h/?u=//SECRET@g", "http://***@h/?u=//***@g"},
		{"user name of five", "https://alice@h/", "https://***@h/"},
		{"user name of four", "https://root@h/", "https://root@h/"},
		{"user name of four, encoded", "https://%72oo%74@h/", "https://%72oo%74@h/"},
		{"user name of four, not ASCII", "https://rööt@h/", "https://rööt@h/"},
		{"user name with a password", "https://alice:pw@h/", "https://alice:***@h/"},
		{"user name of 19 with a password", "https://aaaaaaaaaaaaaaaaaaa:pw@h/", "https://aaaaaaaaaaaaaaaaaaa:***@h/"},
		{"user name of 20 with a password", "https://aaaaaaaaaaaaaaaaaaaa:pw@h/", "https://***:***@h/"},
		{"user name of ssh", "ssh://deploy@h/", "ssh://deploy@h/"},
		{"user name of git+ssh", "git+SSH://deploy@h/", "git+SSH://deploy@h/"},
		{"user name of ssh, encoded", "ssh%3A%2F%2Fdeploy%40h", "ssh%3A***%40h"},
		{"user name of a scheme like ssh", "assh://deploy@h/", "assh://***@h/"},
		{"long user name of ssh", "ssh://aaaaaaaaaaaaaaaaaaaa@h/", "ssh://***@h/"},
		{"anonymous", "ftp://anonymous@h/", "ftp://anonymous@h/"},
		{"database", "postgres://service@h/db", "postgres://service@h/db"},
		{"scheme after a network path", "https://h//ssh:SECRET@g", "https://h//ssh:***@g"},
		{"scp", "deploy@h:o/r.git", "deploy@h:o/r.git"},
		{"host before a slash", "https://example.com/@scope", "https://example.com/@scope"},
		{"host before a query", "https://example.com?a@b", "https://example.com?a@b"},
		{"host before a fragment", "https://example.com#a@b", "https://example.com#a@b"},
		{"host before a backslash", `https://example.com\a@b`, `https://example.com\a@b`},
		{"slash that belongs to the user", "https://SEC%2FRET@h/", "https://***@h/"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := urlerr.Redact(test.in); got != test.want {
				t.Errorf("Redact(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func TestRedactQuery(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, in, want string }{
		{"nothing", "http://h/?a=b&c=d#e=f", "http://h/?a=b&c=d#e=f"},
		{"password", "http://u:pw@h/?a=b", "http://u:***@h/?a=b"},
		{"token", "http://h/?access_token=s&b=c", "http://h/?access_token=***&b=c"},
		{"token in a fragment", "http://h/#access_token=s&b=c", "http://h/#access_token=***&b=c"},
		{"query and fragment", "http://h/?code=s#code=s", "http://h/?code=***#code=***"},
		{"signature", "http://h/?X-Amz-Signature=s&X-Amz-Date=1", "http://h/?X-Amz-Signature=***&X-Amz-Date=1"},
		{"Azure", "http://h/?sv=1&sig=s%2Fs%3D&se=2", "http://h/?sv=1&sig=***&se=2"},
		{"database", "postgres://h/db?password=s", "postgres://h/db?password=***"},
		{"spellings", "?accessToken=s&ACCESS-TOKEN=s&Access.Token=s", "?accessToken=***&ACCESS-TOKEN=***&Access.Token=***"},
		{"encoded name", "?%61ccess%5Ftoken=s&%2570assword=s&a", "?%61ccess%5Ftoken=***&%2570assword=***&a"},
		{"encoded equals sign", "?token%3Ds%26t&a=b", "?token%3D***%26t&a=b"},
		{"equals signs in the value", "?token=a=b&c", "?token=***&c"},
		{"semicolons", "?a=b;token=s;t&c", "?a=b;token=***&c"},
		{"path", "http://h/a;jsessionid=s?b=c", "http://h/a;jsessionid=***"},
		{"array", "?user[password]=s&a", "?user[password]=***&a"},
		{"URL in a query", "?u=https%3A%2F%2Fh%2F%3Ftoken%3Ds%26a%3Db&c=d", "?u=https%3A%2F%2Fh%2F%3Ftoken%3D***%26a%3Db&c=d"},
		{"no value", "?token=&a=b&token#token", "?token=&a=b&token#token"},
		{"part of a name", "?encode=a&zipcode=b&monkey=c&design=d", "?encode=a&zipcode=b&monkey=c&design=d"},
		{"host", "http://token.example/?a=b", "http://token.example/?a=b"},
		{"scheme", "token:a=b", "token:a=b"},
		{"no URL", "db:password=pw", "db:password=***"},
		{"tabs", "?to\tken=\ns\t&a", "?to\tken=\n***&a"},
		{"masked by more than one rule", "http://u:p@h/?token=a:b@c", "http://u:***"},
		{"JDBC", "jdbc:x://h;password=s&a=b#c", "jdbc:x://h;password=***"},
		{"before JDBC", "?token=s&u=jdbc:x;a/pass=s&b", "?token=***&u=jdbc:x;a/pass=***"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := urlerr.RedactQuery(test.in); got != test.want {
				t.Errorf("RedactQuery(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	long := "http://u:" + strings.Repeat("s", 300) + "@h/" + strings.Repeat("é", 100)
	for offset := -1; offset <= len(long); offset++ {
		got := urlerr.Excerpt(long, offset)
		if strings.Contains(got, "s") {
			t.Fatalf("offset %d shows the password: %q", offset, got)
		}
		if !utf8.ValidString(got) {
			t.Fatalf("offset %d cuts a character: %q", offset, got)
		}
		if len(got) > 120 {
			t.Fatalf("offset %d gives %d bytes", offset, len(got))
		}
	}
	if got, want := urlerr.Excerpt(strings.Repeat("a", 60)+"!"+strings.Repeat("b", 60), 60),
		"…"+strings.Repeat("a", 50)+"!"+strings.Repeat("b", 49)+"…"; got != want {
		t.Errorf("the middle of a long input is %q, want %q", got, want)
	}
	if got := urlerr.Excerpt("short", 3); got != "short" {
		t.Errorf("a short input is %q", got)
	}
}

// TestExcerptEnds checks the ends of excerpts of text without the start of a character: an excerpt has at most 4 bytes
// more at each end, and ends where the text does.
func TestExcerptEnds(t *testing.T) {
	t.Parallel()
	input := strings.Repeat("\x80", 200)
	for _, tt := range []struct {
		name          string
		offset, bytes int
		before, after bool // whether the excerpt is cut there
	}{
		{"at the start", 0, 104, false, true},
		{"near the start", 52, 106, false, true},
		{"4 bytes from the start", 54, 108, false, true},
		{"5 bytes from the start", 55, 108, true, true},
		{"in the middle", 100, 108, true, true},
		{"5 bytes from the end", 145, 108, true, true},
		{"4 bytes from the end", 146, 108, true, false},
		{"near the end", 148, 106, true, false},
		{"at the end", 200, 104, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := strings.Repeat("\x80", tt.bytes)
			if tt.before {
				want = "…" + want
			}
			if tt.after {
				want += "…"
			}
			if got := urlerr.Excerpt(input, tt.offset); got != want {
				t.Errorf("Excerpt(%q, %d) = %q, want %q", input, tt.offset, got, want)
			}
		})
	}
}

func TestExcerptAt(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 200) + "!" + strings.Repeat("b", 200)
	tests := []struct {
		name, input string
		offset      int
		from        string // what the excerpt has from there on
	}{
		{"plain", "http://h/ x", 9, " x"},
		{"at the end", "http://h", 8, ""},
		{"before a secret", "http://u:secret@h/", 7, "u:***@h/"},
		{"in a secret", "http://u:secret@h/", 12, "***@h/"},
		{"after a secret", "http://u:secret@h/", 16, "h/"},
		{"in the middle", long, 200, "!" + strings.Repeat("b", 49) + "…"},
		{"at a cut end", long, 401, ""},
		{"after two secrets", "http://SECRET@h/?code=s&a", 23, "&a"},
		{"between two secrets", "http://SECRET@h/?code=s&a", 15, "/?code=***&a"},
		{"in the second secret", "http://SECRET@h/?code=st&a", 23, "***&a"},
		{"in a cut secret", "http://u:" + strings.Repeat("s", 300) + "@h/", 100, "***…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			excerpt, at := urlerr.ExcerptAt(tt.input, tt.offset)
			if at < 0 || at > len(excerpt) || excerpt[at:] != tt.from || excerpt != urlerr.Excerpt(tt.input, tt.offset) {
				t.Errorf("%q, %d; want %q", excerpt, at, tt.from)
			}
		})
	}
	if _, at := urlerr.ExcerptAt("http://h/", -1); at >= 0 {
		t.Errorf("no offset is %d", at)
	}
}

func TestRedactIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	for _, unit := range []string{"25", "40", "2540", "%25", "%2540", "%", "%3", "3a", "@", ":", "/", "jdbc:", "jdbc%3a",
		"=", ";", "a=", "//a@", "%2F%2Fa@", "token=a&", "token%3D", "\uff20", "\uff1a", "a"} {
		for _, head := range []string{"", "%", "http://u:", "@", "%40", "jdbc:"} {
			urltest.Linear(t, head+" and many of "+unit, urltest.Many(head, unit, "", 1<<20), func(s string) {
				urlerr.Redact(s)
				urlerr.RedactQuery(s)
				urlerr.Excerpt(s, len(s)/2)
			})
		}
	}
}

// TestShare checks that messages of copies are those without Share, also if the input changes.
func TestShare(t *testing.T) {
	t.Parallel()
	e := urlerr.Error{Dialect: "d", Input: "http://u:secret@h/", Rule: urlerr.Rule{Kind: urlerr.BadHost}}
	shared := e
	shared.Share()
	for _, input := range []string{e.Input, "http://user:pw@h/", e.Input} {
		for offset := -1; offset <= len(input); offset++ {
			e, shared := e, shared
			e.Input, e.Offset, shared.Input, shared.Offset = input, offset, input, offset
			if e.Error() != shared.Error() || e.LogValue().String() != shared.LogValue().String() {
				t.Errorf("%q at %d: %v, shared %v", input, offset, &e, &shared)
			}
		}
	}
}

func FuzzExcerptIsShortAndHidesSecrets(f *testing.F) {
	f.Add("http://u:secret@h/", 3)
	f.Add(strings.Repeat("\xff", 200), 100)
	f.Fuzz(func(t *testing.T, input string, offset int) {
		offset = min(offset, len(input))
		got, at := urlerr.ExcerptAt(input, offset)
		if len(got) > 130 || at > len(got) || (at < 0) != (offset < 0) {
			t.Errorf("%d bytes of %q at %d, at %d", len(got), input, offset, at)
		}
		again := urlerr.Redact(input)
		if urlerr.Redact(again) != again {
			t.Errorf("Redact(%q) = %q is not redacted", input, again)
		}
	})
}

// FuzzRedactDropsTabs: tabs and newlines do not change what is shown of the rest.
func FuzzRedactDropsTabs(f *testing.F) {
	f.Add("jdbc:x;pass\xffword=secret", 1)
	f.Add("http://h/?u=http%3A%2F%2Fu%3asecret%40g", 40)
	f.Fuzz(func(t *testing.T, s string, at int) {
		without := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace
		at = max(0, min(at, len(s)))
		tabs := s[:at] + "\t\n" + s[at:]
		if got, want := without(urlerr.Redact(tabs)), urlerr.Redact(without(s)); got != want {
			t.Errorf("%q is shown as %q, but without tabs as %q", tabs, got, want)
		}
		if got, want := without(urlerr.RedactQuery(tabs)), urlerr.RedactQuery(without(s)); got != want {
			t.Errorf("RedactQuery(%q) = %q, but without tabs %q", tabs, got, want)
		}
	})
}

func TestError(t *testing.T) {
	t.Parallel()
	rule := urlerr.Rule{Name: "port", Section: "§3.2.3", Kind: urlerr.BadPort}
	err := error(&urlerr.Error{
		Dialect: "rfc3986", Input: "http://u:secret@h:x/", Offset: 18, Component: urlerr.Port,
		Rule: rule, Err: io.ErrUnexpectedEOF,
	})
	const want = `rfc3986: bad port at byte 18 of "http://u:***@h:x/" (RFC 3986 §3.2.3, port)`
	if err.Error() != want {
		t.Errorf("Error() = %s\nwant      %s", err, want)
	}
	if !errors.Is(err, urlerr.BadPort) || errors.Is(err, urlerr.BadHost) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("errors.Is does not find the kind and the cause, and only them")
	}
	var e *urlerr.Error
	errors.As(err, &e)
	if value := e.LogValue().String(); strings.Contains(value, "secret") || !strings.Contains(value, "bad port") {
		t.Errorf("LogValue() = %s", value)
	}
}

func TestPrivateInput(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, input string
		offset      int
		want        string
	}{
		{"letter", "secret", 2, ` at byte 2: "c"`},
		{"first letter", "secret", 0, ` at byte 0: "s"`},
		{"character", "secr€t", 4, ` at byte 4: "€"`},
		{"no text", "s\xff\xfe", 1, ` at byte 1: "\xff"`},
		{"escape", "s%FFt", 1, ` at byte 1: "%FF"`},
		{"percent sign", "s%F", 1, ` at byte 1: "%"`},
		{"no escape", "s%Fx", 1, ` at byte 1: "%"`},
		{"end", "secret", 6, ` at byte 6`},
		{"no place", "secret", -1, ``},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := &urlerr.Error{Dialect: "d", Input: test.input, Offset: test.offset, Rule: urlerr.Rule{Kind: urlerr.BadText},
				Private: true}
			if got, want := err.Error(), "d: bad text"+test.want; got != want {
				t.Errorf("Error() = %s\nwant      %s", got, want)
			}
			if value := err.LogValue().String(); strings.Contains(value, "ecr") {
				t.Errorf("LogValue() = %s", value)
			}
		})
	}
}

// TestFormat: no verb of fmt shows what Error hides, of a value as of a pointer.
func TestFormat(t *testing.T) {
	t.Parallel()
	err := &urlerr.Error{Dialect: "d", Input: "http://u:secret@h", Offset: 0, Rule: urlerr.Rule{Kind: urlerr.BadHost}}
	text := `d: bad host at byte 0 of "http://u:***@h"`
	for verb, want := range map[string]string{"%v": text, "%+v": text, "%s": text, "%#v": strconv.Quote(text),
		"%d": "%!d(string=" + text + ")"} {
		for _, v := range []any{err, *err} {
			if got := fmt.Sprintf(verb, v); got != want {
				t.Errorf("%s of a %T: %s, want %s", verb, v, got, want)
			}
		}
	}
}

// TestMarshalJSON: an error as JSON, a value or in a struct too, hides what Error
// does.
func TestMarshalJSON(t *testing.T) {
	t.Parallel()
	e := urlerr.Error{
		Dialect: "d", Input: "http://u:secret@h", Offset: 3, Component: urlerr.Host,
		Rule: urlerr.Rule{Name: "r", Kind: urlerr.BadHost}, Err: errors.New("secret"),
	}
	const want = `{"component":"host","dialect":"d","input":"http://u:***@h","kind":"bad host","offset":3,"rule":"r"}`
	for _, test := range []struct {
		name string
		in   any
		want string
	}{
		{"pointer", &e, want}, {"value", e, want}, {"list", []error{&e}, "[" + want + "]"},
		{"field", struct{ E urlerr.Error }{e}, `{"E":` + want + "}"}, {"no error", (*urlerr.Error)(nil), "null"},
	} {
		if got, err := json.Marshal(test.in); err != nil || string(got) != test.want {
			t.Errorf("%s: %s, %v", test.name, got, err)
		}
	}
	e.Private = true
	if got, err := json.Marshal(e); err != nil || !strings.Contains(string(got), `"input":"p"`) {
		t.Errorf("%s, %v", got, err)
	}
}

// TestCitation checks the rule at the end of a message.
func TestCitation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, dialect, section, rule, want string }{
		{"an RFC", "rfc3986", "§3.2", "host", "rfc3986: bad host (RFC 3986 §3.2, host)"},
		{"the URL Standard", "whatwg", "§4.4", "host", "whatwg: bad host (URL Standard §4.4, host)"},
		{"another specification", "x", "§1", "host", "x: bad host (§1, host)"},
		{"a section with a specification", "whatwg", "RFC 9110 §4", "host", "whatwg: bad host (RFC 9110 §4, host)"},
		{"a section only", "whatwg", "§4.4", "", "whatwg: bad host (URL Standard §4.4)"},
		{"a name only", "whatwg", "", "host", "whatwg: bad host (host)"},
		{"neither", "whatwg", "", "", "whatwg: bad host"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := &urlerr.Error{Dialect: tt.dialect, Offset: -1,
				Rule: urlerr.Rule{Kind: urlerr.BadHost, Section: tt.section, Name: tt.rule}}
			if err.Error() != tt.want {
				t.Errorf("Error() = %s, want %s", err, tt.want)
			}
		})
	}
}

func TestErrorWithoutPlace(t *testing.T) {
	t.Parallel()
	err := &urlerr.Error{Dialect: "urllib", Offset: -1, Rule: urlerr.Rule{Kind: urlerr.UnknownName}}
	if got := err.Error(); got != "urllib: unknown name" {
		t.Errorf("Error() = %s", got)
	}
}

func TestNoKindMatchesNothing(t *testing.T) {
	t.Parallel()
	err := error(&urlerr.Error{Err: io.ErrUnexpectedEOF})
	if errors.Is(err, urlerr.Kind(0)) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("an error without a kind is of kind 0, or has lost its cause")
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for k := urlerr.BadScheme; k <= urlerr.TooLong; k++ {
		if name := k.String(); seen[name] || strings.HasPrefix(name, "kind ") || k.Error() != name {
			t.Errorf("kind %d is %q", k, name)
		} else {
			seen[name] = true
		}
	}
	for c := urlerr.NoComponent; c <= urlerr.Fragment; c++ {
		if name := c.String(); seen[name] || strings.HasPrefix(name, "component ") {
			t.Errorf("component %d is %q", c, name)
		} else {
			seen[name] = true
		}
	}
	if urlerr.Kind(200).String() != "kind 200" || urlerr.Component(200).String() != "component 200" {
		t.Error("numbers out of range are not shown as numbers")
	}
}

// TestAdvice checks the texts of rules that have a problem and a fix.
func TestAdvice(t *testing.T) {
	t.Parallel()
	rule := urlerr.Rule{
		Name: "pchar", Section: "§3.3", Kind: urlerr.BadPath, Problem: "invalid character %c in %i",
		Fix: "percent-encode it as %e",
	}
	tilde := &urlerr.Error{Dialect: "rfc1808", Input: "/~", Offset: 1, Component: urlerr.Path, Rule: rule}
	if want := "percent-encode it as %7E"; !strings.Contains(tilde.Error(), want) {
		t.Errorf("Error() = %s, want %s, since RFC 1808 does not allow a tilde", tilde, want)
	}
	for _, test := range []struct {
		name, input, want, reason string
		offset                    int
	}{
		{"character", "/é", `rfc3986: invalid character "é" in path at byte 1 of "/é": percent-encode it as %C3%A9 (RFC 3986 §3.3, pchar)`,
			"non-ASCII character in path", 1},
		{"ASCII", "/ ", `rfc3986: invalid character " " in path at byte 1 of "/ ": percent-encode it as %20 (RFC 3986 §3.3, pchar)`,
			`invalid character " " in path`, 1},
		{"escape", "/%20", `rfc3986: invalid character "%" in path at byte 1 of "/%20": percent-encode it as %25 (RFC 3986 §3.3, pchar)`,
			`invalid character "%" in path`, 1},
		{"password", "http://u:s x@h/", `rfc3986: invalid character in path at byte 10 of "http://u:***@h/": percent-encode it (RFC 3986 §3.3, pchar)`,
			"invalid character in path", 10},
		{"end", "/", `rfc3986: unexpected end of path at byte 1 of "/" (RFC 3986 §3.3, pchar)`, "unexpected end of path", 1},
		{"unreserved", "/1", `rfc3986: invalid character "1" in path at byte 1 of "/1" (RFC 3986 §3.3, pchar)`,
			`invalid character "1" in path`, 1},
		{"unreserved in a password", "http://u:s~x@h/",
			`rfc3986: invalid character in path at byte 10 of "http://u:***@h/" (RFC 3986 §3.3, pchar)`, "invalid character in path", 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := &urlerr.Error{Dialect: "rfc3986", Input: test.input, Offset: test.offset, Component: urlerr.Path, Rule: rule}
			if err.Error() != test.want || err.Reason() != test.reason {
				t.Errorf("got  %s, %s\nwant %s, %s", err, err.Reason(), test.want, test.reason)
			}
		})
	}
}
