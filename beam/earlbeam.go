package earlbeam

import (
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"

	"earl.example"
	"earl.example/audit"
	"earl.example/canon"
)

// Options configures a transform. The zero value parses by RFC 3986.
type Options struct {
	// Dialect is the name of a dialect that earl.ParseDialect accepts. Empty means "rfc3986". Parse and Join use it.
	Dialect string

	// Base, if not empty, is the base URL against which each URL is first resolved. Parse and Audit use it.
	Base string

	// Dialects lists the names of the dialects to compare. Nil means the result of audit.Dialects. Audit uses it.
	Dialects []string
}

// Parse parses each URL of urls. Elements of readings are of type Reading.
func Parse(s beam.Scope, o Options, urls beam.PCollection) (readings, failed beam.PCollection) {
	s = s.Scope("earl.Parse")
	if o.Dialects != nil {
		panic("earlbeam.Parse: Dialects is an option of Audit; set Dialect")
	}
	d := o.dialect("Parse")
	o.checkBase("Parse", d)
	return beam.ParDo2(s, &parseFn{Dialect: d.String(), Base: o.Base}, elements(s, "Parse", urls))
}

// Canonicalize converts each URL of urls to the canonical form of a profile, such as "whatwg" or "surt@1". Elements of
// canonical are of type []byte.
func Canonicalize(s beam.Scope, profile string, urls beam.PCollection) (canonical, failed beam.PCollection) {
	s = s.Scope("earl.Canonicalize")
	return beam.ParDo2(s, &canonicalizeFn{Profile: profileOf("Canonicalize", profile)}, elements(s, "Canonicalize", urls))
}

// Distinct keeps one of all URLs that have the same canonical form, and drops the others. It keeps the URL that is
// first in byte order, so the result depends neither on the number of workers nor on the order of the input. Elements
// of kept and dropped are of type []byte. Each element of urls is in exactly one of the results.
//
// Distinct groups URLs by canonical form. Before grouping, it drops the duplicates within each bundle, so that one
// worker does not get all URLs of a very frequent form.
func Distinct(s beam.Scope, profile string, urls beam.PCollection) (kept, dropped, failed beam.PCollection) {
	s = s.Scope("earl.Distinct")
	keyed, early, failed := beam.ParDo3(s, &keyFn{Profile: profileOf("Distinct", profile)}, elements(s, "Distinct", urls))
	kept, late := beam.ParDo2(s, &firstFn{}, beam.GroupByKey(s, keyed))
	return kept, beam.Flatten(s, early, late), failed
}

// Join resolves references. Each element of pairs is a base and a reference, of type KV<[]byte, []byte> or KV<string,
// string>. Elements of resolved are of type []byte.
func Join(s beam.Scope, o Options, pairs beam.PCollection) (resolved, failed beam.PCollection) {
	s = s.Scope("earl.Join")
	if o.Dialects != nil || o.Base != "" {
		panic("earlbeam.Join: the options Dialects and Base have no effect; each pair has its base")
	}
	t := pairs.Type()
	if !typex.IsKV(t) {
		panic(fmt.Sprintf("earlbeam.Join: elements must be KV<[]byte, []byte> or KV<string, string>, not %v", t))
	}
	switch key, value := t.Components()[0].Type(), t.Components()[1].Type(); {
	case key == reflect.TypeFor[string]() && value == key:
		pairs = beam.ParDo(s, pairToBytes, pairs)
	case key != reflect.TypeFor[[]byte]() || value != key:
		panic(fmt.Sprintf("earlbeam.Join: elements must be KV<[]byte, []byte> or KV<string, string>, not %v", t))
	}
	return beam.ParDo2(s, &joinFn{Dialect: o.dialect("Join").String()}, pairs)
}

// Audit audits each URL of urls. Elements of findings are of type Finding. A URL without findings has no element.
// audit.Audit accepts every text, so failed is empty.
func Audit(s beam.Scope, o Options, urls beam.PCollection) (findings, failed beam.PCollection) {
	s = s.Scope("earl.Audit")
	if o.Dialect != "" {
		panic("earlbeam.Audit: Dialect is an option of Parse and Join; set Dialects")
	}
	fn := &auditFn{Dialects: o.Dialects, Base: o.Base}
	if o.Dialects != nil && len(o.Dialects) == 0 {
		panic("earlbeam.Audit: Dialects is empty; nil means the default")
	}
	dialects := audit.Dialects()
	if o.Dialects != nil {
		dialects = nil
	}
	for _, name := range o.Dialects {
		dialects = append(dialects, mustDialect("Audit", name))
	}
	o.checkBase("Audit", dialects...)
	return beam.ParDo2(s, fn, elements(s, "Audit", urls))
}

func (o Options) dialect(transform string) earl.Dialect {
	if o.Dialect == "" {
		return earl.RFC3986()
	}
	return mustDialect(transform, o.Dialect)
}

func mustDialect(transform, name string) earl.Dialect {
	d, err := earl.ParseDialect(name)
	if err != nil {
		panic(fmt.Sprintf("earlbeam.%s: %v", transform, err))
	}
	return d
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

func toBytes(url string) []byte                     { return []byte(url) }
func pairToBytes(base, ref string) ([]byte, []byte) { return []byte(base), []byte(ref) }

// profileOf returns the name of a profile with its version, so that all workers write the same canonical form. It
// panics if there is no profile with the given name.
func profileOf(transform, name string) string {
	p, err := canon.ParseProfile(name)
	if err != nil {
		panic(fmt.Sprintf("earlbeam.%s: %v", transform, err))
	}
	return fmt.Sprintf("%s@%d", p, p.Version())
}
