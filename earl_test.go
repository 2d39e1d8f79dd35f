package earl_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earl.example"
	"earl.example/internal/gallery"
	running "earl.example/internal/neturl"
	"earl.example/internal/testing/urltest"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urlerr"
	"earl.example/urllib"
)

func TestParseDialect(t *testing.T) {
	t.Parallel()
	newest := func(branch string) string {
		v, err := urllib.ParseVersion(branch)
		if err != nil {
			t.Fatal(err)
		}
		return v.String()
	}
	tests := []struct {
		in, str, release string
		offset           int // of the error, or -1
	}{
		{"urllib", "urllib", newest("3.15"), -1},
		{"urllib@3.9", "urllib@" + newest("3.9"), newest("3.9"), -1},
		{"urllib@3.9.18", "urllib@3.9.18", "3.9.18", -1},
		{"", "", "", 0},
		{"Urllib", "", "", 0},
		{"whatwhat", "", "", 0},
		{"urllib@", "", "", 7},
		{"urllib@2.7", "", "", 7},
		{"urllib@3.9@3.9", "", "", 7},
		{" urllib", "", "", 0},
		{"rfc3986@1", "", "", 7},
		{"libcurl@1", "", "", 8},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			t.Parallel()
			d, err := earl.ParseDialect(tt.in)
			if tt.offset >= 0 {
				var e *urlerr.Error
				if !errors.As(err, &e) || e.Offset != tt.offset || !errors.Is(err, urlerr.UnknownName) || !d.IsZero() {
					t.Errorf("%v, %v, want an unknown name at byte %d", d, err, tt.offset)
				}
				return
			}
			if err != nil || d.String() != tt.str || d.Release() != tt.release || d.Name() != "urllib" || d.IsZero() {
				t.Errorf("%v (release %s), %v", d, d.Release(), err)
			}
			back, err := earl.ParseDialect(d.String())
			if err != nil || back != d {
				t.Errorf("%v came back as %v, %v", d, back, err)
			}
		})
	}
}

// TestZeroDialect: a Reading that is used again keeps nothing of the URL before.
func TestZeroDialect(t *testing.T) {
	t.Parallel()
	var r earl.Reading
	earl.Urllib().Read(&r, "http://h/")
	earl.Dialect{}.Read(&r, "http://i/")
	const want = "earl: unknown name at byte 0 (not a dialect)"
	if err := r.Err(); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if host, ok := r.Get(urlerr.Host); ok || r.Input() != "http://i/" {
		t.Errorf("input %q with the host %q, want http://i/ without one", r.Input(), host)
	}
}

func TestUnknownDialectNamesAll(t *testing.T) {
	t.Parallel()
	_, err := earl.ParseDialect("curl")
	for _, d := range earl.Dialects() {
		if !strings.Contains(err.Error(), d.Name()) {
			t.Errorf("%v, want all names, with %s", err, d.Name())
		}
	}
}

func TestDialectText(t *testing.T) {
	t.Parallel()
	type config struct{ As earl.Dialect }
	in := config{earl.MustParseDialect("urllib@3.9.18")}
	data, err := json.Marshal(in)
	if err != nil || string(data) != `{"As":"urllib@3.9.18"}` {
		t.Fatalf("json.Marshal = %s, %v, want urllib@3.9.18", data, err)
	}
	var out config
	if err := json.Unmarshal(data, &out); err != nil || out != in {
		t.Errorf("json.Unmarshal = %v, %v, want %v", out, err, in)
	}
	if err := json.Unmarshal([]byte(`{"As":""}`), &out); err != nil || !out.As.IsZero() {
		t.Errorf("json.Unmarshal of an empty name = %v, %v, want no dialect", out, err)
	}
	if err := json.Unmarshal([]byte(`{"As":"x"}`), &out); err == nil {
		t.Error("x is a dialect")
	}
}

