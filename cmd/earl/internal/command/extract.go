package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"earl.example/baseurl"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
	"earl.example/cmd/earl/internal/files"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/place"
	"earl.example/urltext"
)

// Extract returns the command extract.
func Extract(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{noTables: true}}
	docs := documents{}
	opt := &docs.opt
	depth, readable, letter := int64(100), false, false
	cmd := &cobra.Command{
		Use:   "extract [flags] [FILE…]",
		Short: "Find the references in documents, and resolve them",
		Long: `Extract finds the references in HTML, XML, CSS, mail messages, HTTP responses,
web archives (WARC), JSON, tables and plain text, and resolves each against its base URL. Without FILE, it reads
standard input. Files that end in .gz or .zst are decompressed.

--type sets the type of all documents. Without it, the name of the file determines
the type or, if it does not, the first bytes. The base URL is the first of these
that exists (RFC 3986 §5.1):
  1. the document: base href, xml:base
  2. the header fields Base, Content-Base and Content-Location of a message or
     a part
  3. --base: the URL from which the document was retrieved
  4. --default-base

Links in plain text, in the strings of JSON, JSON lines and HAR, and in the cells of
tables (files that end in .csv or .tsv) are found by the Unicode standard for links
(UTS #58), with letters of all scripts. They also end at the marks of Markdown, JSON,
source code and HTML, such as a backtick, "<", or the partner of the quotation mark
before the link. --uts58 finds links by the letter of the standard. Markdown is read
as plain text. --bare-domains also finds links without a scheme, such as
example.com/a, if the host ends with a top-level domain; their scheme is https.
Names of files such as README.md are such links too. --email finds e-mail addresses.
--appendix-c finds links by RFC 3986 appendix C instead: they have only ASCII
characters, and in angle brackets or double quotes they can have line breaks. A
link that ends before a character that no URL has, such as a byte that is not UTF-8,
is written, and is followed by a failed record.

--where compares the resolved URL. member("element") is the element of the source;
file, type, part, attribute, rel, hreflang and media_type are members too, such as
member("rel") == "canonical".

Without --as, references are resolved by whatwg, except references in headers of
mail and those that --appendix-c finds, which are resolved by rfc3986. A reference
that cannot be resolved is a failed record. So is an error in a document; the other
references are still written. A file that is no document, such as an archive or an
image, is a failed record, too.

Output:
  text      One URL a line. With --readable, as people read it, with as few
            percent-encodings as possible: http://example.com/α
  jsonl     An object with
              input          the reference, without escapes such as &amp;
              ok, href, same_document
              readable       with --readable: the URL as people read it
              source         file, type, part of a message, element, attribute,
                             the attributes rel, hreflang and media_type of a
                             link that has them, and the offsets start and end:
                             bytes of the part after decoding to UTF-8; in JSON,
                             the whole string
              base           null, or url, source, where, and explained: why
                             earlier sources have no base

A base element in HTML can follow the references that it applies to, so references
are held in memory until the base is known. After 1 MiB of references, about 3,500,
a file is read a second time to find the base. From a pipe, up to about 16 MiB of
references are held. If a base element follows only after more references, it is
ignored, and reported as a failed record.`,
		Example: `  echo '<a href=b>' | earl extract --base http://example.com/a/ # http://example.com/a/b
  echo 'See <http://example.com/a>.' | earl extract # http://example.com/a
  echo '{"url":"http://h/a?x=1\u0026y=2"}' | earl extract # http://h/a?x=1&y=2
  earl extract --json --type message < mail.eml
  earl extract --base http://example.com/ --base https://www.example.com/en/ < page.html`,
		RunE: func(_ *cobra.Command, args []string) error {
			opt.Dialect = s.Dialect
			opt.MaxDepth = int(min(depth, math.MaxInt32))
			opt.Find.Markup = !letter
			return docs.run(s.run(), args, func() record.Op { return referenceOp(readable) })
		},
	}
	flags := cmd.Flags()
	as := cli.Choose(flags, &s.Dialect, "as", "", "resolve by `DIALECT`, such as rfc3986 (default by type of document)",
		view.DialectChoices, view.ParseDialect)
	as.Annotations = map[string][]string{cli.DialectKey: view.ResolvingNames()}
	cli.Pick(flags, &docs.typ, "type", "",
		"`TYPE` of the documents: html, xml, css, message, text, json, csv, tsv or warc (default by name and content)",
		baseurl.HTML, baseurl.XML, baseurl.CSS, baseurl.Message, baseurl.Text, baseurl.JSON, baseurl.CSV, baseurl.TSV,
		baseurl.WARC)
	flags.StringArrayVar(&opt.Context.Retrieval, "base", nil,
		"`URL` from which the documents were retrieved; may be repeated for each redirect")
	flags.StringVar(&opt.Context.Default, "default-base", "", "base `URL` if there is no other")
	flags.StringVar(&opt.Charset, "charset", "",
		"`ENCODING` of the documents; a byte order mark or the Content-Type of a part overrides it")
	flags.BoolVar(&opt.NoScript, "no-script", false, "HTML: parse noscript as if scripts were disabled")
	flags.BoolVar(&opt.HeadOnly, "head-only", false, "HTML: accept a base element in the head only")
	flags.BoolVar(&opt.XMLBase, "xml-base", false, "XML: also write the URLs of xml:base attributes")
	flags.BoolVar(&opt.ContentLocation, "content-location", false,
		"HTTP: use Content-Base and Content-Location as bases, as in RFC 2068")
	flags.BoolVar(&opt.Find.BareDomains, "bare-domains", false, "text: also find links without a scheme")
	flags.BoolVar(&opt.Find.Email, "email", false, "text: also find e-mail addresses")
	flags.BoolVar(&opt.Find.AppendixC, "appendix-c", false, "text: find links by RFC 3986 appendix C")
	flags.BoolVar(&letter, "uts58", false, "text: find links by the letter of UTS #58, without regard to markup")
	flags.BoolVar(&readable, "readable", false, "write URLs with as few percent-encodings as possible (UTS #58)")
	cmd.MarkFlagsMutuallyExclusive("bare-domains", "appendix-c")
	cmd.MarkFlagsMutuallyExclusive("email", "appendix-c")
	cmd.MarkFlagsMutuallyExclusive("uts58", "appendix-c")
	cli.Choose(flags, &depth, "max-depth", "100", "read parts nested up to `N` deep", nil, cli.ParseCount)
	s.addWhere(flags)
	return s.addOutput(cmd)
}

