package earlbeam

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"earl.example"
	"earl.example/baseurl"
	"earl.example/canon"
	"earl.example/urlerr"
)

func TestReadingIsTheSameAfterItsCoder(t *testing.T) {
	for _, d := range earl.Dialects() {
		for _, url := range []string{"http://u:p@h:80/a;b?c#d", "a", "", "http://h\xff/?\x00", "http://h:99999/"} {
			r, err := earl.Parse(d, url)
			if err != nil {
				continue
			}
			want := newReading(url, d.String(), r)
			got, err := decodeReading(encodeReading(want))
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s %q: decoded %+v, %v, want %+v", d, url, got, err, want)
			}
			for c := urlerr.NoComponent; c <= urlerr.Fragment+1; c++ {
				value, ok := got.Get(c)
				if w, k := r.Get(min(c, urlerr.Fragment)); c <= urlerr.Fragment && (value != w || ok != k) {
					t.Errorf("%s %q: %s is %q, %t, want %q, %t", d, url, c, value, ok, w, k)
				} else if c > urlerr.Fragment && ok {
					t.Errorf("component %d is present", c)
				}
			}
		}
	}
}

func FuzzDecodersRejectOtherBytes(f *testing.F) {
	f.Add(encodeReading(Reading{Input: "a", Href: "b"}))
	f.Add(encodeFinding(Finding{Input: "a", End: 1}))
	f.Add(encodeLink(Link{Input: "a", End: 1}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, err := decodeReading(b); err == nil && len(encodeReading(r)) > len(b) {
			t.Errorf("a reading of %d bytes is decoded from %d", len(encodeReading(r)), len(b))
		}
		if v, err := decodeFinding(b); err == nil && len(encodeFinding(v)) > len(b)+20 {
			t.Errorf("a finding of %d bytes is decoded from %d", len(encodeFinding(v)), len(b))
		}
		if v, err := decodeLink(b); err == nil && len(encodeLink(v)) > len(b)+20 {
			t.Errorf("a link of %d bytes is decoded from %d", len(encodeLink(v)), len(b))
		}
	})
}

// TestFirstOfAForm: whichever way the URLs of a form come in bundles, the first in the order of bytes is kept.
func TestFirstOfAForm(t *testing.T) {
	urls := []string{"http://h/", "HTTP://h/", "http://H:80/", "http://h", "http://h/", "http://h/./"}
	for cut := range len(urls) + 1 {
		var values [][]byte
		var kept, dropped []string
		drop := func(b []byte) { dropped = append(dropped, string(b)) }
		for _, bundle := range [][]string{urls[:cut], urls[cut:]} {
			fn := keyFn{canonicalizer: canonicalizer{must("", canon.ParseProfile, "whatwg")}}
			keyed := func(form, url []byte) {
				if string(form) != "http://h/" {
					t.Errorf("form %q", form)
				}
				values = append(values, url)
			}
			for _, url := range bundle {
				fn.ProcessElement(t.Context(), []byte(url), keyed, drop, nil)
			}
			fn.FinishBundle(t.Context(), keyed, drop, nil)
		}
		new(firstFn).ProcessElement(t.Context(), []byte("http://h/"), func(v *[]byte) bool {
			if len(values) == 0 {
				return false
			}
			*v, values = values[0], values[1:]
			return true
		}, func(b []byte) { kept = append(kept, string(b)) }, drop)
		all := append(dropped, kept...)
		slices.Sort(all)
		if want := slices.Sorted(slices.Values(urls)); !slices.Equal(kept, want[:1]) || !slices.Equal(all, want) {
			t.Errorf("cut at %d: kept %q, dropped %q", cut, kept, dropped)
		}
	}
}

