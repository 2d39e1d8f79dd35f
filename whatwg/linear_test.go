package whatwg_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"earl.example/internal/testing/urltest"
	"earl.example/urlerr"
	"earl.example/whatwg"
)

// hostile has ASCII units that could make some state slow when they are repeated. wide has non-ASCII units.
var (
	hostile = []string{"@", ":", "[", "]", "%", ".", "/", "../", "./", "a/../", "%2e%2e/", "\\", "..\\", "\t", "a\n", " ", "?", "#", "a", "A", "0", "1.", "0x", "a.", "%41", "|", "^", "a b", "'", "&a=", "+", "//", "a:@", "a%20=b+c&", "xn--a."}
	wide    = []string{"\u00e9", "\xff", "\u00e9.", "\u3002", "\xed\xa0\x80"}
	places  = []string{"", "http://", "HTTP://h/", "http://u:", "http://h:", "http://[", "file:///", "file://", "file:", "foo://", "foo:/", "foo:", "data:", "http://h/?", "http://h/#", "//", "/"}
)

// A job calls a function with a long text after each of places. prepare returns the call and the length of the text
// that the call reads.
type job struct {
	name    string
	places  []string
	prepare func(s string) (size int, do func())
}

// plain is a job without preparation.
func plain(name string, places []string, do func(s string)) job {
	return job{name, places, func(s string) (int, func()) { return len(s), func() { do(s) } }}
}

// ofURL is a job for a parsed URL.
func ofURL(name, place string, do func(u whatwg.URL)) job {
	return job{name, []string{place}, func(s string) (int, func()) {
		u, _ := whatwg.Parse(s)
		return max(len(s), len(u.Href())), func() { do(u) }
	}}
}

// nowhere is the place of texts that are not URLs.
var nowhere = []string{""}