func TestDialects(t *testing.T) {
	t.Parallel()
	constructors := []earl.Dialect{earl.RFC3986(), earl.Urllib(), earl.WHATWG(), earl.RFC1808(), earl.NetURL(),
		earl.Libcurl()}
	for i, name := range []string{"rfc3986", "urllib", "whatwg", "rfc1808", "net/url", "libcurl"} {
		if constructors[i] != earl.MustParseDialect(name) {
			t.Errorf("%v, want %s", constructors[i], name)
		}
	}
	func() {
		defer func() {
			if err, ok := recover().(error); !ok || !errors.Is(err, urlerr.UnknownName) {
				t.Errorf("MustParseDialect panics with %v", err)
			}
		}()
		earl.MustParseDialect("urllib@1")
	}()
	for _, d := range earl.Dialects() {
		if back, err := earl.ParseDialect(d.String()); err != nil || back != d {
			t.Errorf("ParseDialect(%v) = %v, %v, want it back", d, back, err)
		}
		if d.About() == "" {
			t.Errorf("%v: nothing about it", d)
		}
		for _, release := range d.Releases() {
			at, err := earl.ParseDialect(d.Name() + "@" + release)
			if err != nil || at.Release() != release || at.About() != d.About() {
				t.Errorf("%s@%s: %v, %v, want the same dialect at that release", d, release, at, err)
			}
		}
	}
	var none earl.Dialect
	if none.String() != "" || none.Release() != "" || none.About() != "" || none.Releases() != nil {
		t.Error("the zero Dialect is something")
	}
	if _, err := earl.Parse(none, "http://h/"); !errors.Is(err, urlerr.UnknownName) {
		t.Errorf("Parse: %v", err)
	}
	if _, err := earl.Resolve(none, "http://h/", ""); !errors.Is(err, urlerr.UnknownName) {
		t.Errorf("Resolve: %v", err)
	}
	if none.CanParse("") {
		t.Error("CanParse")
	}
}

// TestReleasesAreInOrder checks the tables of models: the last release is the one that a name without a release means.
func TestReleasesAreInOrder(t *testing.T) {
	t.Parallel()
	numbers := func(release string) (all []int) {
		for _, digits := range strings.FieldsFunc(release, func(r rune) bool { return r < '0' || r > '9' }) {
			n, _ := strconv.Atoi(digits)
			all = append(all, n)
		}
		return all
	}
	for _, d := range earl.Dialects() {
		releases := d.Releases()
		for i := 1; i < len(releases); i++ {
			before, after := releases[i-1], releases[i]
			if !strings.Contains(before+after, "+") && slices.Compare(numbers(before), numbers(after)) >= 0 {
				t.Errorf("%s: %s is newer than %s: list releases from the newest to the oldest", d.Name(), before, after)
			}
		}
	}
}

