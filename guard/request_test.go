package guard

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"earl.example/audit"
	"earl.example/internal/text/percent"
	"earl.example/whatwg"
)

// line is the form of a request line (RFC 9112 §3) with a target that begins with a slash.
var line = regexp.MustCompile(`^[A-Z]+ (/[!-~]*) HTTP/1\.1\r\n$`)

// newLines starts a server that sends each request line to the channel. Its response is a redirect to location, if
// there is one.
func newLines(t *testing.T, location *string) (*hostileServer, *Client) {
	row := &hostileRow{first: statusOK + "Content-Length: 0\r\n\r\n"}
	s := &hostileServer{row: row, lines: make(chan string, 100)}
	if location != nil {
		s.answerTo = func(line string) string {
			if strings.Contains(line, " /from ") {
				return "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + *location + "\r\n\r\n"
			}
			return row.first
		}
	}
	s.listen(t)
	c := (&target{}).client(t, nil)
	c.Policy = audit.Web()
	c.Policy.InternalFor = (&target{}).client(t, nil).Policy.InternalFor
	return s, c
}

// TestRequestLines checks that each accepted URL makes a valid request line. Its target has the path and the query
// that a browser would send. The path may have more escapes.
func TestRequestLines(t *testing.T) {
	t.Parallel()
	location := ""
	s, c := newLines(t, &location)
	base := "http://good.example:" + s.port
	var texts []string
	for b := range 256 {
		texts = append(texts, string([]byte{byte(b)}))
	}
	texts = append(texts, "é", "\u2028", "\u202e", "😀", " HTTP/1.0", "%", "%4", "%zz", "%%41", "50%", "%41", "%0a", "\xe2\x82", "a b%c|d")
	get := func(ctx context.Context, text string) error {
		response, err := c.Get(ctx, text)
		if err == nil {
			response.Body.Close()
		}
		return err
	}
	accepted := 0
	check := func(name, given string, err error) {
		t.Helper()
		for len(s.lines) > 1 { // the request for /from
			<-s.lines
		}
		sent := ""
		if len(s.lines) == 1 {
			sent = <-s.lines
		}
		if err != nil {
			if e, _ := errors.AsType[*Error](err); e == nil || sent != "" && !strings.Contains(sent, " /from ") {
				t.Errorf("%s %q: error %v, and the request line %q", name, given, err, sent)
			}
			return
		}
		accepted++
		m := line.FindStringSubmatch(sent)
		if m == nil {
			t.Errorf("%s %q: the request line %q, want one that matches %v", name, given, sent, line)
			return
		}
		want, err := whatwg.Parse(base + strings.TrimPrefix(given, base))
		if err != nil {
			t.Errorf("%s: whatwg.Parse of %q: %v, want no error", name, given, err)
			return
		}
		path, query, _ := strings.Cut(m[1], "?")
		// a byte that is not UTF-8 remains, since net/url keeps it
		wantPath, _ := percent.DecodeString(want.Pathname(), false)
		gotPath, _ := percent.DecodeString(path, false)
		if wantQuery := strings.TrimPrefix(want.Search(), "?"); strings.ToValidUTF8(gotPath, "\ufffd") != wantPath || query != wantQuery {
			t.Errorf("%s %q: the request target %q, want path %q, query %q", name, given, m[1], wantPath, wantQuery)
		}
	}
	for _, text := range texts {
		for _, given := range []string{"/a" + text + "b", "/?a" + text + "b", "/?" + text, "/a" + text, "/#a" + text} {
			check("Get", base+given, get(t.Context(), base+given))
			if strings.ContainsAny(given, "\r\n") {
				continue
			}
			location = given
			check("Location", given, get(t.Context(), base+"/from"))
			location = base + given
			check("Location", location, get(t.Context(), base+"/from"))
		}
	}
	if accepted < 2000 {
		t.Errorf("%d requests are accepted, want at least 2000", accepted)
	}
}