// documents reads documents as records, one for each reference.
type documents struct {
	opt  baseurl.Options
	typ  baseurl.Type // NoType to detect it for each document
	text *place.Text  // the text of the current document, or nil if places are not needed
}

// A reference is a reference of a document.
type reference struct {
	baseurl.Reference
	file string
	typ  baseurl.Type
	err  error
	place.Place
	exact bool // the document has the text of the reference without escapes
}

// memberOfReference returns a member of a record that is a reference.
func memberOfReference(rec *bulk.Record, name string) string {
	r := rec.Value.(*reference)
	values := []string{r.file, r.typ.String(), r.Part, r.Element, r.Attribute, r.Rel, r.HrefLang, r.MediaType}
	if i := slices.Index(field.ReferenceNames, name); i >= 0 {
		return values[i]
	}
	return ""
}

// ofDocument reports whether r is the error of a document and not of a reference in it.
func (r *reference) ofDocument() bool {
	return r.err != nil && r.Element == "" && r.Attribute == "" && r.Offset == r.End
}

// subject returns the record that --where compares: a reference with its resolved URL. A reference with an error is
// kept by extract, which returns the errors of references.
func (d *documents) subject(rec *bulk.Record) (of *bulk.Record, failed *error) {
	r, extracts := rec.Value.(*reference), d.text == nil
	if r.err != nil {
		if extracts || r.ofDocument() {
			return nil, nil
		}
		return rec, nil
	}
	if extracts {
		failed = &r.err
	}
	resolved := *rec
	resolved.Text = r.URL
	return &resolved, failed
}

// run runs an operation on the references in the named files, or in standard input.
func (d *documents) run(r *record.Run, names []string, newOp func() record.Op) error {
	if len(names) == 0 {
		names = []string{"-"}
	}
	d.opt.MaxHeld = 16 << 20
	src := &record.Source{Size: record.SizeOf(names)}
	if r.URL.Members = memberOfReference; r.Where != nil {
		r.Where.Subject = d.subject
	}
	open := r.Files(names, &src.Done)
	src.Records = func(yield func([]bulk.Record) bool) {
		name, file, err := open()
		for ; err != io.EOF; name, file, err = open() {
			if err == nil {
				in := &errorReader{Reader: file}
				if !d.read(name, in, yield) {
					return
				}
				file.Close() // its error does not matter: the file is read
				err = in.err
			}
			if err != nil {
				r.Unread(name, err)
			}
		}
	}
	return r.Run(src, newOp)
}

