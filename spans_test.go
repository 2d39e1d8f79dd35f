package earl

import (
	"net/url"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/text/ascii"
)

// TestSpans: the parts stand between the marks "<" and ">".
func TestSpans(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, dialects, want string }{
		{"everything", "rfc3986 whatwg libcurl net/url", "<HTTP>://<u:p>@<h>:<80></a;b>?<q>#<f>"},
		{"params", "rfc1808 rfc2068 urllib", "<HTTP>://<u:p>@<h>:<80></a>;<b>?<q>#<f>"},
		{"nothing", "rfc3986 rfc1808 urllib net/url", "<>"},
		{"all empty", "rfc3986 urllib", "//<>@<>:<><>?<>#<>"},
		{"address", "rfc3986 urllib whatwg libcurl net/url", "<http>://<[::1]>:<1></>"},
		{"opaque", "rfc3986 urllib whatwg rfc1808 net/url", "<mailto>:<a@b>?<c>"},
		{"dropped", "whatwg urllib", " <ht\ntp>:/\t/<u>@<h\tx></a\nb>#\t<f>"},
		{"dropped behind what is empty", "urllib", "//<h><>\t?<>\n"},
		{"dropped before what is empty", "urllib", "\t<>?<q>"},
		{"nothing but what is dropped", "urllib", "\t\n<>"},
		{"kept", "urllib@3.9.4", "<\thttp://h>"},
		{"trimmed", "whatwg", "\x00 <http>://<h><>\x1f"},
		{"slashes", "whatwg", `<http>:/\/<u@v>@<h>:<1><\a>`},
		{"no slashes", "whatwg", "<http>:<h><>"},
		{"not special", "whatwg", "<x>://<u>@<h>:<1></a>"},
		{"three slashes", "libcurl", "<http>:///<h></a>"},
		{"guess", "libcurl", "<h>:<1></a>"},
		{"guess that looks like a scheme", "libcurl", "<http>:<80></a>"},
		{"userinfo without host", "libcurl", "<mailto:a>@<b><>"},
		{"file", "whatwg", "<file>://<h></a>"},
		{"local file", "whatwg libcurl", "<file>://<localhost></a>"},
		{"drive", "whatwg", "<file>://<c:/a>"},
		{"file without host", "whatwg libcurl", "<file>:</a>"},
		{"file in backslashes", "whatwg", `<file>:\\<h><\a>`},
		{"brackets within", "urllib@3.8", "<http>://a<[::1]>:<1></>"},
		{"last colon", "net/url", "<x>://<h:1>:<2></>"},
		{"no authority", "net/url", "<///a>"},
		{"to a slash", "rfc1808", "//<h?q></a>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := strings.NewReplacer("<", "", ">", "").Replace(tt.want)
			for name := range strings.FieldsSeq(tt.dialects) {
				if _, err := url.Parse(in); name == "net/url" && err != nil {
					t.Skipf("net/url of %s refuses it", runtime.Version())
				}
				spans, err := MustParseDialect(name).Spans(in)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if got := marked(in, spans); got != tt.want {
					t.Errorf("%s: %q, want %q", name, got, tt.want)
				}
			}
		})
	}
	if _, err := MustParseDialect("rfc3986").Spans("%"); err == nil {
		t.Error("no error")
	}
}

