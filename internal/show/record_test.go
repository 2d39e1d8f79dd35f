package show

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/text/jsontext"
	"earl.example/reading"
	"earl.example/urlerr"
)

// TestAuditRecord checks the members of the JSON record of an audit.
func TestAuditRecord(t *testing.T) {
	t.Parallel()
	dialects := []earl.Dialect{earl.RFC3986(), earl.WHATWG()}
	for _, tt := range []struct {
		name, url string
		want      string
	}{
		{"no finding", "http://a.example/", `{"input":"http://a.example/","ok":true,"worst":null,"differ":[],"dialects":[
			{"dialect":"rfc3986","release":null,"ok":true,"scheme":"http","userinfo":null,"host":"a.example","port":null,"path":"/",
				"path_params":null,"query":null,"fragment":null,"host_kind":"name","host_value":"a.example"},
			{"dialect":"whatwg","release":null,"ok":true,"scheme":"http","userinfo":null,"host":"a.example","port":null,"path":"/",
				"path_params":null,"query":null,"fragment":null,"host_kind":"name","host_value":"a.example"}],"findings":[]}`},
		{"rejected", "http://[/", `{"input":"http://[/","ok":true,"worst":"high","differ":[],"dialects":[
			{"dialect":"rfc3986","release":null,"ok":false,"error":{"kind":"bad host","component":"host","offset":8,
				"rule":"IPv6address"}},
			{"dialect":"whatwg","release":null,"ok":false,"error":{"kind":"bad host","component":"host","offset":8,
				"rule":"IPv6-unclosed"}}],"findings":[
			{"id":"bracket-host-junk","severity":"high","start":7,"end":8,"instead":null,
				"address":"https://nvd.nist.gov/vuln/detail/CVE-2025-0938"},
			{"id":"local-meaning","severity":"info","start":7,"end":8,"instead":null,
				"address":"https://www.rfc-editor.org/rfc/rfc3986#section-1.1"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := audit.Options{Dialects: dialects}.Audit(tt.url)
			r.Findings = WithoutNotNormal(r.Findings)
			var o jsontext.Writer
			o.Object("")
			new(Recorder).Audit(&o, &r)
			o.Bool("last", true) // Audit has closed its arrays
			o.End()
			got, want := valueOfJSON(t, string(o.Text)), valueOfJSON(t, strings.TrimSuffix(tt.want, "}")+`,"last":true}`)
			if got != want {
				t.Errorf("Audit of %s writes\n%s\nwant\n%s", tt.url, got, want)
			}
		})
	}
}

// TestPortError: a verdict with an unreadable port has an error and the components.
func TestPortError(t *testing.T) {
	t.Parallel()
	r := audit.Options{Dialects: []earl.Dialect{earl.MustParseDialect("urllib@3.9.18")}}.Audit("http://h:99999/")
	var o jsontext.Writer
	o.Object("")
	new(Recorder).Verdicts(&o, &r)
	o.End()
	const want = `{"dialects":[{"dialect":"urllib","release":"3.9.18","ok":true,"scheme":"http","userinfo":null,"host":"h","port":null,` +
		`"path":"/","path_params":"","query":"","fragment":"","host_kind":"name","host_value":"h","error":{"kind":"bad port",` +
		`"component":"port","offset":9,"rule":"port is at most 65535","message":"Port out of range 0-65535"}}]}`
	if got := string(o.Text); got != want {
		t.Errorf("Verdicts writes\n%s\nwant\n%s", got, want)
	}
}

// TestMessage: a message has CPython's text if its passwords are masked, and the text of the error otherwise.
func TestMessage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, url, want string }{
		{"no password", "http://[x]/", "'x' does not appear to be an IPv4 or IPv6 address"},
		{"a masked password", "http://u:secret@h\u2100/", "netloc 'u:***@h\u2100' contains invalid characters under NFKC normalization"},
		{"a text without quotes", "http://u:secret@[v1.]/", "IPvFuture address is invalid"},
		{"a quoted text that can be part of a password", "http://u:secret@[x]/", "urllib: invalid IP address in brackets at byte 17 of "},
		{"a quoted port", "http://h:secret/", "Port could not be cast to integer value as 'secret'"},
		{"a quoted port after a password", "http://u:secret@h:port/", "urllib: port is not a number at byte 18 of "},
		{"a port that ends a password", "http://u:secret@h:1@/", ""},
	} {
		var r reading.Reading
		earl.MustParseDialect("urllib").Read(&r, tt.url)
		err := r.Err()
		if err == nil {
			err = r.PortErr()
		}
		if err == nil {
			continue
		}
		if got := Message(err); !strings.HasPrefix(got, tt.want) || strings.Contains(got, "u:secret") {
			t.Errorf("%s: Message of the error of %s = %q, want a text that begins with %q", tt.name, tt.url, got, tt.want)
		}
	}
	plain := errors.New("plain")
	if got := Message(plain); got != "plain" {
		t.Errorf("Message(%v) = %q, want the text of the error", plain, got)
	}
}

// TestFindingsRecord checks the members of a finding, and compares them with the report.
func TestFindingsRecord(t *testing.T) {
	t.Parallel()
	const url = `http://evil.com\@good.com/`
	r := audit.Options{}.Audit(url)
	var o jsontext.Writer
	o.Object("")
	new(Recorder).Audit(&o, &r)
	o.End()
	var got struct {
		Worst    string
		Differ   []string
		Findings []struct {
			ID, Severity, Message, Address string
			Start, End                     int
			Instead                        *string
		}
	}
	if err := json.Unmarshal(o.Text, &got); err != nil {
		t.Fatal(err)
	}
	if worst, _ := r.Worst(); got.Worst != worst.String() || strings.Join(got.Differ, ",") != r.Differ.String() ||
		len(got.Findings) != len(r.Findings) || len(r.Findings) == 0 {
		t.Fatalf("Audit of %s writes %+v, want %+v", url, got, r.Findings)
	}
	for i, f := range r.Findings {
		g := got.Findings[i]
		if g.ID != f.ID || g.Severity != f.Severity.String() || g.Start != f.Span.Start || g.End != f.Span.End ||
			g.Message != f.Message || g.Address != f.Kind().Address || (g.Instead == nil) != (f.Safe == "") ||
			g.Instead != nil && *g.Instead != f.Safe {
			t.Errorf("finding %d of %s is %+v, want %+v", i+1, url, g, f)
		}
	}
}

// valueOfJSON returns a JSON text with sorted members and without messages.
func valueOfJSON(t *testing.T, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s, want no error", err, text)
	}
	var trim func(v any)
	trim = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "message")
			for _, member := range v {
				trim(member)
			}
		case []any:
			for _, element := range v {
				trim(element)
			}
		}
	}
	trim(value)
	sorted, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(sorted)
}

