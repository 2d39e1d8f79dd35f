package audit_test

import (
	"testing"

	"earl.example/audit"
	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
)

// TestGeneratedURLs: no URL made of pieces stops an audit, a policy or the display of a URL.
func TestGeneratedURLs(t *testing.T) {
	t.Parallel()
	n := 20_000
	if urltest.IsExhaustive() {
		n = 500_000
	}
	var report audit.Report
	policy := audit.Web()
	for _, q := range oracle.Generate(n, []string{"ab", "cd", "12", "%3a", "%2e:"}, []string{"http://h/a/b"}) {
		options := audit.Options{}
		if q.HasBase {
			options.Base = &q.Base
		}
		options.AuditInto(&report, q.URL)
		_ = policy.Check(q.URL)
		audit.Display(q.URL, audit.DisplayOptions{})
	}
}
