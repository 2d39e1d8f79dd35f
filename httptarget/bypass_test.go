package httptarget

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
)

// rowNames returns the first name of each row.
func rowNames() (names []string) {
	for line := range strings.Lines(rows) {
		cell, _, _ := strings.Cut(line, "\t")
		name, _, _ := strings.Cut(cell, ",")
		names = append(names, name)
	}
	return names
}

// TestBypass tries all pairs of rows, or some of them with -short. Each target satisfies the definition. If the servers
// of both rows have recorded answers to a target, these confirm it in at least 97 of 100 cases.
func TestBypass(t *testing.T) {
	t.Parallel()
	answers, columns := recorded(t)
	letters := map[string]string{}
	for _, a := range answers {
		letters[a.target] = a.letters
	}
	names, pairs, found, known, confirmed := rowNames(), 0, 0, 0, 0
	readers := make([]Reader, len(names))
	for i, name := range names {
		readers[i] = mustParse(t, name)
	}
	for i, check := range names {
		for j, server := range names {
			if testing.Short() && (i+j)%29 != 0 && i != j {
				continue
			}
			c, s := readers[i], readers[j]
			if i == j {
				c.forward = 0
			}
			targets := Bypass(c, s, "/admin/")
			if i == j && targets != nil {
				t.Errorf("Bypass(%s, %s) = %q, want none", check, server, targets)
			}
			if i != j {
				pairs++
			}
			if len(targets) > 0 {
				found++
			}
			for k, target := range targets {
				a := c.Read(target)
				sent := cmp.Or(a.Forward, target)
				b := s.Read(sent)
				if a.Refused || a.Location != "" || a.Below("/admin/") || !b.Below("/admin/") {
					t.Fatalf("Bypass(%s, %s) has %q, read as %+v and %+v", check, server, target, a, b)
				}
				if k > 0 && (len(target) < len(targets[k-1]) || target == targets[k-1]) {
					t.Fatalf("Bypass(%s, %s) has %q after %q", check, server, target, targets[k-1])
				}
				line, ok := letters[target]
				behind, ok2 := letters[sent]
				for x, front := range columns {
					for y, back := range columns {
						if !ok || !ok2 || front.name != check || back.name != server || !back.serves(sent) {
							continue
						}
						if known++; line[x] == 'O' && behind[y] == 'A' {
							confirmed++
						} else if testing.Verbose() {
							t.Logf("%s, %s: %q was answered with %c and %c", check, server, target, line[x], behind[y])
						}
					}
				}
			}
		}
	}
	t.Logf("%d of %d pairs have targets; answers confirm %d of %d targets", found, pairs, confirmed, known)
	if known < 200 || confirmed*100 < known*97 {
		t.Errorf("answers confirm %d of %d targets, want 97 %% of 200 or more", confirmed, known)
	}
	if found*100 < pairs*70 {
		t.Errorf("%d of %d pairs have targets, want 70 in 100", found, pairs)
	}
}

func TestBypassPrefixes(t *testing.T) {
	t.Parallel()
	nginx, tomcat := mustParse(t, "nginx"), mustParse(t, "tomcat")
	for _, tt := range []struct{ prefix, want string }{
		{"/admin/", "/;/admin/secret"},
		{"/admin", "/;/admin/secret"},
		{"/a/b/", "/;/a/b/secret"},
		{"/\xc3\xa9/", "/;/\xc3\xa9/secret"},
		{"/a;b/", ""},
	} {
		targets := Bypass(nginx, tomcat, tt.prefix)
		if tt.want == "" && targets != nil || tt.want != "" && !slices.Contains(targets, tt.want) {
			t.Errorf("Bypass(nginx, tomcat, %q) = %q, want %q", tt.prefix, targets, tt.want)
		}
	}
	if targets := Bypass(mustParse(t, "refuse=;"), mustParse(t, "raw"), "/"); targets != nil {
		t.Errorf("below / is %q, want none", targets)
	}
	if slow := urltest.Took(func() { Bypass(nginx, tomcat, "/"+strings.Repeat("a/", 2_000)) }); slow.Seconds() > 2 {
		t.Errorf("Bypass takes %v for a long prefix", slow)
	}
}
