package command

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

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
	"earl.example/internal/text/tables"
	"earl.example/urltext"
	"earl.example/whatwg"
)

// Extract returns the command extract.
func Extract(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{noTables: true}}
	docs := documents{}
	opt := &docs.opt
	opt.MaxDepth = 100
	var readable, letter bool
	cmd := page("extract", func(args []string) error {
		isTemplate := func(arg string) bool { return strings.HasPrefix(arg, "{") && !cli.IsFile(arg) }
		if i := slices.IndexFunc(args, isTemplate); i >= 0 {
			err := errors.New("extract has no template: its results with --json are for earl get --in jsonl --column href")
			return cli.WithFix(err, func(line []string) []string {
				isOther := func(arg string) bool { return arg == args[i] || arg == "--json" || arg == "-j" }
				line = slices.DeleteFunc(slices.Clone(line), isOther)
				return append(line, "--json", "|", "earl", "get", "--in", "jsonl", "--column", "href", args[i])
			})
		}
		opt.Dialect = s.Dialect
		opt.Find.Markup = !letter
		r := s.run()
		err := docs.run(r, append(s.inputs, args...), func() record.Op {
			return func(v *view.View, out *record.Results) error {
				ref := v.Rec.Value.(*reference)
				if out.Also = ref.write; ref.err != nil {
					return ref.placed()
				}
				text := ref.URL
				if readable {
					text = urltext.Readable(ref.URL)
				}
				return out.Give(&record.Result{Text: text, Members: func(o *jsontext.Writer) {
					o.String("href", ref.URL)
					o.Bool("same_document", ref.SameDocument)
					if readable {
						o.String("readable", text)
					}
				}})
			}
		})
		for _, row := range tables.Cells(typeRows) {
			types := strings.Fields(row[1])
			for name := range strings.FieldsSeq(row[0]) {
				if s.given(name) && !slices.ContainsFunc(types, func(typ string) bool { return docs.seen[typ] }) {
					r.Hint(name, fmt.Sprintf("--%s has no effect, because no document has one of the types %v", name, types))
				}
			}
		}
		return err
	})
	flags := cmd.Flags()
	as := cli.Choose(flags, &s.Dialect, "as", "", view.DialectChoices, view.ParseDialect)
	as.Annotations = map[string][]string{cli.DialectKey: view.ResolvingNames()}
	cli.Pick(flags, &docs.typ, "type", "",
		baseurl.HTML, baseurl.XML, baseurl.CSS, baseurl.Message, baseurl.Text, baseurl.JSON, baseurl.CSV, baseurl.TSV,
		baseurl.WARC)
	flags.StringArrayVar(&opt.Context.Retrieval, "base", nil, "")
	s.addFiles(flags)
	cli.Text(flags, &opt.Context.Default, "default-base")
	cli.Text(flags, &opt.Charset, "charset")
	cli.Switch(flags, &opt.NoScript, "no-script")
	cli.Switch(flags, &opt.HeadOnly, "head-only")
	cli.Switch(flags, &opt.XMLBase, "xml-base")
	cli.Switch(flags, &opt.ContentLocation, "content-location")
	cli.Switch(flags, &opt.Find.BareDomains, "bare-domains")
	cli.Switch(flags, &opt.Find.Email, "email")
	cli.Switch(flags, &opt.Find.Refang, "refang")
	cli.Switch(flags, &opt.Find.AppendixC, "appendix-c")
	cli.Switch(flags, &letter, "uts58")
	cli.Switch(flags, &docs.unwrap, "unwrap")
	cli.Switch(flags, &readable, "readable")
	cli.Choose(flags, &opt.MaxDepth, "max-depth", "100", nil, cli.AtLeast(1))
	s.addWhere(flags)
	return s.addOutput(cmd)
}

//go:embed types.tsv
var typeRows string

// documents reads documents as records, one for each reference.
type documents struct {
	opt baseurl.Options
	typ baseurl.Type // NoType to detect it for each document

	unwrap bool        // open wrappers of links
	text   *place.Text // the text of the current document, or nil if places are not needed
	seen   map[string]bool
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

// members returns the values of field.ReferenceNames.
func (r *reference) members() []string {
	return []string{r.file, r.typ.String(), r.Part, r.Element, r.Attribute, r.Rel, r.HrefLang, r.MediaType}
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
	d.opt.MaxHeld, d.seen = 16<<20, map[string]bool{}
	src := &record.Source{Size: record.SizeOf(names)}
	r.URL.Members = func(rec *bulk.Record, name string) (value string, ok bool) {
		if i := slices.Index(field.ReferenceNames, name); i >= 0 {
			return rec.Value.(*reference).members()[i], true
		}
		return "", false
	}
	if r.Where != nil {
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
	d.seen[typ.String()] = true
	for ref, err := range d.opt.References(typ, in) {
		if err != nil && errors.Is(err, in.err) {
			return true
		}
		line++
		r := &reference{Reference: ref, file: name, typ: typ, err: err}
		if d.unwrap && err == nil {
			r.URL, r.err = view.Unwrap(ref.URL)
			if r.err == nil && r.URL != ref.URL && !whatwg.CanParse(r.URL) {
				r.err = fmt.Errorf("the wrapper has %s, which is no URL", cli.Quoted(r.URL))
			}
		}
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

func (r *reference) write(o *jsontext.Writer) {
	o.Object("source")
	for i, value := range r.members() {
		if value != "" || i < 5 { // links alone have the members after these
			o.Value(field.ReferenceNames[i], value, value != "" || i < 2)
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
	texts(o, "url", r.Base.URL(), "source", r.Base.Source().String())
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
