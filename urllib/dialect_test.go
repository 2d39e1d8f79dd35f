package urllib_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"earl.example/reading"
	"earl.example/urlerr"
	"earl.example/urllib"
)

// show returns the components of r, each with its span in the input: name=value@start-end.
func show(r *reading.Reading) string {
	if err := r.Err(); err != nil {
		return "error"
	}
	var all []string
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		value, ok := r.Get(c)
		span, in := r.InInput(c)
		if !in && value == "" {
			continue
		}
		text := c.String()
		if ok {
			text += "=" + value
		}
		if in {
			text += fmt.Sprintf("@%d-%d", span.Start, span.End)
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func TestDialectRead(t *testing.T) {
	for _, row := range []struct {
		name, release, url, want, href string
	}{
		{"plain", "", "http://h/p?q#f",
			"scheme=http@0-4 authority=h@7-8 host=h@7-8 path=/p@8-10 query=q@11-12 fragment=f@13-14", "http://h/p?q#f"},
		{"all components", "", "ftp://u:p@h:21/a;b?q#f",
			"scheme=ftp@0-3 authority=u:p@h:21@6-14 userinfo=u:p@6-9 username=u@6-7 password=p@8-9 host=h@10-11 port=21@12-14 " +
				"path=/a@14-16 path_params=b@17-18 query=q@19-20 fragment=f@21-22", "ftp://u:p@h:21/a;b?q#f"},
		{"relative", "", "a/b;c?d", "path=a/b@0-3 path_params=c@4-5 query=d@6-7", "a/b;c?d"},
		{"nothing", "", "", "path=@0-0", ""},
		{"rewritten host and port", "", "HTTP://EX:080/",
			"scheme=http@0-4 authority=EX:080@7-13 host=ex@7-9 port=80@10-13 path=/@13-14", "http://EX:080/"},
		{"brackets are in the span only", "", "http://[::1]:8/",
			"scheme=http@0-4 authority=[::1]:8@7-14 host=::1@7-12 port=8@13-14 path=/@14-15", "http://[::1]:8/"},
		{"text before a bracket is skipped", "3.8.8", "http://x[::1]y:8",
			"scheme=http@0-4 authority=x[::1]y:8@7-16 host=::1@8-13 port=8@15-16 path=@16-16", "http://x[::1]y:8"},
		{"an open bracket swallows the port", "3.8.8", "http://a][b:80",
			"scheme=http@0-4 authority=a][b:80@7-14 host=b:80@9-14 path=@14-14", "http://a][b:80"},
		{"no host", "", "file:///x", "scheme=file@0-4 authority=@7-7 host@7-7 path=/x@7-9", "file:///x"},
		{"empty components", "", "http://:@:?#",
			"scheme=http@0-4 authority=:@:@7-10 userinfo=:@7-8 username=@7-7 password=@8-8 host@9-9 port@10-10 path=@10-10 " +
				"query=@11-11 fragment=@12-12", "http://:@:"},
		{"empty params", "", "http://h/a;", "scheme=http@0-4 authority=h@7-8 host=h@7-8 path=/a@8-10 path_params=@11-11",
			"http://h/a"},
		{"slashes that a scheme gets", "", "http:p", "scheme=http@0-4 path=p@5-6", "http:p"},
		{"slashes that a scheme got", "3.11.3", "http:p", "scheme=http@0-4 path=p@5-6", "http:///p"},
		{"dropped newlines", "", " \n h\nt\ttp://e\nx\n:8\n0\n/a\n",
			"scheme=http@3-9 authority=ex:80@12-20 host=ex@12-15 port=80@17-20 path=/a@21-23", "http://ex:80/a"},
		{"only controls", "", " \n", "path=@2-2", ""},
		{"newlines of 3.9.5", "3.9.5", "h\nttp://h/\n", "path=http://h/@0-10", "http://h/"},
		{"bytes that are not UTF-8", "", "//\xffh\t\xe9:8\t1",
			"authority=\xed\xb3\xbfh\xed\xb3\xa9:81@2-10 host=\xed\xb3\xbfh\xed\xb3\xa9@2-6 port=81@7-10 path=@10-10",
			"//\xed\xb3\xbfh\xed\xb3\xa9:81"},
		{"port of other digits", "3.8.8", "//h:8_0", "authority=h:8_0@2-7 host=h@2-3 port=80@4-7 path=@7-7", "//h:8_0"},
		{"port that is not a number", "", "//h:x", "authority=h:x@2-5 host=h@2-3 port@4-5 path=@5-5", "//h:x"},
		{"rejected", "", "http://[::1/", "error", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var d urllib.Dialect
			if row.release != "" {
				d.Version = urllib.MustParseVersion(row.release)
			}
			var r reading.Reading
			d.Read(&r, row.url)
			if got := show(&r); got != row.want {
				t.Errorf("got  %q\nwant %q", got, row.want)
			}
			if r.Err() == nil && r.Href() != row.href {
				t.Errorf("href %q, want %q", r.Href(), row.href)
			}
		})
	}
}

func TestDialectOptions(t *testing.T) {
	d := urllib.Dialect{Scheme: "FTP", NoFragments: true}
	var r reading.Reading
	d.Read(&r, "//h/a;b#f")
	if got, want := show(&r), "scheme=FTP authority=h@2-3 host=h@2-3 path=/a;b#f@3-9"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if want := "FTP://h/a;b#f"; r.Href() != want {
		t.Errorf("href %q, want %q", r.Href(), want)
	}
	if got, err := d.Resolve("http://h/a#b/c", "d"); got != "http://h/a#b/d" || err != nil {
		t.Errorf("Resolve returned %q, %v", got, err)
	}
	if d != (urllib.Dialect{Scheme: "FTP", NoFragments: true}) {
		t.Error("a Dialect is not comparable")
	}
}

// TestDialectPortErr checks the place of a bad port in the input, and that it shows no password.
func TestDialectPortErr(t *testing.T) {
	for _, row := range []struct {
		name, url, before string
	}{
		{"letters", "http://h:x/", "http://h:"},
		{"newlines", "\nht\ttp://h\n:\nx", "\nht\ttp://h\n:\n"},
		{"too high", "//h:65536", "//h:"},
		{"password with a slash", "http://u:secret/x@h", "http://u:"},
	} {
		t.Run(row.name, func(t *testing.T) {
			var r reading.Reading
			urllib.Dialect{}.Read(&r, row.url)
			e, ok := errors.AsType[*urlerr.Error](r.PortErr())
			if !ok || e.Input != row.url || e.Offset != len(row.before) || e.Component != urlerr.Port {
				t.Fatalf("%#v, want an error at the port", r.PortErr())
			}
			if strings.Contains(r.PortErr().Error(), "secret") {
				t.Errorf("%v, want no password", r.PortErr())
			}
			if port, ok := r.Port(); ok {
				t.Errorf("port %q", port)
			}
		})
	}
}

// FuzzDialectIsParse compares readings with the results of the other functions.
func FuzzDialectIsParse(f *testing.F) {
	for _, s := range []string{"http://h/p?q#f", "HTTP://U:p@[::1]:080/a;b", " h\ntt\tp://\xffx\n", "file:///x", "x:?#",
		"//h:8_0"} {
		f.Add(s, 0)
		f.Add(s, 5)
	}
	f.Fuzz(func(t *testing.T, url string, release int) {
		releases := append(urllib.Dialect{}.Releases(), "3.9.5", "3.8.8")
		v := urllib.MustParseVersion(releases[uint(release)%uint(len(releases))])
		py, d := urllib.Python{Version: v}, urllib.Dialect{Version: v}
		var r reading.Reading
		d.Read(&r, url)
		want, err := py.Parse(url, urllib.URLOptions{})
		if (err == nil) != (r.Err() == nil) {
			t.Fatalf("Read %v, Parse %v", r.Err(), err)
		}
		if err != nil {
			return
		}
		for c, value := range map[urlerr.Component]string{
			urlerr.Scheme: want.Scheme, urlerr.Authority: want.Netloc, urlerr.Path: want.Path, urlerr.Params: want.Params,
			urlerr.Query: want.Query, urlerr.Fragment: want.Fragment,
		} {
			if got, ok := r.Get(c); got != value || !ok {
				t.Errorf("%v is %q, Parse says %q", c, got, value)
			}
		}
		host, _ := want.Hostname()
		if got, _ := r.Host(); got != host {
			t.Errorf("host %q, Hostname %q", got, host)
		}
		port, ok, err := want.Port()
		if got, has := r.Port(); has != ok || ok && got != fmt.Sprint(port) || (err == nil) != (r.PortErr() == nil) {
			t.Errorf("port %q, %v, Port %d, %v", got, r.PortErr(), port, err)
		}
		at := 0
		for _, c := range []urlerr.Component{urlerr.Scheme, urlerr.Userinfo, urlerr.Host, urlerr.Port, urlerr.Path,
			urlerr.Params, urlerr.Query, urlerr.Fragment} {
			span, ok := r.InInput(c)
			if !ok {
				continue
			}
			if span.Start < at || span.End < span.Start || span.End > len(url) {
				t.Errorf("%v at %v, after %d", c, span, at)
			}
			at = span.End
		}
	})
}
