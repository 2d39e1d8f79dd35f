package earlbeam

import (
	"context"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"earl.example"
	"earl.example/audit"
	"earl.example/beam/internal/files"
	"earl.example/canon"
	"earl.example/reading"
)

// Workers look up functions and types by name. The SDK requires that they are registered in init.
func init() {
	register.DoFn4x0[context.Context, []byte, func(Reading), func(string)](&parseFn{})
	register.DoFn4x0[context.Context, []byte, func([]byte), func(string)](&canonicalizeFn{})
	register.DoFn5x0[context.Context, []byte, func([]byte, []byte), func([]byte), func(string)](&keyFn{})
	register.DoFn5x0[context.Context, []byte, func(*[]byte) bool, func([]byte), func([]byte)](&firstFn{})
	register.DoFn5x0[context.Context, []byte, []byte, func([]byte), func(string)](&joinFn{})
	register.DoFn4x0[context.Context, []byte, func(Finding), func(string)](&auditFn{})
	register.DoFn5x1[context.Context, []byte, []byte, func(Link), func(string), error](&extractFn{})
	register.DoFn4x1[context.Context, files.Part, func(Link), func(string), error](&extractFilesFn{})
	register.Function1x1(toBytes)
	register.Function2x2(pairToBytes)
	register.Emitter1[Reading]()
	register.Emitter1[Finding]()
	register.Emitter1[Link]()
	register.Emitter1[[]byte]()
	register.Emitter1[string]()
	register.Emitter2[[]byte, []byte]()
	register.Iter1[[]byte]()
	beam.RegisterType(reflect.TypeFor[Reading]())
	beam.RegisterType(reflect.TypeFor[Finding]())
	beam.RegisterType(reflect.TypeFor[Link]())
	beam.RegisterCoder(reflect.TypeFor[Reading](), encodeReading, decodeReading)
	beam.RegisterCoder(reflect.TypeFor[Finding](), encodeFinding, decodeFinding)
	beam.RegisterCoder(reflect.TypeFor[Link](), encodeLink, decodeLink)
}

// The counters of the transforms.
var (
	inputCount     = counter("input")
	failedCount    = counter("failed")
	readingsCount  = counter("readings")
	canonicalCount = counter("canonical")
	keptCount      = counter("kept")
	droppedCount   = counter("dropped")
	resolvedCount  = counter("resolved")
	findingsCount  = counter("findings")
	linksCount     = counter("links")
)

func counter(name string) beam.Counter { return beam.NewCounter("earl", name) }

func reject(ctx context.Context, failed func(string), dialect earl.Dialect, input string, err error) {
	failedCount.Inc(ctx, 1)
	failed(failureLine(dialect, input, err, nil))
}

// A parseFn parses URLs. The SDK sends the exported fields of a parseFn to the workers.
type parseFn struct {
	Dialect earl.Dialect
	Base    string

	resolve func(ref string) (string, error)
	reading reading.Reading
}

func (fn *parseFn) ProcessElement(ctx context.Context, url []byte, readings func(Reading), failed func(string)) {
	inputCount.Inc(ctx, 1)
	if fn.resolve == nil && fn.Base != "" {
		fn.resolve = fn.Dialect.Resolver(fn.Base)
	}
	input, err := string(url), error(nil)
	text := input
	if fn.resolve != nil {
		text, err = fn.resolve(input)
	}
	if err == nil {
		fn.Dialect.Read(&fn.reading, text)
		err = fn.reading.Err()
	}
	if err != nil {
		reject(ctx, failed, fn.Dialect, input, err)
		return
	}
	readingsCount.Inc(ctx, 1)
	readings(newReading(input, fn.Dialect.String(), &fn.reading))
}

// A canonicalizer has the profile of a transform. The SDK sends the profile with its versions, so that all workers
// write the same canonical form.
type canonicalizer struct{ Profile canon.Profile }

func (c *canonicalizer) canonicalize(ctx context.Context, input string, failed func(string)) (form string, ok bool) {
	inputCount.Inc(ctx, 1)
	form, err := c.Profile.Canonicalize(input)
	if err != nil {
		reject(ctx, failed, earl.Dialect{}, input, err)
	}
	return form, err == nil
}