// TestKeyFnFlushes: a bundle of any size takes a bounded amount of memory, and loses no URL.
func TestKeyFnFlushes(t *testing.T) {
	fn := keyFn{canonicalizer: canonicalizer{must("", canon.ParseProfile, "whatwg")}}
	n, most := 0, 0
	long := strings.Repeat("x", 1<<16)
	keyed := func([]byte, []byte) { n++ }
	for i := range 2000 {
		fn.ProcessElement(t.Context(), fmt.Appendf(nil, "http://h/%d%s", i, long), keyed, nil, nil)
		most = max(most, fn.size)
	}
	fn.FinishBundle(t.Context(), keyed, nil, nil)
	if n != 2000 || most > maxSeen+1<<20 {
		t.Errorf("%d URLs, %d bytes at most", n, most)
	}
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	for _, test := range []struct {
		name, want string
		build      func(s beam.Scope, urls beam.PCollection)
	}{
		{"dialect", "Parse: ", func(s beam.Scope, u beam.PCollection) { Parse(s, Options{Dialect: "x"}, u) }},
		{"dialects", "Dialects has no effect", func(s beam.Scope, u beam.PCollection) { Parse(s, Options{Dialects: []string{"whatwg"}}, u) }},
		{"base", "Base: ", func(s beam.Scope, u beam.PCollection) { Parse(s, Options{Dialect: "whatwg", Base: "x"}, u) }},
		{"profile", "Canonicalize: ", func(s beam.Scope, u beam.PCollection) { Canonicalize(s, "whatwg@9", u) }},
		{"distinct", "Distinct: ", func(s beam.Scope, u beam.PCollection) { Distinct(s, "", u) }},
		{"audit dialect", "options are [Dialects Base]", func(s beam.Scope, u beam.PCollection) { Audit(s, Options{Dialect: "whatwg"}, u) }},
		{"audit dialects", "Audit: ", func(s beam.Scope, u beam.PCollection) { Audit(s, Options{Dialects: []string{"x"}}, u) }},
		{"audit none", "empty", func(s beam.Scope, u beam.PCollection) { Audit(s, Options{Dialects: []string{}}, u) }},
		{"audit base", "Base: ", func(s beam.Scope, u beam.PCollection) {
			Audit(s, Options{Dialects: []string{"whatwg"}, Base: "x"}, u)
		}},
		{"join base", "Base has no effect", func(s beam.Scope, u beam.PCollection) { Join(s, Options{Base: "http://h/"}, u) }},
		{"parse type", "Type has no effect", func(s beam.Scope, u beam.PCollection) { Parse(s, Options{Type: baseurl.HTML}, u) }},
		{"extract type", "KV<", func(s beam.Scope, u beam.PCollection) { Extract(s, Options{}, u) }},
		{"extract base", "Base has no effect", func(s beam.Scope, u beam.PCollection) { Extract(s, Options{Base: "http://h/"}, u) }},
		{"extract dialect", "urllib3", func(s beam.Scope, _ beam.PCollection) { ExtractFiles(s, Options{Dialect: "urllib3"}, "x") }},
		{"join type", "KV<", func(s beam.Scope, u beam.PCollection) { Join(s, Options{}, u) }},
		{"type", "[]byte or string", func(s beam.Scope, _ beam.PCollection) { Parse(s, Options{}, beam.Create(s, 1)) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				if message := fmt.Sprint(recover()); !strings.Contains(message, test.want) {
					t.Errorf("panic %q, want %q", message, test.want)
				}
			}()
			s := beam.NewPipeline().Root()
			test.build(s, beam.Create(s, "http://h/"))
		})
	}
}

func TestFailureLine(t *testing.T) {
	got := FailureLine("a\xff", errors.New("no"))
	want := `{"input":"a�","input_base64":"Yf8=","ok":false,"error":{"kind":"bad record","component":null,"offset":null,"rule":null,"message":"no"}}`
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestUnknownDialect: a Reading with an unknown dialect is an error of MarshalJSON.
func TestUnknownDialect(t *testing.T) {
	for _, name := range []string{"", "x", "urllib@2"} {
		if text, err := (Reading{Input: "http://h/", Dialect: name}).MarshalJSON(); err == nil {
			t.Errorf("MarshalJSON with the dialect %q = %s, want an error", name, text)
		}
	}
}
