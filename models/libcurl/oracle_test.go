package libcurl

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"earl.example/internal/model"
	"earl.example/internal/testing/oracle"
	"earl.example/reading"
	"earl.example/urlerr"
)

var record = flag.Bool("record", false, "write testdata/answers.jsonl from the programs that EARL_LIBCURLS names")

var suite = oracle.Suite{
	Program:  oracle.Program{Name: "libcurl", Variable: "EARL_LIBCURLS"},
	Releases: Dialect{}.Releases(),
	Answer:   answer,
	More: []string{
		"http://h?", "http://h#", "http://h?#", "http://h/?", "http://@h", "http://:@h", "http://u:@h", "http://u:p:q@h",
		"imap://u;o@h", "imap://u;o:p@h", "imap://u:p;o@h", "imap://;o@h", "imap://u;@h", "http://u;o:p@h",
		"http://[", "http://[]", "http://[::]", "http://[::]:", "http://[::]x", "http://[::1%250123456789abcdef]",
		"http://[::1%25]", "http://[::1%]", "http://[::1%2525]", "http://[1::2::3]", "http://[1:2:3:4:5:6:7::]",
		"http://[0:0:0:0:0:0:0:ABCD]", "http://[0::00:]/", "http://[1:2:3:4:5:6:7:8:]/", "http://[1::1.2.3.4:]/",
		"http://[1:::]/", "http://[1:]/", "http://[::X", "http://%5b%3a%3a1%5d", "http://%5b::X", "http://%5b::%25",
		"http://%5b::]", "http://%5b::1%25eth0%5d", "http://%5b::1%25eth0", "http://%5b::1%00", "http://%5b0:0::%FF:80/",
		"http://h:0", "http://h:00000000000000000000000080", "h:", "h:1", "h", "h/", "ftp.x", "FTP.x/", "dict.x", "pop3.x",
		"file:///", "file:/a", "file://localhost/a", "file://127.0.0.1/a", "file://LOCALHOST/a", "file:///c:/x",
		"file:///c|", "file:///c:", "file:////a", "file:///a/../b?q#f", "file:x", "file:/x//y",
		"http://h/..", "http://h/.", "http://h/a/..", "http://h/a//../b", "http://h/%2E%2e/a", "http://h/...",
		"http://h/a./b", "http://%31", "http://%31%32%37.1", "http://1..2", "http://1.2.3.4.", "http://1.2.3.4..",
		"http://.", "http://a..", "http://a.", "http://%7f", "http://%20", "1http://h",
		"a123456789a123456789a123456789a12345678b://h", "a123456789a123456789a123456789a12345678b9://h",
		"x://h", "x:/h", "x://h:1/", "g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x",
		"g;x?y#s", ".", "./", "..", "../", "../g", "../..", "../../", "../../g", "../../../g", "../../../../g", "/./g",
		"/../g", "g.", ".g", "g..", "..g", "./../g", "./g/.", "g/./h", "g/../h", "http:g", "//g?y/../x", "///g",
		"javascript:x", "ws://h", "mqtts://h", "rtmp://h", "ftp://h/x", "a b", "?a b", "#a b", "//h/a b?c d", "//h//a b",
		"é", "?é", "#é", "%e9", "a\tb",
	},
	Bases: []string{"http://a/b/c/d;p?q", "http://u:p@h:80/a/../b#f/g", "http://a?q/r", "h/x y", "file:///a/b", "file:///a/.."},
	Unmodelled: func(release string, q oracle.Question) string {
		switch {
		case strings.Contains(q.Base+q.URL, "\x00"):
			return "NUL, which ends a text in C"
		case release == "7.88.1" && q.HasBase && oneControl.MatchString(q.URL):
			return "control in a path of one byte, which 7.88.1 accepts"
		}
		return ""
	},
}

// oneControl matches references with a path of one control.
var oneControl = regexp.MustCompile(`(?i)^file:[\x01-\x1f\x7f]([?#]|$)`)

// answer returns the answer of the model.
func answer(release string, q oracle.Question) string {
	d, err := Dialect{}.At(release)
	if err != nil {
		return err.Error()
	}
	older, _ := table.Find(dialect, release)
	row := &table[older]
	p := parser{row: row, url: q.URL}
	if q.HasBase {
		p.u, err = row.resolve(q.Base, q.URL)
	} else {
		err = p.run()
	}
	if err != nil {
		return oracle.Rejected
	}
	u := p.u
	query := u.query
	query.OK = query.Text != "" || query.OK && row.blankQuery
	scheme, user, password, host, port, path := notEmpty(u.scheme), u.user, u.password, notEmpty(u.host), u.port,
		model.Present(u.path)
	fragment, href := notEmpty(u.fragment.Text), notEmpty(u.text(row, false))
	if !q.HasBase { // the values that users see
		var r reading.Reading
		d.Read(&r, q.URL)
		get := func(c urlerr.Component) model.Part {
			value, ok := r.Get(c)
			return model.Part{Text: value, OK: ok}
		}
		scheme, user, password, host = get(urlerr.Scheme), get(urlerr.Username), get(urlerr.Password), get(urlerr.Host)
		port, path, query, fragment = get(urlerr.Port), get(urlerr.Path), get(urlerr.Query), get(urlerr.Fragment)
		href = model.Present(r.Href())
	}
	var fields []string
	for _, part := range []model.Part{
		scheme, user, password, u.options, host, notEmpty(u.zone), port, path, query, fragment, href,
	} {
		field := oracle.Absent
		if part.OK {
			field = oracle.Quote(part.Text)
		}
		fields = append(fields, field)
	}
	return oracle.Fields(fields...)
}

func notEmpty(s string) model.Part { return model.Part{Text: s, OK: s != ""} }

// installed returns the suite with a program that calls the installed libcurl. If EARL_LIBCURLS is set, or if the
// program cannot be compiled, the suite has no such program.
func installed(tb testing.TB) *oracle.Suite {
	tb.Helper()
	s := suite
	if os.Getenv(s.Variable) != "" || testing.Short() {
		return &s
	}
	program := filepath.Join(tb.TempDir(), "oracle")
	out, err := exec.Command("cc", "-o", program, "testdata/oracle.c", "-lcurl").CombinedOutput()
	if err != nil {
		tb.Logf("a C compiler and the headers of libcurl are needed (Debian: libcurl4-openssl-dev): %v: %.200s", err, out)
		return &s
	}
	s.Command = program
	return &s
}

func TestRecorded(t *testing.T) {
	t.Parallel()
	suite.Recorded(t, "testdata/answers.jsonl", *record)
}

func TestLive(t *testing.T) {
	t.Parallel()
	installed(t).Live(t)
}

func FuzzSameAsLibcurl(f *testing.F) { installed(f).Fuzz(f) }
