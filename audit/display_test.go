package audit

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/testing/urltest"
	"earl.example/internal/text/ascii"
)

// lastTwo is a list of public suffixes in which there are .co.uk and one label.
func lastTwo(host string) string {
	n := 2
	if strings.HasSuffix(host, ".co.uk") {
		n = 3
	}
	if strings.Count(host, ".") < n-1 {
		return ""
	}
	return lastLabels(host, n)
}

// A displayCase is a URL and how it is shown.
type displayCase struct {
	name, url string
	opt       DisplayOptions
	want      string // the domain in marks
	marks     int
}

func checkDisplay(t *testing.T, all []displayCase) {
	t.Helper()
	for _, tt := range all {
		s := Display(tt.url, tt.opt)
		if got := marked(&s); got != tt.want || len(s.Marks) != tt.marks {
			t.Errorf("%s: %s, want %s; %v", tt.name, got, tt.want, s.Marks)
		}
	}
}

// TestDisplay: the host, its domain and the userinfo are marked (G-052,
// G-182).
func TestDisplay(t *testing.T) {
	t.Parallel()
	checkDisplay(t, []displayCase{
		{"plain", "https://www.example.co.uk/a?b#c", DisplayOptions{Registrable: lastTwo},
			"https://www.<example.co.uk>/a?b#c", 0},
		{"without a list", "https://www.example.com/", DisplayOptions{}, "https://<www.example.com>/", 0},
		{"one column is left", "https://example.com/path", DisplayOptions{Width: 20}, "https://<example.com>…", 0},
		{"no column is left", "https://example.com/path", DisplayOptions{Width: 1}, "https://<example.com>…", 0},
		{"userinfo", "ftp://cnn.example.com&story=x:secret@10.0.0.1/a", DisplayOptions{Registrable: lastTwo},
			"ftp://…@<10.0.0.1>/a", 1},
		{"user", "ftp://joe:secret@example.com/", DisplayOptions{ShowUsername: true}, "ftp://joe@<example.com>/", 1},
		{"only a password", "ftp://:secret@example.com/", DisplayOptions{ShowUsername: true}, "ftp://…@<example.com>/", 1},
		{"numbers", "http://0x7f.1/", DisplayOptions{}, "http://<127.0.0.1>/", 0},
		{"IPv6", "http://[0:0::1]:81/", DisplayOptions{Registrable: lastTwo}, "http://<[::1]>:81/", 0},
		{"letters", "http://xn--bcher-kva.example/%C3%BC%20%41", DisplayOptions{Registrable: lastTwo},
			"http://<bücher.example>/ü%20%41", 0},
		{"mixed scripts", "http://аpple.com/", DisplayOptions{}, "http://<xn--pple-43d.com>/", 1},
		{"whole script", "http://ѕсоре.com/", DisplayOptions{}, "http://<xn--e1argc3h.com>/", 1},
		{"a script's own domain", "http://пример.рф/", DisplayOptions{}, "http://<пример.рф>/", 0},
		{"a slash that is none", "http://good.com\u2044path.evil.com/", DisplayOptions{},
			"http://<good.xn--compath-3d7c.evil.com>/", 1},
		{"another one", "http://good.com\u2215a.evil.com/", DisplayOptions{}, "http://<good.xn--coma-id9a.evil.com>/", 1},
		{"a colon that is none", "http://good.com\ua789x.evil.com/", DisplayOptions{},
			"http://<good.xn--comx-2s8o.evil.com>/", 1},
		{"a padlock", "http://🔒.com/", DisplayOptions{}, "http://<xn--lv8h.com>/", 1},
		{"an emoji", "http://i❤.ws/", DisplayOptions{}, "http://<xn--i-7iq.ws>/", 1},
		{"a letter like a slash", "http://good.comノpath.jp/", DisplayOptions{}, "http://<good.xn--compath-v04f.jp>/", 1},
		{"small capitals", "http://ɢoogle.com/", DisplayOptions{}, "http://<xn--oogle-wmc.com>/", 1},
		{"Danish", "http://læs.dk/", DisplayOptions{}, "http://<læs.dk>/", 0},
		{"Japanese", "http://日本・ー.jp/", DisplayOptions{}, "http://<日本・ー.jp>/", 0},
		{"Catalan", "http://col·legi.cat/", DisplayOptions{}, "http://<col·legi.cat>/", 0},
		{"broken Punycode", "http://xn--a.example/", DisplayOptions{}, "http://<xn--a.example>/", 1},
		{"direction", "http://h/\u202efdp.exe", DisplayOptions{}, "http://<h>/%E2%80%AEfdp.exe", 1},
		{"escaped direction", "http://h/%E2%80%AEfdp.exe", DisplayOptions{}, "http://<h>/%E2%80%AEfdp.exe", 0},
		{"long host", "http://www.good.example.login.account.verify." + strings.Repeat("a.", 30) + "evil.com/x",
			DisplayOptions{Width: 40, Registrable: lastTwo}, "http://….a.a.a.a.a.<evil.com>/x", 0},
		{"long registrable domain", "http://www." + strings.Repeat("a", 50) + ".com/x",
			DisplayOptions{Width: 40, Registrable: lastTwo}, "http://….<" + strings.Repeat("a", 50) + ".com>…", 0},
		{"long path", "http://example.com/" + strings.Repeat("a", 100), DisplayOptions{Width: 30}, "http://<example.com>/" +
			strings.Repeat("a", 10) + "…", 0},
		{"no authority", "mailto:a@b", DisplayOptions{}, "mailto:a@b", 0},
		{"just the domain", "http://ab.example.com/", DisplayOptions{Width: 24, Registrable: lastTwo},
			"http://….<example.com>/", 0},
		{"one more", "http://ab.example.com/", DisplayOptions{Width: 26, Registrable: lastTwo}, "http://….<example.com>/", 0},
		{"locks and a key", "http://h/%F0%9F%94%8F%F0%9F%94%91%F0%9F%94%8E", DisplayOptions{},
			"http://<h>/%F0%9F%94%8F%F0%9F%94%91%F0%9F%94%8E", 0},
		{"a key", "http://h/%F0%9F%94%91/%F0%9F%94%8E/%F0%9F%94%94", DisplayOptions{}, "http://<h>/🔑/🔎/🔔", 0},
		{"a padlock in a path", "http://h/%F0%9F%94%92/🔓", DisplayOptions{}, "http://<h>/%F0%9F%94%92/%F0%9F%94%93", 0},
		{"a port inside", "blob:http://h:80/x", DisplayOptions{}, "blob:http://h:80/x", 0},
		{"no URL", "http://u:secret@[\u202e", DisplayOptions{}, `http://u:***@[\u202e`, 1},
		{"no URL, cut", "//" + strings.Repeat("a", 50), DisplayOptions{Width: 10}, "//aaaaaaa…", 1},
		{"root dot of a script's own domain", "http://оса.рф./", DisplayOptions{}, "http://<оса.рф.>/", 0},
		{"whole script, root dot", "http://оса.com./", DisplayOptions{}, "http://<xn--80a1aj.com.>/", 1},
		{"root dot", "http://www.example.com./", DisplayOptions{Registrable: lastTwo}, "http://www.<example.com.>/", 0},
		{"another domain", "http://www.example.com/", DisplayOptions{Registrable: func(string) string { return "b.example" }},
			"http://<www.example.com>/", 0},
		{"no domain", "http://www.example.com/", DisplayOptions{Registrable: func(string) string { return "" }},
			"http://<www.example.com>/", 0},
		{"a mark after the first letter", "mailto:a%CC%81", DisplayOptions{}, "mailto:a\u0301", 0},
		{"public suffix", "http://com/", DisplayOptions{Registrable: lastTwo}, "http://<com>/", 0},
		{"a host one column too long", "https://www.example.co.uk/", DisplayOptions{Registrable: lastTwo, Width: 32},
			"https://…w.<example.co.uk>/", 0},
		{"a host that fits", "https://www.example.co.uk/", DisplayOptions{Registrable: lastTwo, Width: 34},
			"https://www.<example.co.uk>/", 0},
		{"one column for a host", "https://www.example.co.uk/path", DisplayOptions{Registrable: lastTwo, Width: 1},
			"https://….<example.co.uk>…", 0},
		{"no UTF-8", "http://h/%FF%C3%BC%C3", DisplayOptions{}, "http://<h>/%FF%C3%BC%C3", 0},
	})
}

