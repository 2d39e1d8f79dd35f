package audit

import (
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/reading"
	"earl.example/urlerr"
)

// matrix was measured on real parsers: uriparser (RFC 3986), CPython 3.13.0's
// urlsplit, ada 3.4.4 (the URL Standard), net/url of Go 1.26.8, and libcurl 8.22. A
// cell is the host and, after a space, the path where that was noted; "refused" is
// a refusal, "none" no host, and ":!" after it a port that cannot be read. Python's
// column is of a reader that drops brackets.
var matrix = []struct {
	url   string
	cells [5]string
}{
	{"http://a@b@c/", [...]string{"refused", "c", "c", "c", "refused"}},
	{"http://evil.com\\@good.com/", [...]string{"refused", "good.com", "evil.com", "refused", "good.com"}},
	{"http://good.com\\.evil.com/", [...]string{"refused", "good.com\\.evil.com", "good.com", "refused", "refused"}},
	{"http:\\\\evil.com/", [...]string{"refused", "none \\\\evil.com/", "evil.com /", "none \\\\evil.com/", "refused"}},
	{"http:/evil.com/", [...]string{"none /evil.com/", "none /evil.com/", "evil.com /", "none /evil.com/", "evil.com /"}},
	{"http:evil.com", [...]string{"none evil.com", "none evil.com", "evil.com /", "none evil.com", "refused"}},
	{"http:///evil.com/", [...]string{"none /evil.com/", "none /evil.com/", "evil.com /", "none /evil.com/",
		"evil.com /"}},
	{"https:////evil.com/", [...]string{"none //evil.com/", "none //evil.com/", "evil.com /", "none //evil.com/",
		"refused"}},
	{"//evil.com/", [...]string{"evil.com", "evil.com", "refused", "evil.com", "refused"}},
	{"evil.com:80/x", [...]string{"none 80/x", "none 80/x", "none 80/x", "none 80/x", "evil.com:80 /x"}},
	{"http://evil.com%2f.good.com/", [...]string{"evil.com%2f.good.com", "evil.com%2f.good.com", "refused", "refused",
		"refused"}},
	{"http://a%62c.com/", [...]string{"a%62c.com", "a%62c.com", "abc.com", "refused", "abc.com"}},
	{"http://0x7f.1/", [...]string{"0x7f.1", "0x7f.1", "127.0.0.1", "0x7f.1", "127.0.0.1"}},
	{"http://127.0.0.1./", [...]string{"127.0.0.1.", "127.0.0.1.", "127.0.0.1", "127.0.0.1.", "127.0.0.1"}},
	{"http://256.1.1.1/", [...]string{"256.1.1.1", "256.1.1.1", "refused", "256.1.1.1", "256.1.1.1"}},
	{"http://127。0。0。1/", [...]string{"refused", "127。0。0。1", "127.0.0.1", "127。0。0。1", "127。0。0。1"}},
	{"http://[::ffff:127.0.0.1]/", [...]string{"::ffff:127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:127.0.0.1",
		"::ffff:127.0.0.1"}},
	{"http://[::1%25eth0]/", [...]string{"refused", "::1%25eth0", "refused", "::1%eth0", "::1"}},
	{"http://[fe80::1%eth0]/", [...]string{"refused", "fe80::1%eth0", "refused", "refused", "fe80::1"}},
	{"http://[v1.fe]/", [...]string{"[v1.fe]", "v1.fe", "refused", "refused", "refused"}},
	{"http://a[::1]/", [...]string{"refused", "::1", "refused", "refused", "refused"}},
	{"http://::1/", [...]string{"refused", "none:!", "refused", "refused", "refused"}},
	{"http://user[@evil.com/", [...]string{"refused", "refused", "evil.com", "refused", "evil.com"}},
	{"http://host:0080/", [...]string{"host:0080", "host:80", "host", "host:0080", "host:80"}},
	{"http://host:65536/", [...]string{"host:65536", "host:!", "refused", "host:65536", "refused"}},
	{"http://host:80a/", [...]string{"refused", "host:!", "refused", "refused", "refused"}},
	{" http://evil.com/", [...]string{"refused", "evil.com", "evil.com", "refused", "refused"}},
	{"ht\ntp://evil.com/", [...]string{"refused", "evil.com", "evil.com", "refused", "refused"}},
	{"http://evil.com/\r\nX: y", [...]string{"refused", "evil.com /X: y", "evil.com /X:%20y", "refused", "refused"}},
	{"http://evil.com/a b", [...]string{"refused", "evil.com /a b", "evil.com /a%20b", "evil.com /a%20b", "refused"}},
	{"http://exam ple.com/", [...]string{"refused", "exam ple.com", "refused", "refused", "refused"}},
	{"http://a|b/", [...]string{"refused", "a|b", "refused", "refused", "refused"}},
	{"http://evil.c℀.good.com/", [...]string{"refused", "refused", "refused", "evil.c℀.good.com", "evil.c℀.good.com"}},
	{"http://faß.de/", [...]string{"refused", "faß.de", "xn--fa-hia.de", "faß.de", "faß.de"}},
	{"http://h/a/%2e%2e/b", [...]string{"h /a/%2e%2e/b", "h /a/%2e%2e/b", "h /b", "h /a/%2e%2e/b", "h /b"}},
	{"http://h/a\\..\\b", [...]string{"refused", "h /a\\..\\b", "h /b", "h /a%5C..%5Cb", "h /a\\..\\b"}},
	{"http://h/%zz", [...]string{"refused", "h", "h", "refused", "h"}},
	{"http://h/a?b?c#d#e", [...]string{"refused", "h", "h", "h", "h"}},
	{"file://h/etc", [...]string{"h /etc", "h /etc", "h /etc", "h /etc", "refused"}},
	{"file:c:\\x", [...]string{"refused", "none c:\\x", "none /c:/x", "none c:\\x", "refused"}},
	{"mailto:a@b?c", [...]string{"none a@b", "none a@b", "none a@b", "none a@b", "b /"}},
	{"jar:http://h!/x", [...]string{"none http://h!/x", "none http://h!/x", "none http://h!/x", "none http://h!/x",
		"refused"}},
	{"ftp://h;type=a/", [...]string{"h;type=a", "h;type=a", "h;type=a", "h;type=a", "refused"}},
	{"http://", [...]string{"none", "none", "refused", "none", "refused"}},
	{"http://user:pa%3ass@h/", [...]string{"h", "h", "h", "h", "h"}},
}