// TestOptions: WithOptions keeps the release up to date and rejects options of another dialect.
func TestOptions(t *testing.T) {
	t.Parallel()
	old, other := earl.MustParseDialect("urllib@3.8"), earl.MustParseDialect("urllib@3.12")
	for _, tt := range []struct {
		name string
		got  earl.Dialect
		want string
	}{
		{"same release", earl.Urllib().WithOptions(urllib.Dialect{NoFragments: true}), "urllib"},
		{"same release, pinned", old.WithOptions(old.Options()), old.String()},
		{"another release", earl.Urllib().WithOptions(other.Options()), other.String()},
		{"another release, pinned", old.WithOptions(other.Options()), other.String()},
		{"no releases", earl.RFC3986().WithOptions(rfc3986.Dialect{BackwardCompatible: true}), "rfc3986"},
		{"options of another dialect", earl.Urllib().WithOptions(rfc3986.Dialect{}), ""},
		{"no options", earl.Urllib().WithOptions(nil), ""},
		{"another type of the same name", earl.NetURL().WithOptions(running.Dialect{}), "net/url"},
		{"another type of another name", earl.WHATWG().WithOptions(running.Dialect{}), ""},
		{"another type, zero Dialect", earl.Dialect{}.WithOptions(running.Dialect{}), ""},
		{"zero Dialect", earl.Dialect{}.WithOptions(rfc3986.Dialect{}), ""},
	} {
		if got := tt.got.String(); got != tt.want || tt.got.IsZero() != (tt.want == "") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, a := range earl.Dialects() { // java.net.URI and java.net.URL have the same type of options
		for _, b := range earl.Dialects() {
			if got := a.WithOptions(b.Options()); got != b && !got.IsZero() || got.IsZero() && a == b {
				t.Errorf("%v with the options of %v is %v", a, b, got)
			}
		}
	}
}

// TestUnknownReleases: At returns nil and an error of kind UnknownName in every dialect.
func TestUnknownReleases(t *testing.T) {
	t.Parallel()
	for _, d := range earl.Dialects() {
		if versioned, ok := d.Options().(reading.Releases); ok {
			if got, err := versioned.At("0.1"); got != nil || !errors.Is(err, urlerr.UnknownName) {
				t.Errorf("%v: release 0.1 is %v, %v, want an unknown name", d, got, err)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, d := range earl.Dialects() {
		for _, url := range []string{"http://user:secret@[h/", "http://user:secret@h:99999999999/"} {
			r, err := earl.Parse(d, url)
			if err == nil {
				continue // rfc1808 accepts any text, and others a port of any size
			}
			if e, ok := errors.AsType[*urlerr.Error](err); !ok || e.Dialect != d.Name() || e.Input != url || r != nil {
				t.Errorf("%s, %q: %v, %+v, want an error with the dialect and the input", d, url, r, err)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: %v, want no password", d, err)
			}
		}
	}
}

// TestPortError: urllib accepts the URL, and the error has the offset of the port. "se" is read as a port, but was
// meant as the beginning of a password.
func TestPortError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, url, text string
		offset          int
	}{
		{"not a number", "http://u@h:8x/", "Port could not be cast to integer value as '8x'", 11},
		{"too large", "\t//h:65536", "Port out of range 0-65535", 5},
		{"after a tab", "http://h\t:8x/", "Port could not be cast to integer value as '8x'", 10},
		{"a password", "http://user:se/cret@h/", "Port could not be cast to integer value as 'se'", 12},
	} {
		r, err := earl.Parse(earl.Urllib(), tt.url)
		if err != nil {
			t.Fatal(err)
		}
		e, ok := errors.AsType[*urlerr.Error](r.PortErr())
		exc, isPython := errors.AsType[*urllib.Error](r.PortErr())
		if !ok || !isPython || e.Offset != tt.offset || e.Component != urlerr.Port || exc.Text != tt.text {
			t.Errorf("%s: %v, %+v, want Python's error for the port", tt.name, r.PortErr(), e)
		}
		if tt.name == "a password" && strings.Contains(r.PortErr().Error(), ":se") {
			t.Errorf("%s: %v, want no password", tt.name, r.PortErr())
		}
	}
}

// TestNoResolution: a dialect without resolution gives an error of kind NotModelled.
// TestNoUselessEscape checks that no error of any dialect and release advises to percent-encode an unreserved character,
// which changes nothing, or nothing at all.
func TestNoUselessEscape(t *testing.T) {
	t.Parallel()
	var dialects []earl.Dialect
	for _, d := range earl.Dialects() {
		dialects = append(dialects, d)
		for _, release := range d.Releases() {
			dialects = append(dialects, earl.MustParseDialect(d.Name()+"@"+release))
		}
	}
	urls := gallery.Tricky[:]
	const unreserved = "-.09AZ_az~"
	chars := unreserved
	if !testing.Short() {
		chars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	}
	for _, c := range chars {
		for _, text := range strings.Fields(`C: C:x 1C:x http:C http://C\@h/ http://C@h\@i/ http://u:C\@h/ http://h:C/ http://h:80C/
			http://[C]/ http://C[/ http://C]/ http://[::1]C/ http://[::1%C]/ http://[::1%25C|]/ http://[v1C]/ http://C%/ http://C|/
			http://|C/ http://h/C| http://h/%C http://h/%zC http://h/?C| http://h/#C# http://h/#C| //C\@h //C[ C\ é:C
			http://hC\.example/ http://u|C@h/ file://C|/ mailto:C| http://C：80/ http://１C/ http://C..h/`) {
			urls = append(urls, strings.ReplaceAll(text, "C", string(c)))
		}
	}
	advice := regexp.MustCompile(`percent-encode it(?: as ((?:%[0-9A-F]{2})+))?`)
	advised, withheld := 0, 0
	for _, d := range dialects {
		for _, url := range urls {
			_, err := earl.Parse(d, url)
			e, ok := errors.AsType[*urlerr.Error](err)
			if !ok || !strings.Contains(e.Rule.Fix, " as %e") {
				continue
			}
			found := advice.FindStringSubmatch(e.Error())
			if found == nil {
				withheld++
				continue
			}
			advised++
			if c, _ := strconv.ParseUint(strings.TrimPrefix(found[1], "%"), 16, 8); e.Offset >= len(e.Input) ||
				found[1] == fmt.Sprintf("%%%02X", c) && ascii.Is(byte(c), ascii.Unreserved) {
				t.Errorf("%s: Parse(%q): error %v, want no advice to percent-encode", d, url, e)
			}
		}
	}
	if advised < 100 || withheld < 10 {
		t.Errorf("%d errors advise to percent-encode, and %d do not, want more of both", advised, withheld)
	}
}

func TestNoResolution(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"php", "urllib3"} {
		d := earl.MustParseDialect(name)
		_, err := earl.Resolve(d, "http://h/", "a")
		e, ok := errors.AsType[*urlerr.Error](err)
		if !ok || !errors.Is(err, urlerr.NotModelled) || e.Dialect != name || e.Input != "a" {
			t.Errorf("%s: %v, want an error that this is not modelled for a", name, err)
		}
	}
}

// TestResolver: a Resolver returns the results and the errors of Resolve.
func TestResolver(t *testing.T) {
	t.Parallel()
	all := append(earl.Dialects(), earl.Dialect{},
		earl.Urllib().WithOptions(urllib.Dialect{NoFragments: true}),
		earl.RFC3986().WithOptions(rfc3986.Dialect{BackwardCompatible: true}),
		earl.RFC1808().WithOptions(rfc1808.Dialect{Strict: rfc1808.RFC1808}))
	for _, d := range all {
		for _, base := range []string{"http://a/b/c?d#e", "mailto:x", "/b", "http://[a/", ""} {
			resolve := d.Resolver(base)
			for _, ref := range []string{"../x", "http:g", "#f", "", "//h:x", "http://[", "a b"} {
				got, err := resolve(ref)
				want, wantErr := earl.Resolve(d, base, ref)
				if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
					t.Errorf("%v: %q on %q: %q, %v, want %q, %v", d, ref, base, got, err, want, wantErr)
				}
			}
		}
	}
}