// marked puts the spans of text in marks. Those of a userinfo that is also taken
// for a scheme do not occur.
func marked(text string, spans Spans) string {
	var b strings.Builder
	for i := 0; i <= len(text); i++ {
		for _, s := range spans.list() {
			if s.Present() && s.End == i && s.Start < i {
				b.WriteByte('>')
			}
		}
		for _, s := range spans.list() {
			if s.Present() && s.Start == i {
				b.WriteByte('<')
				if s.End == i {
					b.WriteByte('>')
				}
			}
		}
		if i < len(text) {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// spanSeeds are URLs of many shapes.
var spanSeeds = []string{
	"http://u:p@h:80/a;b?q#f", "//@:?#", " ht\ntp://h/", "http:h", "h:1/a", "file:///c|/a", "file:c:/a", "file://localhost", "x:", "x://",
	"mailto:a@b", "http://a@b@c/", "http://[::1]:1", "//a[::1]:1", "///a", "http:////h", "/\\h", "a;b", ";", "http://h:", "imap://u;o@h", "//h?q/a#f/",
	"http://h\\@g/", "http://%68/%2e%2e/a",
}

// FuzzSpansAreParts: what stands in the spans is the parts, for dialects that
// keep the text; for others it is read as the whole is, when put together again.
func FuzzSpansAreParts(f *testing.F) {
	for _, seed := range spanSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range append(Dialects(), MustParseDialect("urllib@3.8"), MustParseDialect("urllib@3.9.4"), MustParseDialect("libcurl@7.88.1")) {
			var p Parts
			if d.ParseInto(&p, text, ParseOptions{}) != nil {
				continue
			}
			s := d.Locate(text, &p)
			switch d.Name() {
			case "urllib":
				if utf8.ValidString(text) { // other bytes may be written anew
					checkKept(t, d, text, &p, &s)
				}
			case "rfc3986", "rfc1808", "rfc2068":
				checkKept(t, d, text, &p, &s)
			default:
				checkSame(t, d, text, &p, &s)
			}
		}
	})
}

func checkKept(t *testing.T, d Dialect, text string, p *Parts, s *Spans) {
	t.Helper()
	clean := func(s string) string {
		if d.Name() == "urllib" {
			s = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(s)
		}
		return s
	}
	for _, part := range []struct {
		name string
		part Part
		span Span
	}{
		{"scheme", p.Scheme, s.Scheme}, {"path", p.Path, s.Path}, {"query", p.Query, s.Query},
		{"fragment", p.Fragment, s.Fragment}, {"params", p.Params, s.Params}, {"userinfo", p.Userinfo, s.Userinfo},
		{"host", p.Host, s.Host}, {"port", p.Port, s.Port},
	} {
		got, want := part.span.Of(text), part.part.Value
		if got != want {
			got = clean(got)
		}
		if d.Name() == "urllib" {
			switch part.name {
			case "host", "port":
				continue // a number, and perhaps in lower case, which is tested below
			case "scheme":
				got = ascii.ToLower(got)
			}
		} else if part.span.Present() != part.part.Present {
			t.Errorf("%s: %q: %s is at %v, and present is %v", d, text, part.name, part.span, part.part.Present)
		}
		if got != want {
			t.Errorf("%s: %q: %s is %q, and %q stands there", d, text, part.name, want, got)
		}
	}
	if d.Name() == "urllib" && ascii.All(p.Host.Value, ascii.Unreserved) && p.Host.Present && ascii.ToLower(strings.Trim(clean(s.Host.Of(text)), "[]")) != p.Host.Value {
		t.Errorf("%s: %q: host is %q, and %q stands there", d, text, p.Host.Value, s.Host.Of(text))
	}
}

// checkSame puts what is in the spans together and parses that.
func checkSame(t *testing.T, d Dialect, text string, p *Parts, s *Spans) {
	t.Helper()
	var b strings.Builder
	if s.Scheme.Present() {
		b.WriteString(s.Scheme.Of(text) + ":")
	}
	if s.Host.Present() {
		if s.Scheme.Present() || d.Name() != "libcurl" {
			b.WriteString("//")
		}
		if s.Userinfo.Present() {
			b.WriteString(s.Userinfo.Of(text) + "@")
		}
		b.WriteString(s.Host.Of(text))
		if s.Port.Present() {
			b.WriteString(":" + s.Port.Of(text))
		}
	}
	if !s.Host.Present() && strings.HasSuffix(text[:s.Path.Start], "//") {
		b.WriteString("//") // before the path of a file, or a drive
	}
	b.WriteString(s.Path.Of(text))
	if s.Query.Present() {
		b.WriteString("?" + s.Query.Of(text))
	}
	if s.Fragment.Present() {
		b.WriteString("#" + s.Fragment.Of(text))
	}
	again, err := d.Parse(b.String(), ParseOptions{})
	if err != nil || again.Href != p.Href || again.Host != p.Host || again.Path != p.Path || again.Query != p.Query {
		t.Errorf("%s: %q is %+v, and %q, its parts together, %+v, %v", d, text, *p, b.String(), again, err)
	}
}
