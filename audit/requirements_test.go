package audit

import (
	"slices"
	"strings"
	"testing"
)

// requirements has a row for each statement of the specifications that is about
// findings. What begins with "!" is not found.
var requirements = []struct{ requirement, url, id string }{
	{"G-004", "http://localhost/", "local-meaning"},
	{"G-004", "file:///etc/hosts", "local-meaning"},
	{"G-004", "http://localhost/", "dest-internal"},
	{"G-004", "http://127.0.0.1/", "local-meaning"},
	{"G-031", "http://h/%252e", "pct-double"},
	{"G-031", "http://h/%252fa", "pct-double"},
	{"G-031", "http://h/%2541", "!pct-double"},
	{"G-044", "http:///x", "slash-count"},
	{"G-044", "http:x", "special-no-slashes"},
	{"G-044", "mailto://h/", "scheme-restriction"},
	{"G-044", "http://u@h/", "scheme-restriction"},
	{"G-044", "mailto:a@h", "!scheme-restriction"},
	{"G-049", "http://user:password@h/", "userinfo-secret"},
	{"G-060", "http://[v6.x]/", "ipvfuture"},
	{"G-060", "http://[v4.1.2.3.4]/", "ipvfuture"},
	{"G-065", "http://[0:0:0:0:0:0:0:1]/", "!host-disagreement"},
	{"G-066", "http://[fe80::1%25en0]/", "ipv6-zone"},
	{"G-066", "http://[fe80::1%en0]/", "ipv6-zone"},
	{"G-070", "http://a_b/", "host-not-ldh"},
	{"G-070", "http://a..b/", "host-not-ldh"},
	{"G-070", "http://" + strings.Repeat("a.", 150) + "example/", "host-not-ldh"},
	{"G-070", "http://intranet/", "local-meaning"},
	{"G-071", "http://example.com./", "host-root-dot"},
	{"G-072", "http:///x", "slash-count"},
	{"G-072", "file:///x", "!slash-count"},
	{"G-074", "http://%FF/", "host-pct-encoded"},
	{"G-074", "http://%FF/", "pct-null-or-bad-utf8"},
	{"G-075", "http://é.example/", "!host-disagreement"},
	{"G-103", "www.example.com/x", "scheme-guess"},
	{"G-103", "http://intranet/", "local-meaning"},
	{"G-104", "www.example.com:80/x", "scheme-guess"},
	{"G-104", "localhost:8080", "scheme-guess"},
	{"G-138", "http://h/%2E%2E/x", "path-encoded-dots"},
	{"G-138", "http://h/a/..%2Fb", "path-encoded-slash"},
	{"G-172", "http://h.example:25/", "port-scheme-mismatch"},
	{"G-172", "gopher://127.0.0.1:25/_HELO", "port-scheme-mismatch"},
	{"G-172", "gopher://127.0.0.1:25/_HELO", "scheme-active"},
	{"G-172, D-22", "http://h.example:80/", "!port-scheme-mismatch"},
	{"G-172, D-22", "http://h.example:8080/", "!port-scheme-mismatch"},
	{"G-172, D-22", "http://h.example:81/", "!port-scheme-mismatch"},
	{"G-172, D-22", "http://h.example:88/", "port-scheme-mismatch"},
	{"G-173", "telnet://h/%0D%0A", "crlf-injection"},
	{"G-173", "http://h/%0d%0aX:", "crlf-injection"},
	{"G-174", "http://a%2Fb/", "host-pct-encoded"},
	{"G-174", "http://a%3Fb/", "host-pct-encoded"},
	{"G-174", "http://a%40b/", "host-pct-encoded"},
	{"G-174", "http://a%23b/", "host-pct-encoded"},
	{"G-174", "http://a%3Ab/", "host-pct-encoded"},
	{"G-174", "http://a%5Cb/", "host-pct-encoded"},
	{"G-174", "http://good.example%2F@evil.example/", "userinfo-deceptive"},
	{"G-174", "http://good.example%23@evil.example/", "userinfo-deceptive"},
	{"G-174", "http://u%2Fx@h/", "userinfo-pct-encoded"},
	{"G-174", "http://u%3fx@h/", "userinfo-pct-encoded"},
	{"G-174", "http://u:x%23@h/", "userinfo-pct-encoded"},
	{"G-174", "http://u%40x@h/", "userinfo-pct-encoded"},
	{"G-174", "http://u%3Ax@h/", "userinfo-pct-encoded"},
	{"G-174", "http://u%5Cx@h/", "userinfo-pct-encoded"},
	{"G-174", "http://u%2Dx@h%2F/", "!userinfo-pct-encoded"},
	{"G-174", "http://h/a%2Fb", "path-encoded-slash"},
	{"G-174", "http://h/a%5Cb", "path-encoded-slash"},
	{"G-175", "http://h/a/%2e%2e%2fetc", "path-encoded-slash"},
	{"G-175", "http://h/a/%2e%2e/etc", "path-encoded-dots"},
	{"G-175", "http://h/%61ux", "fs-special-name"},
	{"G-175", "http://%6cocalhost/", "dest-internal"},
	{"G-175", "http://10.0.0.%31/", "dest-internal"},
	{"G-175", "http://%6cocalhost/", "local-meaning"},
	{"G-175", "http://%30x7f.0.0.1/", "ipv4-nonstandard"},
	{"G-175", "http://good%2eexample@evil.example/", "userinfo-deceptive"},
	{"G-175", "http://u:%70w@h/", "userinfo-secret"},
	{"G-175", "http://a%5Fb.example/", "host-not-ldh"},
	{"G-175", "http://a%2d.example/", "host-not-ldh"},
	{"G-175", "http://example.com%2e/", "host-root-dot"},
	{"G-175", "http://%45xample.com/", "host-case"},
	{"G-175", "http://b%C3%BCcher.example/", "!host-case"},
	{"G-176", "http://h/%00", "pct-null-or-bad-utf8"},
	{"G-177", "http://h/a%5Cb", "fs-special-name"},
	{"G-177", "http://h/c:/x", "fs-special-name"},
	{"G-177", "http://h/a%2Fb", "fs-special-name"},
	{"G-177", "http://h/AUX.txt", "fs-special-name"},
	{"G-177", "http://h/%61ux", "fs-special-name"},
	{"G-177", "http://h/lpt1", "fs-special-name"},
	{"G-177", "http://h/con", "fs-special-name"},
	{"G-177", "http://h/NUL.txt", "fs-special-name"},
	{"G-177", "http://h/a[b", "fs-special-name"},
	{"G-177", "http://h/a%5Bb", "fs-special-name"},
	{"G-177", "http://h/a%5db", "fs-special-name"},
	{"G-177", "http://h/c%3A", "fs-special-name"},
	{"G-177", "http://h/...", "fs-special-name"},
	{"G-177", "http://h/com1.txt", "fs-special-name"},
	{"G-177", "http://h/auxiliary", "!fs-special-name"},
	{"G-179", "http://127.0.1/", "ipv4-nonstandard"},
	{"G-179", "http://127.1/", "ipv4-nonstandard"},
	{"G-179", "http://2130706433/", "ipv4-nonstandard"},
	{"G-179", "http://0x7f.0.0.1/", "ipv4-nonstandard"},
	{"G-179", "http://0177.0.0.1/", "ipv4-nonstandard"},
	{"G-179", "http://0X7F000001/", "ipv4-nonstandard"},
	{"G-179", "http://017700000001/", "ipv4-nonstandard"},
	{"G-179", "http://10.1.258/", "ipv4-nonstandard"},
	{"G-180", "http://0xa.1/", "dest-internal"},
	{"G-180", "http://012.0.0.1/", "dest-internal"},
	{"G-180", "http://[::ffff:10.0.0.1]/", "dest-internal"},
	{"G-180", "http://10.example.com/", "!dest-internal"},
	{"G-181", "ftp://u:secret@h/", "userinfo-secret"},
	{"G-182", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "userinfo-deceptive"},
	{"G-182", "http://" + strings.Repeat("a", 100) + "@h/", "userinfo-deceptive"},
	{"G-182", "ftp://joe.smith@ftp.example.com/", "!userinfo-deceptive"},
	{"G-200", "http://b%C3%BCcher.example/", "host-pct-encoded"},
}

func TestRequirements(t *testing.T) {
	t.Parallel()
	for _, tt := range requirements {
		checkFound(t, tt.requirement, tt.url, tt.id)
	}
}

// checkFound: a kind is found in url, or with "!" in front of its ID is not.
func checkFound(t *testing.T, name, url, id string) {
	t.Helper()
	r := Audit(url)
	checkFindings(t, &r)
	id, not := strings.CutPrefix(id, "!")
	if found := slices.Contains(ids(&r), id); found == not {
		t.Errorf("%s: %q has %v", name, url, ids(&r))
	}
}