// TestCanParse: CanParse reports whether Parse returns an error.
func TestCanParse(t *testing.T) {
	t.Parallel()
	texts := append(urltest.MadeUp(200), "http://a/b;c?d#e", "mailto:x", "", "http://[a/", "http://[::1]:80/",
		"http://h:x/", "a b", "http://日本/", "//h", "1:2", "http://u:p@h/%zz", "\xff", "http://h\x7f/")
	answers := map[bool]int{}
	for _, d := range append(earl.Dialects(), earl.Dialect{},
		earl.RFC1808().WithOptions(rfc1808.Dialect{Strict: rfc1808.RFC1808})) {
		for _, text := range texts {
			_, err := earl.Parse(d, text)
			if got := d.CanParse(text); got != (err == nil) {
				t.Errorf("%v: %q: %v, but Parse returns %v", d, text, got, err)
			}
			answers[err == nil]++
		}
	}
	if answers[true] < 50 || answers[false] < 50 {
		t.Errorf("answers %v, want 50 of each", answers)
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	compatible := earl.RFC3986().WithOptions(rfc3986.Dialect{BackwardCompatible: true})
	noFragments := earl.Urllib().WithOptions(urllib.Dialect{NoFragments: true})
	strict := earl.RFC1808().WithOptions(rfc1808.Dialect{Strict: rfc1808.RFC1808})
	for _, tt := range []struct {
		name      string
		dialect   earl.Dialect
		base, ref string
		want      string
		kind      urlerr.Kind
	}{
		{"abnormal", earl.RFC3986(), "http://a/b/c/d;p?q", "../../../g", "http://a/g", 0},
		{"strict", earl.RFC3986(), "http://a/b/c/d;p?q", "http:g", "http:g", 0},
		{"backward compatible", compatible, "http://a/b/c/d;p?q", "http:g", "http://a/b/c/g", 0},
		{"relative base", earl.RFC3986(), "a/b", "c", "", urlerr.NoBase},
		{"relative base, absolute reference", earl.RFC3986(), "a/b", "x:c", "x:c", 0},
		{"bad base", earl.RFC3986(), "http://a b/", "c", "", urlerr.BadHost},
		{"bad reference", earl.RFC3986(), "http://a/", "c d", "", urlerr.BadPath},
		{"urllib", earl.Urllib(), "http://a/b/c", "../d#e", "http://a/d#e", 0},
		{"urllib, no fragments", noFragments, "http://a/b/c#d", "#e", "http://a/b/#e", 0},
		{"urllib, bad base", earl.Urllib(), "http://[a/", "b", "", urlerr.BadHost},
		{"rfc1808", earl.RFC1808(), "http://a/b/c/d;p?q", "../../../g", "http://a/../g", 0},
		{"rfc1808, never relative", earl.RFC1808(), "mailto:a@b", "g", "mailto:g", 0},
		{"rfc1808 strict, never relative", strict, "mailto:a@b", "g", "", urlerr.NoBase},
		{"rfc1808 strict, bad reference", strict, "http://h/x", "a b", "", urlerr.BadPath},
		{"whatwg", earl.WHATWG(), "http://a/b/c/d;p?q", "http:g", "http://a/b/c/g", 0},
		{"whatwg, opaque path", earl.WHATWG(), "mailto:a", "b", "", urlerr.NoBase},
		{"whatwg, relative base", earl.WHATWG(), "a/b", "x:c", "", urlerr.NoBase},
		{"libcurl", earl.Libcurl(), "http://h/a/b", "../d", "http://h/d", 0},
		{"net/url", earl.NetURL(), "http://h/a/b", "//x", "http://x", 0},
	} {
		got, err := earl.Resolve(tt.dialect, tt.base, tt.ref)
		if got != tt.want || (err != nil) != (tt.kind != 0) || err != nil && !errors.Is(err, tt.kind) {
			t.Errorf("%s: %q, %v; want %q, %v", tt.name, got, err, tt.want, tt.kind)
		}
	}
}

func TestReadAllocatesNothing(t *testing.T) {
	var r reading.Reading
	for _, name := range []string{"rfc3986", "rfc1808", "urllib", "whatwg", "libcurl"} {
		d := earl.MustParseDialect(name)
		for _, url := range []string{"http://www.example.com/a/b;c?d#e", "http://user:pw@www.example.com:81/"} {
			n := testing.AllocsPerRun(100, func() {
				if d.Read(&r, url); r.Err() != nil {
					t.Error(r.Err())
				}
			})
			if n != 0 && !urltest.RaceDetector {
				t.Errorf("%s, %s: %v allocations, want 0", name, url, n)
			}
		}
	}
}

var seeds = []string{
	"http://u:p@h:80/a;b?q#f", "//@:?#", " ht\ntp://h/", "http:h", "h:1/a", "file:///c|/a", "file:c:/a",
	"file://localhost", "x:", "x://",
	"mailto:a@b", "http://a@b@c/", "http://[::1]:1", "//a[::1]:1", "///a", "http:////h", "/\\h", "a;b", ";", "http://h:",
	"imap://u;o@h", "//h?q/a#f/",
	"http://h\\@g/", "http://%68/%2e%2e/a", "http://\r:p@h/", "http://u:x:80/a",
}

// everyRelease has each dialect, and releases that read URLs differently.
func everyRelease() []earl.Dialect {
	all := earl.Dialects()
	for _, name := range []string{"urllib@3.8", "urllib@3.9.5", "urllib@3.11.3", "urllib@3.13", "libcurl@7.88.1", "php@7.4",
		"urllib3@1.26", "nodejs-legacy@24", "php-url@8.5"} {
		all = append(all, earl.MustParseDialect(name))
	}
	return all
}

// FuzzSpansAreInOrder: the spans of a reading are inside the input, and the spans of different components do not overlap.
func FuzzSpansAreInOrder(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, url string) {
		var r reading.Reading
		for _, d := range everyRelease() {
			if d.Read(&r, url); r.Err() != nil {
				continue
			}
			end := 0
			for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
				span, ok := r.InInput(c)
				if !ok {
					continue
				}
				if span.Start < end || span.End < span.Start || span.End > len(url) {
					t.Errorf("%s: %q: %s at %v, after %d", d, url, c, span, end)
				}
				switch c {
				case urlerr.Authority, urlerr.Userinfo: // they contain the next components
					end = span.Start
				default:
					end = span.End
				}
			}
		}
	})
}