// rejection returns the error of a URL in a dialect.
func rejection(dialect, url string) error {
	var r reading.Reading
	earl.MustParseDialect(dialect).Read(&r, url)
	return r.Err()
}

// TestError checks the member "error", and that its offset is an offset in one of the inputs.
func TestError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		err    error
		offset int
		inputs []string
		want   string
	}{
		{"plain", errors.New("bad"), -1, nil, `{"kind":"bad record","component":null,"offset":null,"rule":null,"message":"bad"}`},
		{"with an offset", errors.New("bad"), 3, nil, `{"kind":"bad record","component":null,"offset":3,"rule":null,"message":"bad"}`},
		{"with the offset 0", errors.New("bad"), 0, nil, `{"kind":"bad record","component":null,"offset":0,"rule":null,"message":"bad"}`},
		{"of a URL", rejection("rfc3986", "a b"), 7, []string{"x", "a b"}, `"kind":"bad path","component":"path","offset":1,"rule":"pchar"`},
		{"wrapped", fmt.Errorf("in it: %w", rejection("rfc3986", "a b")), -1, []string{"a b"}, `"offset":1,"rule":"pchar","message":"in it: `},
		{"of a base", rejection("rfc3986", "a b"), 7, []string{"x"}, `"offset":null,"rule":"pchar"`},
		{"of Python", rejection("urllib", "http://["), -1, []string{"http://["}, `"message":"Invalid IPv6 URL"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var o jsontext.Writer
			o.Object("")
			Error(&o, tt.err, tt.offset, tt.inputs...)
			o.End()
			if got := string(o.Text); !json.Valid(o.Text) || !strings.Contains(got, tt.want) {
				t.Errorf("Error(%v) writes %s, want it to contain %s", tt.err, got, tt.want)
			}
		})
	}
}

// TestErrorSecrets checks that the message shows a password only if the Writer allows it.
func TestErrorSecrets(t *testing.T) {
	t.Parallel()
	const url = "http://user:secret@h\u2100/"
	err := rejection("urllib", url)
	for _, secrets := range []bool{false, true} {
		o := jsontext.Writer{Secrets: secrets}
		o.Object("")
		Error(&o, err, -1, url)
		o.End()
		if shows := strings.Contains(string(o.Text), "secret"); shows != secrets || !json.Valid(o.Text) {
			t.Errorf("Error with Secrets %v writes %s", secrets, o.Text)
		}
	}
	if message := Message(err); strings.Contains(message, "secret") || message == "" {
		t.Errorf("Message(%v) = %q, want a text without the password", err, message)
	}
	if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Input == "" {
		t.Errorf("the error of %q is %v, want an error with the input", url, err)
	}
}

// TestReport checks the parts of a report for people, and that no line is wider than the screen.
func TestReport(t *testing.T) {
	t.Parallel()
	base := "http://b\x1b/"
	for _, tt := range []struct {
		name, url string
		base      *string
		want      []string
	}{
		{"findings", `http://evil.com\@good.com/`, nil, []string{"dialect", "*evil.com", "The dialects differ in ", " 1 high "}},
		{"agreement", "http://a.example/", nil, []string{"The dialects agree."}},
		{"all reject", "http://[/", &base, []string{`from http://b\x1b/`, "All dialects reject the URL."}},
		{"shown differently", "http://u:p@h/", nil, []string{"shown as http://"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := audit.Options{}.Audit(tt.url)
			for _, columns := range []int{40, 80, 200} {
				got := Report(&r, tt.base, nil, Style{Columns: columns})
				for _, want := range tt.want {
					if columns > 40 && !strings.Contains(got, want) {
						t.Errorf("Report of %s in %d columns is\n%s\nwant it to contain %q", tt.url, columns, got, want)
					}
				}
				if i := strings.IndexFunc(got, func(c rune) bool { return c < ' ' && c != '\n' }); i >= 0 {
					t.Errorf("Report of %s has %q at byte %d", tt.url, got[i], i)
				}
			}
		})
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		width      int
		want       []string
	}{
		{"empty", "", 5, []string{""}},
		{"fits", "ab cd", 5, []string{"ab cd"}},
		{"two lines", "ab cd", 4, []string{"ab", "cd"}},
		{"long word", "abcdef g", 3, []string{"abcdef", "g"}},
		{"spaces", "  a   b ", 3, []string{"a b"}},
		{"wide characters", "日本 語", 6, []string{"日本", "語"}},
	} {
		if got := Wrap(tt.text, tt.width); !slices.Equal(got, tt.want) {
			t.Errorf("%s: Wrap(%q, %d) = %q, want %q", tt.name, tt.text, tt.width, got, tt.want)
		}
	}
}