// jobs returns a job for each function that reads a text.
func jobs() []job {
	base := must(whatwg.Parse("http://example.com/a/b/c?d"))
	file := must(whatwg.Parse("file:///C:/a/b"))
	full := must(whatwg.Parse("http://u:p@h:81/a?b#c"))
	const query = "http://h/?"
	jobs := []job{
		plain("Parse", places, func(s string) { whatwg.Parse(s) }),
		plain("CanParse", places, func(s string) { whatwg.CanParse(s) }),
		plain("a reference", places, func(s string) { base.Resolve(s) }),
		plain("a reference to a file", places, func(s string) { file.Resolve(s) }),
		plain("ParseOptions.Parse, MaxLength", places, func(s string) { whatwg.ParseOptions{MaxLength: len(s)}.Parse(s) }),
		ofURL("Origin", "blob:https://h/", func(u whatwg.URL) { u.Origin() }),
		ofURL("Redacted", "blob:https://u:", func(u whatwg.URL) { u.Redacted() }),
		plain("ParseForm", nowhere, func(s string) {
			for range whatwg.ParseForm(s) {
			}
		}),
		plain("FormatForm", nowhere, formatOne),
		plain("NewSearchParams", nowhere, func(s string) { whatwg.NewSearchParams(s) }),
		plain("Encode", nowhere, func(s string) { whatwg.FormSet.Encode(s) }),
		plain("PercentDecodeText", nowhere, func(s string) { whatwg.PercentDecodeText(s) }),
		plain("FromPOSIXPath", []string{"/"}, func(s string) { whatwg.FromPOSIXPath(s) }),
		plain("FromWindowsPath", []string{`C:\`, `\\server\share\`}, func(s string) { whatwg.FromWindowsPath(s) }),
		ofURL("POSIXPath", "file:///", func(u whatwg.URL) { u.POSIXPath() }),
		ofURL("WindowsPath", "file:///C:/", func(u whatwg.URL) { u.WindowsPath() }),
		ofURL("NetURL", "http://h/", func(u whatwg.URL) { u.NetURL() }),
		ofURL("SearchParams.Size", query, func(u whatwg.URL) { u.SearchParams().Size() }),
		ofURL("SearchParams.Get", query, func(u whatwg.URL) { u.SearchParams().Get("x") }),
		ofURL("SearchParams.GetAll", query, func(u whatwg.URL) { u.SearchParams().GetAll("a") }),
		ofURL("SearchParams.HasValue", query, func(u whatwg.URL) { u.SearchParams().HasValue("a", "x") }),
		ofURL("SearchParams.String", query, func(u whatwg.URL) { _ = u.SearchParams().String() }),
	}
	for _, s := range setters {
		jobs = append(jobs, plain("the setter "+s.name, nowhere, func(v string) {
			u := full
			s.set(&u, v)
		}))
	}
	for _, e := range edits {
		jobs = append(jobs,
			ofURL("the edit "+e.name, query, func(u whatwg.URL) { e.do(u.SearchParams(), "a", "b") }),
			ofURL("the edit "+e.name+", verbatim", query, func(u whatwg.URL) { e.do(u.SearchParams().Verbatim(), "a", "b") }),
			plain("the edit "+e.name+", data", nowhere, func(s string) {
				u := full
				e.do(u.SearchParams(), s, "")
			}))
	}
	return jobs
}

// formatOne calls FormatForm with one pair.
func formatOne(s string) {
	whatwg.FormatForm(func(yield func(name, value string) bool) { yield(s, "") }, "")
}

// TestTimeIsLinear checks that each job takes linear time for each hostile unit. BenchmarkHostile measures the times.
func TestTimeIsLinear(t *testing.T) {
	urltest.Exhaustive(t)
	urltest.Megabytes(t)
	for _, j := range jobs() {
		for _, place := range j.places {
			for _, unit := range append(wide, hostile...) {
				urltest.Linear(t, fmt.Sprintf("%s of %q after %q", j.name, unit, place), urltest.Many(place, unit, "", 1<<17), func(s string) {
					_, do := j.prepare(s)
					do()
				})
			}
		}
	}
	for _, unit := range []string{"@", ":", "[", "%", ".", "../", "\\", "\t"} {
		for _, place := range []string{"http://", "http://h/", "foo://", "http://u:", "data:"} {
			urltest.Linear(t, fmt.Sprintf("8 MiB of %q after %q", unit, place), urltest.Many(place, unit, "", 8<<20), func(s string) { whatwg.Parse(s) })
		}
	}
}

// TestMoreIsLinear is TestTimeIsLinear for calls that may take more than 5 ns a byte: violations and other encodings.
func TestMoreIsLinear(t *testing.T) {
	urltest.Exhaustive(t)
	urltest.Megabytes(t)
	listen := whatwg.ParseOptions{Violation: func(*urlerr.Error) {}}
	for _, unit := range append(wide, hostile...) {
		for _, place := range places {
			urltest.Linear(t, fmt.Sprintf("violations of %q after %q", unit, place), urltest.Many(place, unit, "", 1<<16), func(s string) { listen.Parse(s) })
		}
		urltest.Linear(t, fmt.Sprintf("another encoding of %q", unit), urltest.Many("http://h/?\u00e9", unit, "", 1<<17), func(s string) {
			whatwg.ParseOptions{Encoding: "windows-1252"}.Parse(s)
		})
	}
}

// TestPrintingViolationsIsLinear checks that the message of each validation error takes constant time.
func TestPrintingViolationsIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	messages := 0
	listen := whatwg.ParseOptions{Violation: func(e *urlerr.Error) { messages += len(e.Error()) }}
	for _, unit := range []string{"|", "<", "%", "\t|", "\\"} {
		urltest.Linear(t, fmt.Sprintf("messages of %q", unit), urltest.Many("http://u:p@h/", unit, "", 1<<15), func(s string) { listen.Parse(s) })
	}
	if messages == 0 {
		t.Error("no messages")
	}
}

// BenchmarkHostile measures each job with 1 MiB of each hostile ASCII unit in each place, in nanoseconds per byte. The
// fastest of 12 runs counts. With -v it lists the three slowest shapes of each job. With -short it runs once with 4
// KiB.
func BenchmarkHostile(b *testing.B) {
	size, runs := 1<<20, 12
	if testing.Short() {
		size, runs = 1<<12, 1
	}
	for _, j := range jobs() {
		b.Run(strings.ReplaceAll(strings.ReplaceAll(j.name, ", ", "-"), " ", "-"), func(b *testing.B) {
			type shape struct {
				name string
				best float64
			}
			var shapes []shape
			for b.Loop() {
				shapes = shapes[:0]
				for _, place := range j.places {
					for _, unit := range hostile {
						bytes, do := j.prepare(urltest.Many(place, unit, "", size))
						best := time.Hour
						for range runs {
							best = min(best, urltest.Took(do))
						}
						shapes = append(shapes, shape{fmt.Sprintf("%q after %q", unit, place), float64(best.Nanoseconds()) / float64(bytes)})
					}
				}
			}
			slices.SortFunc(shapes, func(a, b shape) int { return cmp.Compare(b.best, a.best) })
			for _, s := range shapes[:3] {
				b.Logf("%s of %s: %.2f ns a byte", j.name, s.name, s.best)
			}
			b.ReportMetric(shapes[0].best, "worst-ns/byte")
			b.ReportMetric(shapes[len(shapes)/2].best, "median-ns/byte")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// TestAppendingIsLinear checks that Append to an independent list does not copy the list.
func TestAppendingIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	p := new(whatwg.SearchParams)
	took := urltest.Took(func() {
		for range 200_000 {
			p.Append("name", "value")
		}
	})
	if took > 5*time.Second || p.Size() != 200_000 {
		t.Errorf("%v for %d pairs", took, p.Size())
	}
}

// TestAppendingToURLIsLinear checks that Append to the list of a URL does not copy the URL, and that earlier URLs do
// not change.
func TestAppendingToURLIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	u := must(whatwg.Parse("http://h/?a=%20"))
	p := u.SearchParams()
	took := urltest.Took(func() {
		for range 200_000 {
			p.Append("name", "value")
		}
	})
	if took > 2*time.Second || p.Size() != 200_001 {
		t.Errorf("%v for %d pairs", took, p.Size())
	}
}

// TestAppendSharesMemorySafely checks that URLs and lists that were copied between edits keep their values.
func TestAppendSharesMemorySafely(t *testing.T) {
	t.Parallel()
	for _, start := range []string{"http://h/", "http://h/?", "http://h/?a&b=%20", "http://h/?a#f"} {
		u := must(whatwg.Parse(start))
		p := u.SearchParams()
		old := []whatwg.URL{u}
		hrefs := []string{strings.Clone(u.Href())}
		saved := *p
		for i := range 200 {
			switch i % 7 {
			case 3:
				u = old[i/2] // the room has a longer text
			case 4:
				saved = *p
			case 5:
				*p = saved
			case 6:
				saved.Append("saved", "")
			default:
				before := u.SearchParams().String()
				p.Append("n", "\u00e9 "+string(rune('a'+i%26)))
				if want := whatwg.NewSearchParams(before); !want.Append("n", "\u00e9 "+string(rune('a'+i%26))) || u.Search() != "?"+want.String() {
					t.Fatalf("%q, want %q", u.Search(), want)
				}
			}
			if must(whatwg.Parse(u.Href())) != u {
				t.Fatalf("%q is not in normal form", u)
			}
			old, hrefs = append(old, u), append(hrefs, strings.Clone(u.Href()))
			for j, v := range old {
				if v.Href() != hrefs[j] {
					t.Fatalf("%q became %q", hrefs[j], v)
				}
			}
		}
	}
}