// read yields the references in a document, until its end or an error of reading. It returns false if yield does.
func (d *documents) read(name string, in *errorReader, yield func([]bulk.Record) bool) bool {
	typ, line := d.typ, int64(0)
	if typ == baseurl.NoType && name != "-" {
		typ = baseurl.TypeOfName(files.Uncompressed(name))
	}
	if typ == baseurl.NoType {
		if typ = in.sniff(); typ == baseurl.Message && d.text != nil {
			typ = baseurl.Text // an audit reads YAML that looks like a header
		}
	}
	for ref, err := range d.opt.References(typ, in) {
		if err != nil && errors.Is(err, in.err) {
			return true
		}
		line++
		r := &reference{Reference: ref, file: name, typ: typ, err: err}
		if d.text != nil && ref.Part == "" && typ != baseurl.Message {
			var text string
			r.Place, text = d.text.Of(ref.Offset, ref.End)
			r.exact = r.Width > 0 && text == ref.Raw
		}
		if !yield([]bulk.Record{{Input: name, Line: line, Text: ref.Raw, Value: r}}) {
			return false
		}
	}
	return true
}

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

// Seek allows a file to be read twice.
func (r *errorReader) Seek(offset int64, whence int) (int64, error) {
	if s, ok := r.Reader.(io.Seeker); ok {
		return s.Seek(offset, whence)
	}
	return 0, errors.ErrUnsupported
}

// sniff detects the type of a document from its first bytes. The next read returns these bytes again.
func (r *errorReader) sniff() baseurl.Type {
	head := make([]byte, baseurl.SniffLen)
	n, _ := io.ReadFull(r.Reader, head) // the next read returns the error again
	if _, err := r.Seek(int64(-n), io.SeekCurrent); err != nil {
		r.Reader = io.MultiReader(bytes.NewReader(head[:n]), r.Reader)
	}
	return baseurl.Sniff(head[:n])
}

func referenceOp(readable bool) record.Op {
	return func(v *view.View, out *record.Results) error {
		r := v.Rec.Value.(*reference)
		out.Also = r.write
		if r.err != nil {
			return r.placed()
		}
		text := r.URL
		if readable {
			text = urltext.Readable(r.URL)
		}
		return out.Give(&record.Result{Text: text, Members: func(o *jsontext.Writer) {
			o.String("href", r.URL)
			o.Bool("same_document", r.SameDocument)
			if readable {
				o.String("readable", text)
			}
		}})
	}
}

func (r *reference) write(o *jsontext.Writer) {
	o.Object("source")
	o.String("file", r.file)
	o.String("type", r.typ.String())
	o.OrNull("part", r.Part)
	o.OrNull("element", r.Element)
	o.OrNull("attribute", r.Attribute)
	for i, value := range []string{r.Rel, r.HrefLang, r.MediaType} {
		if value != "" {
			o.String(field.ReferenceNames[len(field.ReferenceNames)-3+i], value)
		}
	}
	o.Int("start", r.Offset)
	o.Int("end", r.End)
	if r.Line > 0 {
		o.Int("line", r.Line)
		o.Int("column", r.Column)
	}
	o.Close()
	if r.Base.IsZero() {
		o.Null("base")
		return
	}
	o.Object("base")
	o.String("url", r.Base.URL())
	o.String("source", r.Base.Source().String())
	o.OrNull("where", r.Base.Where())
	o.String("explained", r.Base.Explain())
	o.Close()
}

// placed returns the error of a reference, with the position of the reference.
func (r *reference) placed() error {
	where := ""
	if r.Part != "" {
		where = "part " + r.Part + ", "
	}
	for _, name := range []string{r.Element, r.Attribute} {
		if name != "" {
			where += name + " "
		}
	}
	if where != "" || r.End > 0 { // if not, the error is about the base of a flag
		where += fmt.Sprintf("at byte %d: ", r.Offset)
	}
	return &record.Placed{Where: where, Err: r.err}
}
