package reading_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"unsafe"

	"earl.example/internal/testing/urltest"
	"earl.example/reading"
	"earl.example/urlerr"
)

func TestSpans(t *testing.T) {
	t.Parallel()
	var s reading.Spans
	if _, ok := s.Get(urlerr.Host); ok {
		t.Error("the zero Spans has a host")
	}
	s.Set(urlerr.Host, 7, 8)
	s.Set(urlerr.Query, 9, 9)
	if span, ok := s.Get(urlerr.Host); !ok || span != (reading.Span{Start: 7, End: 8}) {
		t.Errorf("host %v, %v", span, ok)
	}
	if span, ok := s.Get(urlerr.Query); !ok || span != (reading.Span{Start: 9, End: 9}) {
		t.Errorf("empty query %v, %v", span, ok)
	}
	s.Reset()
	if _, ok := s.Get(urlerr.Query); ok {
		t.Error("the query is still present")
	}
}

func TestSetUserinfo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, userinfo, username, password string }{
		{"both", "u:p", "u", "p"},
		{"two colons", "u:p:q", "u", "p:q"},
		{"empty password", "u:", "u", ""},
		{"empty user", ":p", "", "p"},
		{"no password", "u", "u", "absent"},
		{"empty", "", "", "absent"},
	} {
		text := "x://" + tt.userinfo + "@h"
		var s reading.Spans
		s.Set(urlerr.Password, 0, 1) // of an earlier text
		s.SetUserinfo(text, 4, 4+len(tt.userinfo))
		get := func(c urlerr.Component) string {
			span, ok := s.Get(c)
			if !ok {
				return "absent"
			}
			return text[span.Start:span.End]
		}
		if get(urlerr.Userinfo) != tt.userinfo || get(urlerr.Username) != tt.username || get(urlerr.Password) != tt.password {
			t.Errorf("%s: %q, %q, %q, want %q, %q, %q", tt.name, get(urlerr.Userinfo), get(urlerr.Username), get(urlerr.Password), tt.userinfo, tt.username, tt.password)
		}
	}
}

// TestMap: an empty component is mapped by end alone, and one of a single byte is not empty.
func TestMap(t *testing.T) {
	t.Parallel()
	var s reading.Spans
	s.Set(urlerr.Scheme, 0, 1)
	s.Set(urlerr.Host, 4, 4)
	s.Set(urlerr.Path, 4, 6)
	s.Map(func(at int) int { return at * 10 }, func(at int) int { return at*10 - 5 })
	for c, want := range map[urlerr.Component]reading.Span{
		urlerr.Scheme: {Start: 0, End: 5}, urlerr.Host: {Start: 35, End: 35}, urlerr.Path: {Start: 40, End: 55},
	} {
		if got, ok := s.Get(c); !ok || got != want {
			t.Errorf("%s: %v, want %v", c, got, want)
		}
	}
}