// TestDisplayHidesPasswordsInside: of URLs in others.
func TestDisplayHidesPasswordsInside(t *testing.T) {
	t.Parallel()
	checkDisplay(t, []displayCase{
		{"a password inside", "blob:http://u:secret@h/x", DisplayOptions{}, "blob:http://u:***@h/x", 0},
		{"a password without slashes", "mailto:u:secret@h", DisplayOptions{}, "mailto:u:***@h", 0},
		{"a user for a scheme", "user:secret@h/a:b@c", DisplayOptions{}, "user:***@h/a:b@c", 0},
		{"a scheme that has no password", "sip:user@h", DisplayOptions{}, "sip:user@h", 0},
		{"no password inside", "blob:http://h/x:y@good.com", DisplayOptions{}, "blob:http://h/x:y@good.com", 0},
		{"a password in a query", "http://h/?u=http://u:secret@g/a:b@c&v=x:y@z", DisplayOptions{},
			"http://<h>/?u=http://u:***@g/a:b@c&v=x:y@z", 0},
		{"escaped", "http://h/?u=http%3A%2F%2Fu%3Asecret%40g%2Fx&w=//u:secret@g#//u:secret@g", DisplayOptions{},
			"http://<h>/?u=http%3A%2F%2Fu%3A***%40g%2Fx&w=//u:***@g#//u:***@g", 0},
		{"all escaped", "http://h/?u=http%3a%2f%2fu%3asecret%40g", DisplayOptions{}, "http://<h>/?u=http%3a%2f%2fu%3a***%40g",
			0},
		{"escaped twice", "http://h/?u=http%253A%252F%252Fu%253Asecret%2540g%252Fx", DisplayOptions{},
			"http://<h>/?u=http%253A%252F%252Fu%253A***%2540g%252Fx", 0},
		{"escaped three times", "http://h/?u=http%25253A%25252f%25252fu%25253asecret%252540g&a:b@c", DisplayOptions{},
			"http://<h>/?u=http%25253A%25252f%25252fu%25253a***%252540g&a:b@c", 0},
		{"escaped, each in its way", "http://h/?u=http:%2F%252fu:secret%252540g%2525%25", DisplayOptions{},
			"http://<h>/?u=http:%2F%252fu:***%252540g%2525%25", 0},
		{"escaped twice, without a password", "http://h/?u=http%253A%252F%252Fu%2540g", DisplayOptions{},
			"http://<h>/?u=http%253A%252F%252Fu%2540g", 0},
		{"a percent sign, escaped twice", "http://h/?u=//u:secret%2525%40g", DisplayOptions{}, "http://<h>/?u=//u:***%40g",
			0},
		{"of JDBC", "jdbc:sqlserver://h:1433;user=sa;password=secret;a=b", DisplayOptions{},
			"jdbc:sqlserver://h:1433;user=sa;password=***", 0},
		{"of JDBC, before the host", "jdbc:oracle:thin:scott/secret@h:1521:x", DisplayOptions{}, "jdbc:***@h:1521:x", 0},
		{"of JDBC, inside", "http://h/?u=JDBC:x://h?password=secret", DisplayOptions{},
			"http://<h>/?u=JDBC:x://h?password=***", 0},
		{"of JDBC, inside and escaped", "http://h/?u=jdbc%3Ax%3A%2F%2Fh%3Bpassword%3Dsecret", DisplayOptions{},
			"http://<h>/?u=jdbc%3Ax%3A%2F%2Fh%3Bpassword%3D***", 0},
		{"what is before JDBC's", "http://h/a?b=//u:secret@g&jdbc&u=jdbc:x:y@z", DisplayOptions{},
			"http://<h>/a?b=//u:***@g&jdbc&u=jdbc:***@z", 0},
		{"JDBC's takes no host's place", "http://evil.example/x?jdbc:@good.com", DisplayOptions{},
			"http://<evil.example>/x?jdbc:@good.com", 0},
		{"a password with an escaped slash", "http://h/?u=http://u:secret%2Fsecret@g/%2F:@", DisplayOptions{},
			"http://<h>/?u=http://u:***@g/%2F:@", 0},
		{"escaped, with an escaped slash", "http://h/?u=http%3A%2F%2Fu%3Asecret%252Fsecret%40g%2F%3A%40", DisplayOptions{},
			"http://<h>/?u=http%3A%2F%2Fu%3A***%40g%2F%3A%40", 0},
		{"with other delimiters", "blob:http://u:secret%23%3f%26%5Csecret@g/", DisplayOptions{}, "blob:http://u:***@g/", 0},
		{"with a separator of no query", "http://h/http://u:secret&secret@g/", DisplayOptions{}, "http://<h>/http://u:***@g/",
			0},
		{"escaped, with an escaped separator", "http://h/?u=%2F%2Fu%3Asecret%26secret%40g&v=:@", DisplayOptions{},
			"http://<h>/?u=%2F%2Fu%3A***%40g&v=:@", 0},
		{"of a URL inside one that is inside",
			"http://h/?u=http%3A%2F%2Fg%2F%3Fv%3Dhttp%253A%252F%252Fu%253Asecret%2540f%26w%3D%3A%40", DisplayOptions{},
			"http://<h>/?u=http%3A%2F%2Fg%2F%3Fv%3Dhttp%253A%252F%252Fu%253A***%2540f%26w%3D%3A%40", 0},
		{"a raw separator in a password", "http://h/?u=http://u:sec&ret@g/&v=x:y@z", DisplayOptions{},
			"http://<h>/?u=http://u:***@z", 0},
		{"an empty port", "http://h/?u=http://g:/a/b@c/", DisplayOptions{}, "http://<h>/?u=http://g:/a/b@c/", 0},
		{"a raw slash in a password", "http://h/web/http://u:sec/ret@g/a", DisplayOptions{},
			"http://<h>/web/http://u:***@g/a", 0},
		{"a raw number sign in a password", "http://h/?u=//u:sec#ret@g", DisplayOptions{}, "http://<h>/?u=//u:***@g", 0},
		{"a raw question mark in a password", "view-source:http://u:12a?ret@g", DisplayOptions{},
			"view-source:http://u:***@g", 0},
		{"escaped, with a raw slash before it was", "http://h/?u=http%3A%2F%2Fu%3Asec%2Fret%40g%2F", DisplayOptions{},
			"http://<h>/?u=http%3A%2F%2Fu%3A***%40g%2F", 0},
		{"a raw slash behind a scheme that nobody knows", "user:sec/ret@h", DisplayOptions{}, "user:***@h", 0},
		{"a port, and at signs behind it", "http://h/?u=http://g:8080/a@b&v=//g:/@a", DisplayOptions{},
			"http://<h>/?u=http://g:8080/a@b&v=//g:/@a", 0},
		{"no port, and no at sign", "http://h/@?u=http://g:x/a", DisplayOptions{}, "http://<h>/@?u=http://g:x/a", 0},
		{"of JDBC, escaped itself", "http://h/?u=%6A%2544bc:x;password=secret", DisplayOptions{},
			"http://<h>/?u=%6A%2544bc:x;password=***", 0},
		{"of JDBC, whose name is hidden with what seems one", "foo:jdbc:oracle:thin:@h?token=secret;x", DisplayOptions{},
			"foo:***", 0},
		{"of JDBC, behind and before others", "http://h/?u=//u:secret@g&jdbc:x;pwd=secret&v=//u:secret@g", DisplayOptions{},
			"http://<h>/?u=//u:***@g&jdbc:***", 0},
		{"of JDBC, with escaped tabs", "http://h/#jd%09bc:x;pass%0aword=secret", DisplayOptions{},
			"http://<h>/#jd%09bc:x;pass%0aword=***", 0},
		{"without slashes, as browsers read it", "http://h/?u=http:u:secret@g&v=HTTP%3Au%3Asecret%40g", DisplayOptions{},
			"http://<h>/?u=http:u:***@g&v=HTTP%3Au%3A***%40g", 0},
		{"without slashes, of a scheme that needs them", "http://h/?u=news:u:a@g&v=foo%3Au%3Aa%40g&w=aws:u:a@g",
			DisplayOptions{}, "http://<h>/?u=news:u:a@g&v=foo%3Au%3Aa%40g&w=aws:u:a@g", 0},
		{"in what is the host to browsers", "postgres://u%3Asecret%40g/a%40", DisplayOptions{},
			"postgres://<u%3A***%40g>/a%40", 0},
		{"in the user name", "http://u%253asecret@h/", DisplayOptions{ShowUsername: true}, "http://u%253a***@<h>/", 1},
		{"behind a backslash, which is of the user to curl", `http://DOMAIN\user:secret@proxy/a@b`, DisplayOptions{},
			"http://<domain>/***@b", 0},
		{"with a backslash", "http://u:8080\\sec\tret@h?q", DisplayOptions{}, "http://<u>:8080/***@h?q", 1},
		{"with backslashes, and dots that take the at sign away", `http://u:8080\secret\b@h\..`, DisplayOptions{},
			"http://<u>:8080/***", 0},
		{"no password behind a backslash", `http://h\a@b/c:d`, DisplayOptions{}, "http://<h>/a@b/c:d", 0},
		{"slashes made one", "http://h/web/http:/u:secret@g/a:/", DisplayOptions{}, "http://<h>/web/http:/u:***@g/a:/", 0},
		{"of several colons and at signs", "http://h//u:secret:secret@secret@g", DisplayOptions{}, "http://<h>//u:***@g", 0},
		{"no password in a query", "http://h/?u=http://u@g:80/&t=a:b@c", DisplayOptions{},
			"http://<h>/?u=http://u@g:80/&t=a:b@c", 0},
	})
}