func TestPaint(t *testing.T) {
	t.Parallel()
	if got := Paint("a", "1", Style{}); got != "a" {
		t.Errorf("Paint without colors = %q, want %q", got, "a")
	}
	if got, want := Severity(audit.High, Style{Color: true}), "\x1b[1;31mhigh\x1b[0m"; got != want {
		t.Errorf("Severity(High) = %q, want %q", got, want)
	}
}

// FuzzRecorder compares the copied members of verdicts with the members that each verdict writes itself, in one
// Recorder for all inputs.
func FuzzRecorder(f *testing.F) {
	for _, url := range []string{
		"http://h.example/a", "http://h.example", "HTTP://u:p@H:80/;b?c#d", "//h:99999/?", "http://h:x/", "a b", "x:y", "",
		"http://\xff/", `http://a@b\@c/"`, "http://[::1]:0/%41?#",
	} {
		f.Add(url)
	}
	var record Recorder
	options := audit.Options{Dialects: earl.Dialects()}
	f.Fuzz(func(t *testing.T, url string) {
		r := options.Audit(url)
		var got, want jsontext.Writer
		got.Object("")
		record.Verdicts(&got, &r)
		want.Object("")
		want.Array("dialects")
		for i := range r.Verdicts {
			want.Object("")
			Dialect(&want, r.Verdicts[i].Dialect)
			verdict(&want, &r.Verdicts[i], url, nil)
			want.Close()
		}
		want.Close()
		if string(got.Text) != string(want.Text) {
			t.Errorf("Verdicts of %q: %s, want %s", url, got.Text, want.Text)
		}
	})
}
