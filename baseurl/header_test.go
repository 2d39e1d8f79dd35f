package baseurl

import "testing"

func TestURLParameter(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, value, want string }{
		{"in quotes", `message/external-body; access-type=URL; url="http://b/"`, "http://b/"},
		{"without quotes", "message/external-body; access-type=URL; url=http://b/; size=1", "http://b/"},
		{"white space", "message/external-body; URL\t=\n \"http://b/\n c\"; access-type=URL", "http://b/\n c"},
		{"in pieces", `m/e; URL*0="http://b/"; access-type=URL`, `m/e; URL*0="http://b/"; access-type=URL`},
		{"missing", "m/e; access-type=url", "m/e; access-type=url"},
		{"empty", "m/e; access-type=url; url=", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			if from, to := urlParameter(row.value); row.value[from:to] != row.want {
				t.Errorf("urlParameter(%q) = %d, %d, want the bounds of %q", row.value, from, to, row.want)
			}
		})
	}
}
