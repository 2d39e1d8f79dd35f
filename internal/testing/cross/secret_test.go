package cross_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"earl.example"
	"earl.example/audit"
	"earl.example/reading"
	"earl.example/urlerr"
)

// These are the parts of generated URLs. The secret is in the middle of the password or of the user name.
var (
	secretFronts = []string{"http:", "https:", "HTTP:", "ht\ttp:", "ftp:", "redis:", "foo:", "file:", "ws:", "jdbc:mysql:",
		"view-source:http:", "blob:https:", "", " http:", "http://h/?u=http:", "mailto:", "javascript:"}
	secretSlashes = []string{"//", "//", "//", "/", "", "///", `\\`, `/\`, "/\t/", "// ", "%2F%2F", "//h\\", "//h/"}
	secretUsers   = []string{"", "u", "user", "a@b", "u%3A", "DOMAIN\\u", "u[", "é", "u;x=1", "u?", "u#", "\x00"}
	secretColons  = []string{":", ":", ":", "%3A", "\uff1a", "::", ":\t", ":80:", ":@", ":/"}
	secretParts   = []string{"", "", "", "@", "%40", ":", "/", "?", "#", "\\", "[", "]", " ", "é", "%", "%zz", "\xff", "&",
		"\t", "\uff20", "12", "<"}
	secretAts  = []string{"@", "@", "@", "%40", "\uff20", "@\t", "@@"}
	secretEnds = []string{"h/", "h", "[::1]:80/", "h:x/", "h<", "h/%zz", "h:99999", "[h", "h/a@b:c?d#e", "", "ex ample/",
		"h/?x=@y", "xn--a/", "\u2100", "h:80:80", "1.2.3.4.5/"}
)

// TestErrorsHideWhatDialectsRead checks that no text of an error or a log shows the secret of a generated URL if some
// dialect reads it in the password.
func TestErrorsHideWhatDialectsRead(t *testing.T) {
	t.Parallel()
	const secret = "S3CRET"
	n := 60000
	if testing.Short() {
		n = 3000
	}
	r := rand.New(rand.NewPCG(1, 2))
	one := func(parts []string) string { return parts[r.IntN(len(parts))] }
	found, texts := 0, 0
	for range n {
		url := one(secretFronts) + one(secretSlashes) + one(secretUsers) + one(secretColons) + one(secretParts) + secret +
			one(secretParts) + one(secretAts) + one(secretEnds)
		has, shown := hidesSecret(t, url, secret, func(r *reading.Reading) (string, bool) { return r.Password() })
		texts += shown
		if has {
			found++
		}
	}
	if t.Logf("%d of %d URLs have a password, %d texts", found, n, texts); found < n/6 {
		t.Errorf("%d of %d URLs have a password, want at least %d", found, n, n/6)
	}
}

// TestErrorsHideTokens checks the same for a user name that can be a token, after two slashes.
func TestErrorsHideTokens(t *testing.T) {
	t.Parallel()
	const secret = "ghp_S3CRET"
	n := 20000
	if testing.Short() {
		n = 1000
	}
	r := rand.New(rand.NewPCG(3, 4))
	one := func(parts []string) string { return parts[r.IntN(len(parts))] }
	found, texts := 0, 0
	for range n {
		url := one([]string{"http:", "https:", "redis:", "foo:", "", "view-source:http:"}) + "//" +
			one([]string{"", "é", "%zz", "<", "["}) + secret + one([]string{"", ":", "%20", " ", "]"}) + "@" + one(secretEnds)
		has, shown := hidesSecret(t, url, secret, func(r *reading.Reading) (string, bool) { return r.Username() })
		texts += shown
		if has {
			found++
		}
	}
	if t.Logf("%d of %d URLs have a token, %d texts", found, n, texts); found < n/2 {
		t.Errorf("%d of %d URLs have a token, want at least %d", found, n, n/2)
	}
}

// hidesSecret checks the texts of all dialects and of audit for url. has reports whether a component contains secret in
// the reading of some dialect. If not, nothing is checked.
func hidesSecret(
	t *testing.T, url, secret string, component func(*reading.Reading) (string, bool),
) (has bool, texts int) {
	t.Helper()
	readings := make([]reading.Reading, len(earl.Dialects()))
	for i, d := range earl.Dialects() {
		d.Read(&readings[i], url)
		value, _ := component(&readings[i])
		has = has || strings.Contains(value, secret)
	}
	if !has {
		return false, 0
	}
	var values []any
	for i, d := range earl.Dialects() {
		if host, _ := readings[i].Host(); d.Name() == "spring" && strings.Contains(host, secret) {
			continue // Spring reads the user name as the host, too: http://u:@ is written as http://u:@u
		}
		values = append(values, &readings[i])
		for _, err := range []error{readings[i].Err(), readings[i].PortErr()} {
			if err != nil {
				values = append(values, err)
			}
		}
	}
	for _, p := range []audit.Policy{audit.Strict(), audit.Web(), {AllowUserinfo: true}} {
		if err := p.Check(url); err != nil {
			values = append(values, err)
		}
	}
	values = append(values, audit.Audit(url))
	var b bytes.Buffer
	text, object := slog.New(slog.NewTextHandler(&b, nil)), slog.New(slog.NewJSONHandler(&b, nil))
	for _, v := range values {
		b.Reset()
		text.Info("", "v", v)
		object.Info("", "v", v)
		if _, ok := v.(*reading.Reading); !ok {
			fmt.Fprintf(&b, "%v %+v %#v", v, v, v)
			encoded, _ := json.Marshal([]any{v})
			b.Write(encoded)
		}
		if texts++; strings.Contains(b.String(), secret) {
			t.Errorf("a %T for %q shows the secret: %s", v, url, &b)
		}
	}
	for _, shown := range []string{urlerr.Redact(url), urlerr.RedactQuery(url), urlerr.Excerpt(url, len(url)/2)} {
		if texts++; strings.Contains(shown, secret) {
			t.Errorf("%q is shown as %q", url, shown)
		}
	}
	return true, texts
}