// matrixDialects are the columns.
var matrixDialects = [...]string{"rfc3986", "urllib@3.13.0", "whatwg", "net/url@1.26.8", "libcurl@8.22.0"}

// TestMatrix: the dialects read as the real parsers do.
func TestMatrix(t *testing.T) {
	t.Parallel()
	var r reading.Reading
	for column, name := range matrixDialects {
		d := earl.MustParseDialect(name)
		for _, row := range matrix {
			want, got := row.cells[column], "refused"
			if d.Read(&r, row.url); r.Err() == nil {
				got = matrixCell(&r, want)
			}
			if got != want {
				t.Errorf("%s, %q: %q, want %q", name, row.url, got, want)
			}
		}
	}
}

// matrixCell is the cell of the matrix for a reading: no more than is in want.
func matrixCell(r *reading.Reading, want string) string {
	cell, port := value(r, urlerr.Host), value(r, urlerr.Port)
	if ParseHost(cell).Kind() == reading.HostIPv6 {
		cell = strings.Trim(cell, "[]")
	}
	if cell == "" {
		cell = "none"
	}
	if r.PortErr() != nil {
		cell += ":!"
	} else if port != "" && strings.Contains(want, port) && !strings.HasSuffix(cell, want) {
		cell += ":" + port
	}
	if strings.Contains(want, " ") && want != cell {
		cell += " " + value(r, urlerr.Path)
	}
	return cell
}

// TestMatrixAspects: where the matrix has two hosts that are not the same by
// value, an audit says so, and where it has a refusal beside a reading.
func TestMatrixAspects(t *testing.T) {
	t.Parallel()
	var options Options
	for _, name := range matrixDialects {
		options.Dialects = append(options.Dialects, earl.MustParseDialect(name))
	}
	for _, row := range matrix {
		r := options.Audit(row.url)
		var hosts []HostValue
		refused := 0
		for _, cell := range row.cells {
			if cell == "refused" {
				refused++
				continue
			}
			host, _, _ := strings.Cut(cell, " ")
			if host == "exam" {
				host = "exam ple.com"
			}
			if !strings.Contains(host, "::") {
				host, _, _ = strings.Cut(host, ":")
			}
			if value := ParseHost(strings.TrimPrefix(host, "none")); !slices.Contains(hosts, value) {
				hosts = append(hosts, value)
			}
		}
		if got := r.Differ.Has(urlerr.Host); got != (len(hosts) > 1) {
			t.Errorf("%q: hosts differ: %v, and the matrix has %v", row.url, got, hosts)
		}
		if got := r.Differ&Acceptance != 0; got != (refused > 0 && refused < len(row.cells)) {
			t.Errorf("%q: acceptance differs: %v, and %d refuse", row.url, got, refused)
		}
		if len(r.Findings) == 0 && len(hosts) > 1 {
			t.Errorf("%q: no findings", row.url)
		}
	}
}
