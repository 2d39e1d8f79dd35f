package audit_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"earl.example/audit"
	"earl.example/httptarget"
)

// aboutPaths are the findings that Options.Below leaves out if no reader passes the rule.
var aboutPaths = strings.Fields("path-readers path-parameter path-encoded-slash path-encoded-dots path-empty-segment")

// TestBelowLikeServers compares path-readers with what servers answered to 2,000 targets. If no server served a target
// below /admin/, or all others refused it, nothing about the path is found. Of the targets on which servers differed,
// the ten default readers find 85 in 100.
func TestBelowLikeServers(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../httptarget/testdata/answers.tsv")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(data), "\n\n")
	differ, found, quiet, noise := 0, 0, 0, 0
	for line := range strings.Lines(body) {
		target, letters, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !strings.HasPrefix(target, "/") {
			continue // without a slash it is a relative reference
		}
		r := audit.Options{Below: "/admin/"}.Audit(target)
		at := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.ID == "path-readers" })
		about := slices.ContainsFunc(r.Findings, func(f audit.Finding) bool { return slices.Contains(aboutPaths, f.ID) })
		switch isSplit := strings.Contains(letters, "A") && strings.Contains(letters, "O"); {
		case isSplit && at >= 0:
			found++
			differ++
			if f := r.Findings[at]; f.Severity != audit.Medium || !strings.Contains(f.Message, ", which is below /admin/") {
				t.Fatalf("%q: %+v, want a finding of severity medium that names the rule", target, f)
			}
		case isSplit:
			differ++
		case about:
			noise++
			t.Logf("%q: %v, and no server differs", target, r.Findings)
		default:
			quiet++
		}
	}
	t.Logf("servers differ on %d targets, of which %d are found; of the others %d have no finding, %d have one", differ, found, quiet, noise)
	if found*100 < differ*85 || noise*100 > quiet {
		t.Errorf("%d of %d found and %d of %d without a finding, want 85 and 99 in 100", found, differ, quiet, quiet+noise)
	}
}

func TestReadersOfARule(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ check, server, below, url, want string }{
		{"nginx", "tomcat", "/admin/", "/admin;x=1/secret", "Servers read different paths: nginx /admin;x=1/secret; tomcat /admin/secret, which is below /admin/."},
		{"nginx", "tomcat", "/admin/", "https://h.example/admin;x=1/secret?q#f", "Servers read different paths: nginx /admin;x=1/secret; tomcat /admin/secret, which is below /admin/."},
		{"tomcat", "nginx", "/admin/", "/admin;x=1/secret", ""}, // the rule refuses it
		{"nginx", "nginx-static", "/admin/", "/x/../admin/secret", ""},
		{"traefik@3.3", "nginx", "/admin/", "/x/../admin/secret", "Servers read different paths: traefik@3.3 /x/../admin/secret; nginx /admin/secret, which is below /admin/."},
		{"traefik", "tomcat", "/admin/", "/x/..;/admin/secret", "Servers read different paths: traefik /x/..;/admin/secret; tomcat /admin/secret, which is below /admin/."},
		{"nginx", "express", "/Admin/", "/admin/x", "Servers read different paths: nginx /admin/x; express /admin/x, which is below /Admin/."},
		{"envoy-reject", "nginx", "/admin/", "/admin%2fx", ""}, // refused
		{"raw", "nginx", "/admin/", "mailto:a;b/c", ""},
		{"raw", "nginx", "/admin/", "", ""},
	} {
		var readers []httptarget.Reader
		for _, name := range []string{tt.check, tt.server} {
			r, err := httptarget.ParseReader(name)
			if err != nil {
				t.Fatal(err)
			}
			readers = append(readers, r)
		}
		got := ""
		for _, f := range (audit.Options{Below: tt.below, Readers: readers}).Audit(tt.url).Findings {
			if f.ID == "path-readers" {
				got = f.Message
			}
		}
		if got != tt.want {
			t.Errorf("%s, %s: %q below %s: %q, want %q", tt.check, tt.server, tt.url, tt.below, got, tt.want)
		}
	}
}

// TestDifferentPaths: without Below, path-readers is about the segments, and not about escapes of other characters.
func TestDifferentPaths(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		url  string
		want bool
	}{
		{"http://h.example/a%20b/c%C3%A9", false},
		{"http://h.example/%61dmin/x", false},
		{"http://h.example/a%2fb", true},
		{"http://h.example/a//b", true},
		{"http://h.example/a;b/c", true},
		{"http://h.example/a/c;b", false},
		{"http://h.example/a/../b", true},
		{"http://h.example/.well-known/x", false},
		{"ftp://h.example/a//b", false},
		{"http://h.example/?a//b;c/d", false},
	} {
		found := slices.ContainsFunc(audit.Audit(tt.url).Findings, func(f audit.Finding) bool { return f.ID == "path-readers" })
		if found != tt.want {
			t.Errorf("%s: path-readers is found: %v, want %v", tt.url, found, tt.want)
		}
	}
}
