package main

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	const in = `{"url":"HTTP://Example.com:80/a b","title":"old"}
{"url":"http://user:pw@h/?a=1&b=2","title":"pw"}
{"url":"http://example.com/x/../a%20b","title":"new"}
{"url":"http://bücher.example","title":"idn"}
`
	const want = `{"url":"http://example.com/a%20b","title":"new"}
{"url":"http://user:pw@h/?a=1&b=2","title":"pw"}
{"url":"http://xn--bcher-kva.example/","title":"idn"}
`
	var out strings.Builder
	if err := merge(strings.NewReader(in), &out); err != nil || out.String() != want {
		t.Errorf("%v,\n%s, want\n%s", err, &out, want)
	}
	for _, bad := range []string{`{"url":"/a"}`, `{"url":"http://[::1"}`, `{"url":1}`, `{"title":"none"}`} {
		if err := merge(strings.NewReader(bad), &out); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

// TestColumn checks that a URL is a value of a database, and that net/url needs adapters.
func TestColumn(t *testing.T) {
	t.Parallel()
	var b bookmark
	var _ sql.Scanner = &b.URL
	if err := b.URL.Scan("http://user:pw@h/?"); err != nil {
		t.Fatal(err)
	}
	if v, err := driver.DefaultParameterConverter.ConvertValue(b.URL); err != nil || v != "http://user:pw@h/?" {
		t.Errorf("the column gets %v, %v, want the URL", v, err)
	}

	u, err := url.Parse("http://user:pw@h/")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := any(u).(sql.Scanner); ok {
		t.Error("net/url can read a column")
	}
	if v, err := driver.DefaultParameterConverter.ConvertValue(u); err == nil {
		t.Errorf("net/url writes the column %v, want an error", v)
	}
	text, err := json.Marshal(u)
	var again url.URL
	if err != nil || json.Unmarshal(text, &again) != nil || again.User.String() != "" {
		t.Errorf("after JSON, net/url has the user %v, %v; want the loss of user and password", again.User, err)
	}
}
