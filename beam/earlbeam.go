package earlbeam

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"

	"earl.example"
	"earl.example/audit"
	"earl.example/baseurl"
	"earl.example/canon"
)

// Options configures a transform. The zero value parses by RFC 3986.
type Options struct {
	// Dialect is the name of a dialect that earl.ParseDialect accepts. Empty means "rfc3986" for Parse and Join, and
	// "whatwg" for Extract and ExtractFiles.
	Dialect string

	// Base, if not empty, is the base URL against which each URL is first resolved. Parse and Audit use it. For
	// ExtractFiles, it is the URL from which the files were retrieved.
	Base string

	// Type is the type of all documents. NoType detects it for each document. Extract and ExtractFiles use it.
	Type baseurl.Type

	// Dialects lists the names of the dialects to compare. Nil means the result of audit.Dialects. Audit uses it.
	Dialects []string
}

// Parse parses each URL of urls. Elements of readings are of type Reading.
func Parse(s beam.Scope, o Options, urls beam.PCollection) (readings, failed beam.PCollection) {
	s = s.Scope("earl.Parse")
	o.only("Parse", "Dialect", "Base")
	d := must("Parse", earl.ParseDialect, cmp.Or(o.Dialect, "rfc3986"))
	o.checkBase("Parse", d)
	return beam.ParDo2(s, &parseFn{Dialect: d, Base: o.Base}, elements(s, "Parse", urls))
}

// Canonicalize converts each URL of urls to the canonical form of a profile, such as "whatwg" or "surt@1". Elements of
// canonical are of type []byte.
func Canonicalize(s beam.Scope, profile string, urls beam.PCollection) (canonical, failed beam.PCollection) {
	s = s.Scope("earl.Canonicalize")
	fn := &canonicalizeFn{canonicalizer{must("Canonicalize", canon.ParseProfile, profile)}}
	return beam.ParDo2(s, fn, elements(s, "Canonicalize", urls))
}

// Distinct keeps one of all URLs that have the same canonical form, and drops the others. It keeps the URL that is
// first in byte order, so the result depends neither on the number of workers nor on the order of the input. Elements
// of kept and dropped are of type []byte. Each element of urls is in exactly one of the results.
//
// Distinct groups URLs by canonical form. Before grouping, it drops the duplicates within each bundle, so that one
// worker does not get all URLs of a very frequent form.
func Distinct(s beam.Scope, profile string, urls beam.PCollection) (kept, dropped, failed beam.PCollection) {
	s = s.Scope("earl.Distinct")
	fn := &keyFn{canonicalizer: canonicalizer{must("Distinct", canon.ParseProfile, profile)}}
	keyed, early, failed := beam.ParDo3(s, fn, elements(s, "Distinct", urls))
	kept, late := beam.ParDo2(s, &firstFn{}, beam.GroupByKey(s, keyed))
	return kept, beam.Flatten(s, early, late), failed
}

// Join resolves references. Each element of references is a base and a reference, of type KV<[]byte, []byte> or
// KV<string, string>. Elements of resolved are of type []byte.
func Join(s beam.Scope, o Options, references beam.PCollection) (resolved, failed beam.PCollection) {
	s = s.Scope("earl.Join")
	o.only("Join", "Dialect") // each pair has its base
	d := must("Join", earl.ParseDialect, cmp.Or(o.Dialect, "rfc3986"))
	return beam.ParDo2(s, &joinFn{d}, pairs(s, "Join", references))
}

// Audit audits each URL of urls. Elements of findings are of type Finding. A URL without findings has no element.
// audit.Audit accepts every text, so failed is empty.
func Audit(s beam.Scope, o Options, urls beam.PCollection) (findings, failed beam.PCollection) {
	s = s.Scope("earl.Audit")
	o.only("Audit", "Dialects", "Base")
	if o.Dialects != nil && len(o.Dialects) == 0 {
		panic("earlbeam.Audit: Dialects is empty; nil means the default")
	}
	var dialects []earl.Dialect
	for _, name := range o.Dialects {
		dialects = append(dialects, must("Audit", earl.ParseDialect, name))
	}
	if dialects == nil {
		dialects = audit.Dialects()
	}
	o.checkBase("Audit", dialects...)
	return beam.ParDo2(s, &auditFn{Dialects: dialects, Base: o.Base}, elements(s, "Audit", urls))
}

// only panics if an option is set that has no effect on the transform.
func (o Options) only(transform string, names ...string) {
	for name, set := range map[string]bool{
		"Dialect": o.Dialect != "", "Base": o.Base != "", "Type": o.Type != baseurl.NoType, "Dialects": o.Dialects != nil,
	} {
		if set && !slices.Contains(names, name) {
			panic(fmt.Sprintf("earlbeam.%s: the option %s has no effect; the options are %v", transform, name, names))
		}
	}
}

// must returns the result of parse for a name. It panics if there is an error.
func must[T any](transform string, parse func(name string) (T, error), name string) T {
	value, err := parse(name)
	if err != nil {
		panic(fmt.Sprintf("earlbeam.%s: %v", transform, err))
	}
	return value
}

// checkBase panics if none of the dialects can resolve a relative reference against the base.
func (o Options) checkBase(transform string, dialects ...earl.Dialect) {
	var err error
	for _, d := range dialects {
		if o.Base == "" {
			return
		}
		if _, err = earl.Resolve(d, o.Base, "a"); err == nil {
			return
		}
	}
	panic(fmt.Sprintf("earlbeam.%s: Base: %v", transform, err))
}

// elements returns urls with elements of type []byte. It panics unless the type of the elements is []byte or string.
func elements(s beam.Scope, transform string, urls beam.PCollection) beam.PCollection {
	switch t := urls.Type(); t.Type() {
	case reflect.TypeFor[[]byte]():
		return urls
	case reflect.TypeFor[string]():
		return beam.ParDo(s, toBytes, urls)
	default:
		panic(fmt.Sprintf("earlbeam.%s: elements must be []byte or string, not %v", transform, t))
	}
}

// pairs returns pairs with components of type []byte. It panics unless both components are []byte or string.
func pairs(s beam.Scope, transform string, pairs beam.PCollection) beam.PCollection {
	t := pairs.Type()
	if typex.IsKV(t) {
		switch key, value := t.Components()[0].Type(), t.Components()[1].Type(); {
		case key == reflect.TypeFor[string]() && value == key:
			return beam.ParDo(s, pairToBytes, pairs)
		case key == reflect.TypeFor[[]byte]() && value == key:
			return pairs
		}
	}
	panic(fmt.Sprintf("earlbeam.%s: elements must be KV<[]byte, []byte> or KV<string, string>, not %v", transform, t))
}

func toBytes(url string) []byte                     { return []byte(url) }
func pairToBytes(base, ref string) ([]byte, []byte) { return []byte(base), []byte(ref) }