// FuzzComponentsMakeTheURL: in dialects that write URLs as they were, the components and their delimiters are the URL.
func FuzzComponentsMakeTheURL(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, url string) {
		for _, d := range []earl.Dialect{earl.RFC3986(), earl.RFC1808()} {
			r, err := earl.Parse(d, url)
			if err != nil {
				continue
			}
			got := joined(func(c urlerr.Component) (string, bool) { return r.Get(c) }, "//")
			if got != url || r.Href() != url {
				t.Errorf("%s: %q: parts %q, Href %q, want the URL", d, url, got, r.Href())
			}
		}
	})
}

// FuzzSpansReadTheSame: the text in the spans, with delimiters, is read as the same URL.
func FuzzSpansReadTheSame(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, url string) {
		var r, again reading.Reading
		for _, d := range everyRelease() {
			switch d.Name() {
			case "rfc3986", "rfc1808", "whatwg", "net/url", "libcurl":
			default: // urllib: FuzzSpansHoldTheValues. Other models do not write URLs that they read the same.
				continue
			}
			if d.Read(&r, url); r.Err() != nil {
				continue
			}
			get := func(c urlerr.Component) (string, bool) {
				span, ok := r.InInput(c)
				return url[span.Start:span.End], ok
			}
			slashes := "//"
			if _, ok := r.InInput(urlerr.Scheme); !ok && d.Name() == "libcurl" {
				slashes = "" // the scheme is a guess, and there are no slashes
			}
			text := joined(get, slashes)
			path, _ := r.InInput(urlerr.Path)
			if _, ok := r.InInput(urlerr.Authority); !ok && strings.HasSuffix(url[:path.Start], "//") {
				scheme, _ := get(urlerr.Scheme)
				text = scheme + "://" + strings.TrimPrefix(text, scheme+":") // before the path of a file, or a drive
			}
			if d.Read(&again, text); again.Err() != nil || again.Href() != r.Href() {
				t.Errorf("%s: %q is read as %q, and %q as %q, %v", d, url, r.Href(), text, again.Href(), again.Err())
			}
		}
	})
}