// TestHandMadeURLs checks requests with a URL that was not parsed: each request line is valid, and has the policy's
// URL.
func TestHandMadeURLs(t *testing.T) {
	t.Parallel()
	s, c := newLines(t, nil)
	c.Policy.FailOn, c.Policy.MayDiffer = audit.High+1, ^audit.Aspects(0)
	host := net.JoinHostPort("good.example", s.port)
	sent, rejected := 0, 0
	for b := range 256 {
		text := "a" + string([]byte{byte(b)}) + "b"
		for name, u := range map[string]*url.URL{
			"Path":        {Path: "/" + text},
			"RawPath":     {Path: "/" + text, RawPath: "/" + text},
			"another":     {Path: "/x", RawPath: "/" + text},
			"RawQuery":    {Path: "/", RawQuery: text},
			"lone":        {Path: "/", RawQuery: text + "%"},
			"Fragment":    {Path: "/", Fragment: text},
			"RawFragment": {Path: "/", Fragment: text, RawFragment: text},
			"Opaque":      {Opaque: "/" + text},
			"OpaqueHost":  {Opaque: "//good.example/" + text},
		} {
			u.Scheme, u.Host = "http", host
			text := u.String()
			response, err := c.Do(&http.Request{Method: "GET", URL: u, Header: http.Header{}})
			if err != nil {
				rejected++
				if e, _ := errors.AsType[*Error](err); e == nil || len(s.lines) > 0 {
					t.Errorf("%s of byte %#x: error %v, %d requests", name, b, err, len(s.lines))
				}
				continue
			}
			response.Body.Close()
			sent++
			got := <-s.lines
			m := line.FindStringSubmatch(got)
			if m == nil {
				t.Errorf("%s of byte %#x: the request line %q", name, b, got)
				continue
			}
			read, err := whatwg.Parse(text)
			if err != nil {
				t.Errorf("%s of byte %#x: %q: %v, want no error", name, b, text, err)
				continue
			}
			_, query, _ := strings.Cut(m[1], "?")
			if want := strings.TrimPrefix(read.Search(), "?"); query != want {
				t.Errorf("%s of byte %#x: the query %q, want %q", name, b, query, want)
			}
		}
	}
	if sent < 1000 || rejected < 500 {
		t.Errorf("%d requests are sent and %d rejected", sent, rejected)
	}
}

// TestErrorIsOneLine checks the text of errors for URLs, Locations and names with characters that move a cursor, end a
// line, or turn text around.
func TestErrorIsOneLine(t *testing.T) {
	t.Parallel()
	location := ""
	s, c := newLines(t, &location)
	bad := []string{"\n", "\r", "\x1b[2J", "\x00", "\x7f", "\u0080", "\u0085", "\u009b31m", "\u061c", "\u200e", "\u2028", "\u2029",
		"\u202e", "\u2066", "\ufeff", "\U000e0041", "\xff"}
	for _, text := range bad {
		var errs []error
		for _, url := range []string{"http://10.0.0.1/" + text, "http://10.0.0.1" + text + "/", text, "http://10.0.0.1/?" + text,
			"http" + text + "://10.0.0.1/"} {
			_, err := c.Get(t.Context(), url)
			errs = append(errs, err, c.Policy.Check(url), c.Policy.CheckRef("http://h.example/", url))
		}
		if !strings.ContainsAny(text, "\r\n") {
			location = "http://10.0.0.1/" + text
			_, err := c.Get(t.Context(), "http://good.example:"+s.port+"/from")
			errs = append(errs, err)
		}
		errs = append(errs, &Error{URL: text, Cause: errors.New("the server says " + text)},
			&audit.PolicyError{Input: text, Finding: audit.Finding{ID: text, Message: text}}, c.Policy.Control("tcp4", text, nil))
		for _, err := range errs {
			if err == nil {
				continue // some of the URLs are accepted
			}
			for _, got := range []string{err.Error(), fmt.Sprint(err)} {
				if got != audit.Escape(got) {
					t.Errorf("%q: the error %q has a character to escape", text, got)
				}
			}
		}
	}
}