// A canonicalizeFn writes canonical forms.
type canonicalizeFn struct{ canonicalizer }

func (fn *canonicalizeFn) ProcessElement(ctx context.Context, url []byte, canonical func([]byte), failed func(string)) {
	if form, ok := fn.canonicalize(ctx, string(url), failed); ok {
		canonicalCount.Inc(ctx, 1)
		canonical([]byte(form))
	}
}

// maxSeen is the maximum memory, in bytes, for the URLs of a bundle that a keyFn holds to find duplicates.
const maxSeen = 64 << 20

// A keyFn emits pairs of a canonical form and a URL. If it holds several URLs of a bundle with the same form, it emits
// the URL that is first in byte order and drops the others. The value of a pair is empty if the URL equals the form. If
// not, the value is a zero byte, followed by the URL.
type keyFn struct {
	canonicalizer

	seen map[string]string // maps a form to its first URL
	size int
}

func (fn *keyFn) ProcessElement(ctx context.Context, url []byte, keyed func(form, url []byte), dropped func([]byte),
	failed func(string)) {
	input := string(url)
	form, ok := fn.canonicalize(ctx, input, failed)
	if !ok {
		return
	}
	if first, ok := fn.seen[form]; ok {
		droppedCount.Inc(ctx, 1)
		if input < first {
			input, first = first, input
			fn.seen[form] = first
		}
		dropped([]byte(input))
		return
	}
	if fn.size += len(input) + len(form) + 64; fn.size > maxSeen {
		fn.flush(keyed)
	}
	if fn.seen == nil {
		fn.seen = map[string]string{}
	}
	fn.seen[form] = input
}

// FinishBundle emits the remaining URLs.
func (fn *keyFn) FinishBundle(_ context.Context, keyed func(form, url []byte), _ func([]byte), _ func(string)) {
	fn.flush(keyed)
}

func (fn *keyFn) flush(keyed func(form, url []byte)) {
	for form, url := range fn.seen {
		if url == form {
			keyed([]byte(form), nil)
		} else {
			keyed([]byte(form), append([]byte{0}, url...))
		}
	}
	fn.seen, fn.size = nil, 0
}

// For each form, a firstFn keeps the URL that is first in byte order, and drops the others.
type firstFn struct{}

func (*firstFn) ProcessElement(ctx context.Context, form []byte, urls func(*[]byte) bool, kept, dropped func([]byte)) {
	var value []byte
	first := ""
	for n := 0; urls(&value); n++ {
		url := string(form)
		if len(value) > 0 {
			url = string(value[1:])
		}
		switch {
		case n == 0:
			first = url
			continue
		case url < first:
			url, first = first, url
		}
		droppedCount.Inc(ctx, 1)
		dropped([]byte(url))
	}
	keptCount.Inc(ctx, 1)
	kept([]byte(first))
}

// A joinFn resolves references.
type joinFn struct{ Dialect earl.Dialect }

func (fn *joinFn) ProcessElement(ctx context.Context, base, ref []byte, resolved func([]byte), failed func(string)) {
	inputCount.Inc(ctx, 1)
	input := string(ref)
	href, err := earl.Resolve(fn.Dialect, string(base), input)
	if err != nil {
		reject(ctx, failed, earl.Dialect{}, input, err)
		return
	}
	resolvedCount.Inc(ctx, 1)
	resolved([]byte(href))
}

// An auditFn audits URLs.
type auditFn struct {
	Dialects []earl.Dialect
	Base     string

	report audit.Report
}

func (fn *auditFn) ProcessElement(ctx context.Context, url []byte, findings func(Finding), _ func(string)) {
	inputCount.Inc(ctx, 1)
	input, o := string(url), audit.Options{Dialects: fn.Dialects}
	if fn.Base != "" {
		o.Base = &fn.Base
	}
	o.AuditInto(&fn.report, input)
	for i := range fn.report.Findings {
		f := &fn.report.Findings[i]
		findingsCount.Inc(ctx, 1)
		findings(Finding{
			Input: input, ID: f.ID, Severity: f.Severity.String(), Start: f.Span.Start, End: f.Span.End,
			Message: strings.Clone(f.Message), Address: f.Kind().Address, Instead: f.Safe,
		})
	}
}
