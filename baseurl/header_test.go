package baseurl

import "testing"

func TestExternal(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ name, params, url, want string }{
		{"in quotes", `url="http://b/"`, "http://b/", "http://b/"},
		{"without quotes", "url=http://b/; size=1", "http://b/", "http://b/"},
		{"folded", "URL\t=\n \"http://b/\n c\"", "http://b/c", "message/external-body; access-type=URL; URL\t=\n \"http://b/\n c\""},
		{"in pieces", `URL*0="http://b/"; URL*1=c`, "http://b/c",
			`message/external-body; access-type=URL; URL*0="http://b/"; URL*1=c`},
		{"empty", "url=", "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := field{name: "Content-Type", value: "message/external-body; access-type=URL; " + row.params}
			refs := f.external()
			if len(refs) != 1 || refs[0].raw != row.url || f.value[refs[0].from:refs[0].to] != row.want {
				t.Errorf("%q has %+v, want %q with the bounds of %q", f.value, refs, row.url, row.want)
			}
		})
	}
}