// TestSendable writes references as browsers send them.
func TestSendable(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"", ""},
		{`\a\b`, "/a/b"},
		{"%", "%25"},
		{`//h\a/b\c?d\e#f\g`, `//h\a/b/c?d\e#f\g`},
		{`http://h/\%zz%41?%zz#%`, "http://h//%25zz%41?%zz#%25"},
		{`a:\b`, "a:/b"},
		{`http://h\a/b\c`, `http://h\a/b/c`},
		{`?\`, `?\`},
		{"//", "//"},
		{`://h\a`, `://h\a`},
	}
	for _, tt := range tests {
		if got := sendable(tt.in); got != tt.want {
			t.Errorf("sendable(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestSentHost writes the hosts of requests: a host of ASCII as it is, and any other host in ASCII.
func TestSentHost(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"http://EXAMPLE.com:8080/", "EXAMPLE.com:8080"},
		{"http://a_b.example./", "a_b.example."},
		{"http://[0:0::1]/", "[0:0::1]"},
		{"http://b\u00FCcher.example:81/", "xn--bcher-kva.example:81"},
		{"http://\uFF11.1.1.1/", "1.1.1.1"},
		{"http://[2001:db8::1%25\u00E9]:81/", "[2001:db8::1]:81"},
	}
	for _, tt := range tests {
		u, err := url.Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := sentHost(u); err != nil || got != tt.want {
			t.Errorf("sentHost(%q) = %q, %v, want %q", tt.in, got, err, tt.want)
		}
	}
}

// TestNewRequest checks that NewRequest and Post check the text of the URL, as Get does.
func TestNewRequest(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	for _, tt := range attacks {
		if tt.url == "" {
			continue
		}
		c := s.client(t, tt.rows)
		var got events
		c.Observe = got.add
		_, getErr := c.Get(t.Context(), s.at(tt.url))
		gets := len(got.all)
		response, postErr := c.Post(t.Context(), s.at(tt.url), "text/plain", strings.NewReader("x"))
		if postErr == nil || postErr.Error() != getErr.Error() || s.hits.Load() != 0 || len(got.all) != 2*gets {
			t.Errorf("%s: Post = %v, %v with events %v, want the error of Get: %v", tt.name, response, postErr, got.names(), getErr)
		}
		r, err := c.NewRequest(t.Context(), "PUT", s.at(tt.url), nil)
		if e, ok := errors.AsType[*Error](err); err != nil && (!ok || e.Hop != 0) || (err == nil) != (tt.addr != "" || len(tt.rows) > 0) {
			t.Errorf("%s: NewRequest = %v, %v, want an Error unless only the address is rejected", tt.name, r, err)
		}
	}
	c := s.client(t, nil)
	response, err := c.Post(t.Context(), s.at("http://good.example:PORT/a"), "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if got := s.last.Load(); got.Method != "POST" || got.Header.Get("Content-Type") != "text/plain" || got.ContentLength != 1 {
		t.Errorf("Post sent %s with %v, want POST, text/plain and one byte", got.Method, got.Header)
	}
	for _, method := range []string{"", "PUT", "x y"} {
		r, err := c.NewRequest(t.Context(), method, s.at("http://good.example:PORT/a"), nil)
		if (err == nil) != (method != "x y") {
			t.Errorf("NewRequest with the method %q: %v", method, err)
		}
		if err != nil {
			continue
		}
		for range 2 { // the second use of the request, and another client
			for _, do := range []func(*http.Request) (*http.Response, error){c.Do, c.HTTP().Do} {
				response, err := do(r)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
			}
		}
		r.Host = "evil.example"
		if _, err := c.Do(r); err == nil {
			t.Error("a request with another Host header, want an error")
		}
		r.Host = ""
		r.URL.Host = s.at("127.0.0.1:PORT") // a changed URL is checked again
		if _, err := c.Do(r); err == nil {
			t.Error("a request that was changed after its check, want an error")
		}
	}
	_, err = c.NewRequest(nil, "GET", "http://good.example/", nil) //lint:ignore SA1012 callers make this error
	if err == nil {
		t.Error("NewRequest without a context, want an error")
	}
}

// TestCookieJar checks that the cookies of a jar are sent to their origins, and the cookies of the caller to no other.
func TestCookieJar(t *testing.T) {
	t.Parallel()
	s := newTarget(t)
	c := s.client(t, map[string][]string{"other.example": {"127.0.0.1"}})
	c.Policy.InternalFor["other.example"] = []netip.Prefix{loopback}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"good", "other"} {
		jar.SetCookies(&url.URL{Scheme: "http", Host: host + ".example"}, []*http.Cookie{{Name: host, Value: "jar"}})
	}
	for name, client := range map[string]*http.Client{"HTTP": c.HTTP(), "RoundTripper": {Transport: c.RoundTripper()}} {
		client.Jar = jar
		r, err := http.NewRequest("GET", s.to("http://other.example:PORT/a"), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Cookie", "caller=s3cret")
		response, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := s.last.Load(); got.Host != s.at("other.example:PORT") || got.Header.Get("Cookie") != "other=jar" {
			t.Errorf("%s: %s got the cookies %q, want other=jar", name, got.Host, got.Header.Get("Cookie"))
		}
	}
}