// marked returns the text with marks around the domain.
func marked(s *Shown) string {
	if s.Domain.End == 0 {
		return s.Text
	}
	return s.Text[:s.Domain.Start] + "<" + s.Text[s.Domain.Start:s.Domain.End] + ">" + s.Text[s.Domain.End:]
}

// TestDisplayOrder: letters that run from right to left do not put something else
// in the place of the host, and marks do not cover other text.
func TestDisplayOrder(t *testing.T) {
	t.Parallel()
	checkDisplay(t, []displayCase{
		{"right to left, then digits", "http://a.קום/1", DisplayOptions{Registrable: lastTwo}, "http://<a.xn--9dbq2a>/1", 1},
		{"one letter, then digits", "http://ק/1", DisplayOptions{}, "http://<xn--seb>/1", 1},
		{"right to left, then a port", "http://a.קום:81/", DisplayOptions{}, "http://<a.xn--9dbq2a>:81/", 1},
		{"right to left on both sides", "http://a.קום/?אב", DisplayOptions{}, "http://<a.xn--9dbq2a>/?אב", 1},
		{"right to left with a digit, then digits", "http://a.קו1/2", DisplayOptions{}, "http://<a.xn--1-9hc7c>/2", 1},
		{"right to left alone", "http://קו1.קום/", DisplayOptions{}, "http://<קו1.קום>/", 0},
		{"right to left, then letters", "http://קום.קום/a/אב/1", DisplayOptions{}, "http://<קום.קום>/a/אב/1", 0},
		{"right to left, and a name that is not", "http://קום.example.com/אב/1", DisplayOptions{},
			"http://<קום.example.com>/אב/1", 0},
		{"right to left in a user name", "http://אב@קום.com/", DisplayOptions{ShowUsername: true},
			"http://%D7%90%D7%91@<קום.com>/", 1},
		{"a mark on a slash", "http://h/%CC%81a", DisplayOptions{}, "http://<h>/%CC%81a", 0},
		{"marks on letters", "http://h/e%CC%81/क्रि", DisplayOptions{}, "http://<h>/é/क्रि", 0},
		{"marks over marks", "http://h/a" + strings.Repeat("%CC%81", 5) + "/a" + strings.Repeat("%CC%81", 4),
			DisplayOptions{}, "http://<h>/a" + strings.Repeat("%CC%81", 5) + "/a" + strings.Repeat("́", 4), 0},
	})
}

