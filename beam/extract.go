package earlbeam

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"runtime/debug"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"earl.example"
	"earl.example/baseurl"
	"earl.example/beam/internal/files"
	"earl.example/urltext"
)

// Extract finds the links in documents, such as HTML and plain text, as the command earl extract --as whatwg does. Each
// element of documents is the URL of a document and its content, of type KV<[]byte, []byte> or KV<string, string>.
// Elements of links are of type Link. Links that cannot be resolved, and errors in documents, go to failed.
func Extract(s beam.Scope, o Options, documents beam.PCollection) (links, failed beam.PCollection) {
	s = s.Scope("earl.Extract")
	o.only("Extract", "Dialect", "Type") // each document has its URL
	return beam.ParDo2(s, &extractFn{o.extractor("Extract")}, pairs(s, "Extract", documents))
}

// ExtractFiles finds the links in the files that match the patterns. One worker reads a file, and decompresses it if
// its name ends in .gz or .zst. The name of a file determines its type, or else its first bytes do. In web archives
// (.warc and .wet), the URL of a document is the WARC-Target-URI. The program imports the filesystems, as for textio.
func ExtractFiles(s beam.Scope, o Options, patterns ...string) (links, failed beam.PCollection) {
	s = s.Scope("earl.ExtractFiles")
	o.only("ExtractFiles", "Dialect", "Base", "Type")
	fn := &extractFilesFn{o.extractor("ExtractFiles")}
	return beam.ParDo2(s, fn, files.Find(s, patterns...))
}

// An extractor finds links.
type extractor struct {
	Dialect    earl.Dialect
	Base, Earl string
	Type       baseurl.Type
}

func (o Options) extractor(transform string) extractor {
	d := must(transform, earl.ParseDialect, cmp.Or(o.Dialect, "whatwg"))
	Options{Base: cmp.Or(o.Base, "http://example.com/")}.checkBase(transform, d)
	return extractor{d, o.Base, Version(), o.Type}
}

// Version returns the version of earl in this program, or "(devel)" if it is not known.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	for _, m := range info.Deps {
		if m.Path == "earl.example" {
			if m.Replace != nil {
				return "(devel)"
			}
			return m.Version
		}
	}
	return cmp.Or(info.Main.Version, "(devel)") // a program in the repository of earl
}

// extract emits the links in a document, until an error of reading. The document has a name and, if page is not empty,
// the URL page.
func (x *extractor) extract(ctx context.Context, name, page string, t baseurl.Type, document io.Reader,
	links func(Link), failed func(string)) error {
	inputCount.Inc(ctx, 1)
	source := &errorReader{Reader: document}
	r := bufio.NewReaderSize(source, 64<<10)
	o := baseurl.Options{Dialect: x.Dialect, Find: urltext.FindOptions{Markup: true}, MaxHeld: 16 << 20} // as the command
	if page != "" {
		o.Context.Retrieval = []string{page}
	}
	if t = cmp.Or(x.Type, t); t == baseurl.NoType {
		head, _ := r.Peek(baseurl.SniffLen) // the next read returns the error again
		t = baseurl.Sniff(head)
	}
	for ref, err := range o.References(t, r) {
		link := Link{
			Input: ref.Raw, Href: ref.URL, Page: pageOf(ref.Base), Document: name, Part: ref.Part, Element: ref.Element,
			Attribute: ref.Attribute, Rel: ref.Rel, Start: int(ref.Offset), End: int(ref.End), Base: ref.Base.URL(),
			Dialect: x.Dialect.String(), Earl: x.Earl,
		}
		if source.err != nil && errors.Is(err, source.err) {
			break
		}
		if err != nil {
			failedCount.Inc(ctx, 1)
			failed(failureLine(earl.Dialect{}, ref.Raw, err, &link))
			continue
		}
		linksCount.Inc(ctx, 1)
		links(link)
	}
	return source.err
}

// An errorReader keeps an error of reading, which a document with damaged parts does not have.
type errorReader struct {
	io.Reader
	err error
}

func (r *errorReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

// pageOf returns the URL from which a document with the given base was retrieved, or "" if it is not known.
func pageOf(b baseurl.Base) string {
	for b.Source() == baseurl.Content || b.Source() == baseurl.Entity {
		b = b.Outer()
	}
	if b.Source() != baseurl.Retrieval {
		return ""
	}
	return b.URL()
}

// An extractFn finds links in documents.
type extractFn struct{ extractor }

func (fn *extractFn) ProcessElement(ctx context.Context, url, document []byte, links func(Link),
	failed func(string)) error {
	return fn.extract(ctx, string(url), string(url), baseurl.NoType, bytes.NewReader(document), links, failed)
}

// An extractFilesFn finds links in files.
type extractFilesFn struct{ extractor }

func (fn *extractFilesFn) ProcessElement(ctx context.Context, file files.Part, links func(Link),
	failed func(string)) error {
	if file.Start > 0 {
		return nil // the first part is for the whole file
	}
	t := baseurl.TypeOfName(strings.TrimSuffix(strings.TrimSuffix(file.Name, ".gz"), ".zst"))
	return files.Open(ctx, file.Name, func(r io.Reader) error {
		return fn.extract(ctx, file.Name, fn.Base, t, r, links, failed)
	})
}