func TestReading(t *testing.T) {
	t.Parallel()
	var r reading.Reading
	if !r.Reset("HTTP://H:080") {
		t.Fatal("too long")
	}
	at, in := r.Accept("http://h"+"80", len("http://h"))
	at.Set(urlerr.Scheme, 0, 4)
	at.Set(urlerr.Host, 7, 8)
	at.Set(urlerr.Port, 8, 10)
	in.Set(urlerr.Host, 7, 8)
	r.SetNeverAbsent(1<<urlerr.Username | 1<<urlerr.Host)
	port := errors.New("port")
	r.SetPortErr(port)
	if r.Input() != "HTTP://H:080" || r.Href() != "http://h" || r.Err() != nil || r.PortErr() != port {
		t.Errorf("%q, %q, %v, %v, want a reading with an error of the port", r.Input(), r.Href(), r.Err(), r.PortErr())
	}
	for _, tt := range []struct {
		name  string
		get   func() (string, bool)
		value string
		ok    bool
	}{
		{"scheme", r.Scheme, "http", true}, {"authority", r.Authority, "", false}, {"userinfo", r.Userinfo, "", false},
		{"username", r.Username, "", true}, {"password", r.Password, "", false}, {"host", r.Host, "h", true},
		{"port", r.Port, "80", true}, {"path", r.Path, "", false}, {"params", r.Params, "", false},
		{"query", r.Query, "", false}, {"fragment", r.Fragment, "", false},
	} {
		if value, ok := tt.get(); value != tt.value || ok != tt.ok {
			t.Errorf("%s = %q, %v, want %q, %v", tt.name, value, ok, tt.value, tt.ok)
		}
	}
	if span, ok := r.InInput(urlerr.Host); !ok || span != (reading.Span{Start: 7, End: 8}) {
		t.Errorf("host in input: %v, %v", span, ok)
	}
	if _, ok := r.InInput(urlerr.Scheme); ok {
		t.Error("the scheme is in the input")
	}

	r.Reject(port)
	if r.Err() != port || r.PortErr() != nil || r.Href() != "" || r.Input() != "HTTP://H:080" {
		t.Errorf("%v, %v, %q, want a rejected reading", r.Err(), r.PortErr(), r.Href())
	}
	if _, ok := r.Username(); ok {
		t.Error("a rejected URL has a user name")
	}

	r.Reset("a")
	r.AcceptSame("a").Set(urlerr.Path, 0, 1)
	if span, ok := r.InInput(urlerr.Path); !ok || span.End != 1 || r.Href() != "a" || r.Err() != nil {
		t.Errorf("span %v, %v, want the whole of a", span, ok)
	}
}

// TestJSON checks that absent components are null, and that U+FFFD replaces bytes that are not UTF-8.
func TestJSON(t *testing.T) {
	t.Parallel()
	var r reading.Reading
	r.Reset("/\xff\xed\xa0\x80\"")
	r.AcceptSame("/\xff\xed\xa0\x80\"").Set(urlerr.Path, 0, 6)
	data, err := json.Marshal(&r)
	const want = `{"href":"/����\"","scheme":null,"authority":null,"userinfo":null,"username":null,"password":null,` +
		`"host":null,"port":null,"path":"/����\"","path_params":null,"query":null,"fragment":null}`
	if err != nil || string(data) != want {
		t.Errorf("json.Marshal = %s, %v, want %s", data, err, want)
	}
}

func TestLogHidesPassword(t *testing.T) {
	t.Parallel()
	var r reading.Reading
	r.Reset("http://u:secret@h/")
	r.AcceptSame(r.Input())
	if got := r.LogValue().String(); strings.Contains(got, "secret") || !strings.Contains(got, "u:***@h") {
		t.Error(got)
	}
}

// TestTooLong claims lengths without the memory: nothing is read.
func TestTooLong(t *testing.T) {
	t.Parallel()
	if urltest.RaceDetector || uint64(math.MaxInt) <= math.MaxUint32 {
		t.Skip("texts longer than their memory, and than an int of 32 bits")
	}
	one, length := []byte("h"), uint64(math.MaxUint32)
	claim := func(n uint64) string { return unsafe.String(&one[0], int(n)) }
	for _, tt := range []struct {
		name        string
		input, text string
		want        error
	}{
		{"longest", claim(length), claim(length), nil},
		{"long input", claim(length + 1), "h", urlerr.TooLong},
		{"long text", "h", claim(length + 1), urlerr.TooLong},
	} {
		var r reading.Reading
		if r.Reset(tt.input) {
			at, in := r.Accept(tt.text, 1)
			at.Set(urlerr.Host, 0, len(tt.text))
			in.Set(urlerr.Host, 0, len(tt.input))
			r.SetPortErr(nil)
			r.SetNeverAbsent(1 << urlerr.Host)
		}
		host, ok := r.Host()
		if !errors.Is(r.Err(), tt.want) || ok != (tt.want == nil) || ok && len(host) != len(tt.text) {
			t.Errorf("%s: too long: %v, host: %v, want %v", tt.name, errors.Is(r.Err(), urlerr.TooLong), ok, tt.want)
		}
	}
}