// FuzzDisplayHidesPasswordsInside: of a URL in the query, fragment or path of another,
// for all of them, however often it is escaped.
func FuzzDisplayHidesPasswordsInside(f *testing.F) {
	f.Add("h/a?u=", "", "/", uint8(1))
	f.Add("h/a#", "/?", "&@:", uint8(0))
	f.Add("h/jdbc:", "%", "", uint8(3))
	f.Fuzz(func(t *testing.T, outer, before, after string, depth uint8) {
		inner := "http://u:" + url.QueryEscape(before+"SECRET"+after) + "@g/"
		for range depth % 5 {
			inner = url.QueryEscape(inner)
		}
		s := Display("http://"+outer+"/"+inner, DisplayOptions{})
		if strings.Contains(s.Text, "SECRET") && !strings.Contains(outer, "SECRET") {
			t.Errorf("%q is shown as %q", outer+"/"+inner, s.Text)
		}
		// Nor where nobody has escaped it, unless it looks like a port, or like a host
		// after another at sign.
		raw := ascii.WithoutNewlines("http://u:x" + before + "SECRET")
		if strings.ContainsAny(raw, "@") || strings.Contains(raw, "40") {
			return
		}
		if s = Display("http://h/?u="+raw+"@g/", DisplayOptions{}); strings.Contains(s.Text, "SECRET") {
			t.Errorf("%q is shown as %q", raw, s.Text)
		}
	})
}

