package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
	"testing"
	"time"
)

var key = []byte("key")

// naive signs and checks the query that net/url reads.
func naive(link string) (mac, given string) {
	u, err := url.Parse(link)
	if err != nil {
		return "", ""
	}
	q := u.Query()
	given = q.Get("signature")
	q.Del("signature")
	u.RawQuery = q.Encode()
	h := hmac.New(sha256.New, key)
	h.Write([]byte(u.String()))
	return hex.EncodeToString(h.Sum(nil)), given
}

func TestSign(t *testing.T) {
	t.Parallel()
	now := time.Unix(1800000000, 0)
	for _, link := range []string{
		"https://h/", "https://h/?", "https://h/?b=1&a=2", "https://h/?a", "https://h/?a&&b", "https://h/a%2Fb?x=%7e+1", "https://h/?a;b#top",
		"https://h/?q=%zz",
	} {
		signed, err := sign(link, key, now)
		if strings.Contains(link, "%zz") {
			if err == nil {
				t.Errorf("%s is signed, want an error", link)
			}
			continue
		}
		if err != nil || check(signed, key, now) != nil || check(signed, key, now.Add(time.Second)) == nil {
			t.Errorf("%s: %s, %v, %v, want a link that is valid for this second", link, signed, err, check(signed, key, now))
		}
	}
}

func TestForged(t *testing.T) {
	t.Parallel()
	now := time.Unix(1800000000, 0)
	signed, err := sign("https://files.example/?file=a&file=b", key, now)
	if err != nil {
		t.Fatal(err)
	}
	unsigned, _ := url.Parse("https://files.example/?file=a&file=b")
	mac, _ := naive(unsigned.String())
	naivelySigned := unsigned.String() + "&signature=" + mac
	for name, forge := range map[string]func(link string) string{
		"a pair that net/url drops": func(link string) string { return link + "&admin=1;x" },
		"an escape that it drops":   func(link string) string { return link + "&admin=%zz" },
		"other order of names":      func(link string) string { return strings.Replace(link, "?", "?signature=&", 1) },
		"another signature":         func(link string) string { return link + "&signature=x" },
		"another spelling":          func(link string) string { return strings.Replace(link, "file=a", "%66ile=a", 1) },
	} {
		if check(forge(signed), key, now) == nil {
			t.Errorf("%s: accepted, want an error", name)
		}
		computed, given := naive(forge(naivelySigned))
		if forged := hmac.Equal([]byte(computed), []byte(given)); forged == (name == "other order of names") {
			t.Errorf("%s: accepted by the naive check: %v", name, forged)
		}
	}
}
