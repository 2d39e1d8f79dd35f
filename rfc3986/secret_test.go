package rfc3986_test

import (
	"bytes"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
)

// TestSecrets: neither Redacted, nor a log, nor the errors of parsing show a
// password, wherever in a reference some reader could find one.
func TestSecrets(t *testing.T) {
	t.Parallel()
	for _, s := range urltest.SecretURLs() {
		urltest.HidesSecret(t, s, rfc3986.MustParse(s))
		if u, err := rfc3986.ParseURI(s); err == nil {
			urltest.HidesSecret(t, s, u)
		}
		for _, more := range []string{" ", "%zz", "\xff", "[", "#a#b", "@h h"} {
			_, err := rfc3986.Parse(s + more)
			if err == nil {
				t.Errorf("%q has no error", s+more)
			}
			urltest.HidesSecret(t, s+more, err)
		}
	}
}

// TestNoSecretInErrors makes every function fail that takes a part of a
// reference or data, which may be a password without anything around it that
// shows so, and the ones that take a whole one. §3.2.1, G-050.
func TestNoSecretInErrors(t *testing.T) {
	t.Parallel()
	const secret = "hunter2"
	host := rfc3986.MustParse("http://h/")
	base := rfc3986.MustParseURI("http://u:" + secret + "@h/a")
	opaque := rfc3986.MustParse("s:p")
	var parsed rfc3986.URI
	for _, test := range []struct {
		name string
		fail func() error
	}{
		{"Parse", func() error { _, err := rfc3986.Parse("http://u:" + secret + "@h h/"); return err }},
		{"Parse, the password itself", func() error { _, err := rfc3986.Parse("//u:" + secret + " @h"); return err }},
		{"Parse, no authority", func() error { _, err := rfc3986.Parse("u:" + secret + "@[h]"); return err }},
		{"ParseURI", func() error { _, err := rfc3986.ParseURI("//u:" + secret + "@h"); return err }},
		{"Scan", func() error { return parsed.Scan("//u:" + secret + "@h") }},
		{"PortNumber", func() error {
			_, _, err := rfc3986.MustParse("//u:" + secret + "@h:65536").PortNumber()
			return err
		}},
		{"DecodedUserinfo", func() error {
			_, _, _, err := rfc3986.MustParse("//u:" + secret + "%FF@h").DecodedUserinfo()
			return err
		}},
		{"Resolve", func() error {
			_, err := rfc3986.Resolve(rfc3986.URI{}, rfc3986.MustParse("//u:"+secret+"@h"))
			return err
		}},
		{"Relative", func() error {
			_, err := rfc3986.Relative(base, rfc3986.MustParseURI(base.String()+"/../b"))
			return err
		}},
		{"Decode, broken", func() error { _, err := rfc3986.Decode(secret + "%"); return err }},
		{"Decode, not text", func() error { _, err := rfc3986.Decode(secret + "%FF"); return err }},
		{"Edit", func() error {
			_, err := rfc3986.Edit{Userinfo: new("u:" + secret + " "), Host: new("h")}.Apply(rfc3986.Ref{})
			return err
		}},
		{"WithScheme", func() error { _, err := rfc3986.Edit{Scheme: new("u:" + secret)}.Apply(host); return err }},
		{"WithUserinfo", func() error { _, err := rfc3986.Edit{Userinfo: new("u:" + secret + " ")}.Apply(host); return err }},
		{"WithUserinfo, no host", func() error {
			_, err := rfc3986.Edit{Userinfo: new("u:" + secret)}.Apply(opaque)
			return err
		}},
		{"WithHost", func() error { _, err := host.WithHost("u:" + secret); return err }},
		{"WithHost, literal", func() error { _, err := host.WithHost("[" + secret + "]"); return err }},
		{"WithHost, not text", func() error { _, err := host.WithHost(secret + "%FF"); return err }},
		{"WithName", func() error { _, err := rfc3986.HostOfName(secret + "\xff"); return err }},
		{"WithDomain", func() error { _, err := rfc3986.HostOfDomain("u:" + secret); return err }},
		{"WithPort", func() error { _, err := rfc3986.Edit{Port: new(secret)}.Apply(host); return err }},
		{"WithPath", func() error { _, err := host.WithPath("//u:" + secret + " "); return err }},
		{"WithPath, not rooted", func() error { _, err := host.WithPath(secret); return err }},
		{"WithQuery", func() error { _, err := host.WithQuery("password=" + secret + " "); return err }},
		{"WithFragment", func() error { _, err := rfc3986.Edit{Fragment: new(secret + "#")}.Apply(host); return err }},
		{"NetURL", func() error { _, err := rfc3986.MustParse("//u:" + secret + "@[v1.x]").NetURL(); return err }},
		{"FromNetURL", func() error {
			_, err := rfc3986.FromNetURL(&url.URL{User: url.UserPassword("u", secret), Host: "h", RawQuery: "a#b"})
			return err
		}},
	} {
		checkNoSecret(t, test.name, secret, test.fail())
	}
}

// checkNoSecret: neither the text of an error, nor what logs show of it, nor its
// causes have the secret.
func checkNoSecret(t *testing.T, name, secret string, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", name)
		return
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "err", err)
	for _, cause := range err.(interface{ Unwrap() []error }).Unwrap() {
		log.WriteString(cause.Error())
	}
	if text := err.Error() + log.String(); strings.Contains(text, secret) {
		t.Errorf("%s: the password is in %s", name, text)
	}
}