// joined returns the components with their delimiters, and slashes before an authority.
func joined(get func(c urlerr.Component) (string, bool), slashes string) string {
	var b strings.Builder
	add := func(before string, c urlerr.Component, after string) {
		if value, ok := get(c); ok {
			b.WriteString(before + value + after)
		}
	}
	add("", urlerr.Scheme, ":")
	if _, ok := get(urlerr.Authority); ok {
		b.WriteString(slashes)
		add("", urlerr.Userinfo, "@")
		add("", urlerr.Host, "")
		add(":", urlerr.Port, "")
	}
	add("", urlerr.Path, "")
	add(";", urlerr.Params, "")
	add("?", urlerr.Query, "")
	add("#", urlerr.Fragment, "")
	return b.String()
}

// FuzzSpansHoldTheValues: in urllib the text in a span, without tabs and newlines, is the value.
func FuzzSpansHoldTheValues(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	clean := strings.NewReplacer("\t", "", "\n", "", "\r", "")
	f.Fuzz(func(t *testing.T, url string) {
		if strings.ToValidUTF8(url, "") != url {
			return // odd bytes may be written as three
		}
		var r reading.Reading
		for _, d := range everyRelease() {
			if d.Read(&r, url); r.Err() != nil || d.Name() != "urllib" {
				continue
			}
			for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
				span, ok := r.InInput(c)
				value, _ := r.Get(c)
				text := url[span.Start:span.End]
				switch {
				case !ok && value != "":
					t.Errorf("%s: %q: %s is %q, without a span", d, url, c, value)
				case c == urlerr.Scheme || c == urlerr.Host || c == urlerr.Port:
					// in lower case, without brackets, or a number
				case text != value && clean.Replace(text) != value:
					t.Errorf("%s: %q: %s is %q, and its span has %q", d, url, c, value, text)
				}
			}
		}
	})
}