// FuzzDisplayIsSafe: the shown text has no hidden characters, and the end of the
// host.
func FuzzDisplayIsSafe(f *testing.F) {
	for _, kind := range Kinds() {
		for _, url := range kind.Examples {
			f.Add(url, 40)
		}
	}
	f.Fuzz(func(t *testing.T, url string, width int) {
		s := Display(url, DisplayOptions{Width: width % 200, Registrable: lastTwo})
		if strings.ContainsFunc(s.Text, isHidden) || strings.ContainsFunc(s.Text, func(c rune) bool {
			return c < ' ' || c == 0x7F
		}) || !utf8.ValidString(s.Text) {
			t.Errorf("%q is shown as %q", url, s.Text)
		}
		for _, m := range s.Marks {
			if m.Span.Start < 0 || m.Span.End > len(s.Text) || m.Why == "" {
				t.Errorf("%q: mark %+v, want one inside the text, with a reason", url, m)
			}
		}
		if s.Host.End > 0 && (s.Domain.Start < s.Host.Start || s.Domain.End != s.Host.End) {
			t.Errorf("%q: %+v, want the domain at the end of the host", url, s)
		}
	})
}

func TestDisplayLinear(t *testing.T) {
	if urltest.RaceDetector || testing.Short() {
		t.Skip("slow")
	}
	for _, shape := range []struct{ name, head, unit string }{{"escapes", "http://h/", "%C3%BC"},
		{"labels", "http://", "a."}, {"no URL", "http://[", "\u202e"}, {"A-labels", "http://", "xn--bcher-kva."},
		{"JDBC", "http://h/?@", "jdbc"}, {"passwords", "http://h/?", "%252F%2F//a:b@"}} {
		urltest.Linear(t, shape.name, urltest.Many(shape.head, shape.unit, "", 256<<10), func(url string) {
			Display(url, DisplayOptions{Width: 80, Registrable: lastTwo})
		})
	}
}

// TestDisplayWhy: for a spoofed name with a sign, the reason is the spoof.
func TestDisplayWhy(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{"http://аpple❤.com/": "mixes", "http://apple❤.com/": "a sign",
		"http://good.com∕a.example/": `looks like "/"`} {
		if s := Display(url, DisplayOptions{}); len(s.Marks) != 1 || !strings.Contains(s.Marks[0].Why, want) {
			t.Errorf("%s: marks %+v, want one that says %s", url, s.Marks, want)
		}
	}
}
