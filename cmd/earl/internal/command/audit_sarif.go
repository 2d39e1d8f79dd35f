package command

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"

	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/record"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
	"earl.example/internal/text/place"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A sarif writes reports as a document of SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS. For
// each record, a sarif appends the results with commas between them. The document has the rest as its head and tail.
type sarif struct {
	artifact string         // the URI of the input for records without an input name
	lines    bool           // records begin at the start of a line
	columns  bool           // each record is an unchanged line
	index    map[string]int // index of each rule in the document
	escape   percent.Table  // the characters of a file name to percent-encode in its URI
}

func newSarif(in bulk.Format, args bool) *sarif {
	x := &sarif{artifact: "stdin", index: map[string]int{}, escape: percent.NewTable(0, "/-._~")}
	x.lines, x.columns = in != bulk.NUL, in == bulk.Lines
	if args {
		x.artifact, x.lines, x.columns = "arguments", true, true
	}
	for i, kind := range audit.Kinds() {
		x.index[kind.ID] = i
	}
	return x
}

// region writes the lines and columns of a span of a record in its input, unless the input has no lines. Columns are
// counted in UTF-16 code units, because most viewers ignore columnKind and count such units.
func (x *sarif) region(o *jsontext.Writer, rec *bulk.Record, at reading.Span) {
	var p place.Place
	exact := x.columns
	if x.lines {
		p.Line, p.Column = rec.Line, 1
	}
	if r, ok := rec.Value.(*reference); ok {
		p, exact = r.Place, r.exact
	}
	if p.Line == 0 {
		return
	}
	o.Object("region")
	o.Int("startLine", p.Line)
	if exact {
		p.Column += place.Units(rec.Text[:at.Start])
		p.Width = place.Units(rec.Text[at.Start:at.End])
	}
	if exact || p.Width > 0 {
		o.Int("startColumn", p.Column)
		o.Int("endColumn", p.Column+p.Width)
	}
	o.Close()
}

// sarifLevel returns the level of SARIF for a severity.
func sarifLevel(s audit.Severity) string {
	return [...]string{audit.Info: "note", audit.Low: "note", audit.Medium: "warning", audit.High: "error"}[s]
}

func (x *sarif) append(dst []byte, rec *bulk.Record, r *audit.Report) []byte {
	o := jsontext.Writer{Text: dst}
	uri := x.artifact
	if rec.Input != "" && rec.Input != "-" {
		uri, _ = percent.EncodeString(filepath.ToSlash(rec.Input), &x.escape)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if i > 0 {
			o.Text = append(o.Text, ",\n"...)
		}
		o.Object("")
		o.String("ruleId", f.ID)
		o.Int("ruleIndex", int64(x.index[f.ID]))
		o.String("level", sarifLevel(f.Severity))
		text(&o, "message", message(f.Message))
		o.Array("locations")
		o.Object("")
		o.Object("physicalLocation")
		o.Object("artifactLocation")
		o.String("uri", uri)
		o.Close()
		x.region(&o, rec, f.Span)
		o.Close()
		o.Close()
		o.Close()
		o.Object("partialFingerprints")
		o.String("primaryLocationLineHash", fingerprint(f, rec.Text))
		o.Close()
		o.Object("properties")
		o.String("url", valid(urlerr.RedactQuery(rec.Text)))
		o.String("severity", f.Severity.String())
		if f.Safe != "" {
			o.String("instead", valid(urlerr.RedactQuery(f.Safe)))
		}
		o.End()
	}
	return o.Text
}

// text writes an object with a member "text".
func text(o *jsontext.Writer, name, value string) {
	o.Object(name)
	o.String("text", value)
	o.Close()
}

// fingerprint returns a text that identifies a finding in a URL. The position of the URL in the input does not matter.
// GitHub compares these fingerprints with the results of earlier runs. In GitHub's own fingerprints, a number after the
// colon counts equal lines. Here it is always 1, so that GitHub shows one result for equal URLs.
func fingerprint(f *audit.Finding, url string) string {
	hash := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", f.ID, f.Span.Start, url))
	return fmt.Sprintf("%x:1", hash[:8])
}

// securitySeverity returns a severity as a number from 0.0 to 10.0. For GitHub, high begins at 7.0 and medium at 4.0.
func securitySeverity(s audit.Severity) string {
	return [...]string{audit.Info: "0.5", audit.Low: "3.0", audit.Medium: "5.5", audit.High: "8.0"}[s]
}

// message returns s as the text of a SARIF message, in which "{0}" is a placeholder and "{{" a brace (SARIF §3.11.5).
func message(s string) string { return strings.NewReplacer("{", "{{", "}", "}}").Replace(valid(s)) }

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// document returns the document of the results of a run.
func (x *sarif) document() *record.Document {
	o := jsontext.Writer{Text: []byte(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",` +
		`"runs":[{"tool":{"driver":{"name":"earl","informationUri":"https://pkg.go.dev/earl.example/cmd/earl","version":`)}
	o.String("", moduleVersion())
	o.End()
	o.Text = append(o.Text, `,"rules":[`...)
	for i, kind := range audit.Kinds() {
		if i > 0 {
			o.Text = append(o.Text, ",\n"...)
		}
		o.Object("")
		o.String("id", kind.ID)
		text(&o, "shortDescription", kind.Detects)
		text(&o, "fullDescription", "Finding: "+kind.Detects+". See "+kind.Reference+".")
		text(&o, "help", valid(explanationOf(&kind, show.Style{Columns: 80})))
		o.String("helpUri", kind.Address)
		o.Object("defaultConfiguration")
		o.String("level", sarifLevel(kind.Severity))
		o.Close()
		o.Object("properties")
		o.Strings("tags", "security")
		o.String("security-severity", securitySeverity(kind.Severity))
		o.End()
	}
	o.Text = append(o.Text, "]}},\"columnKind\":\"utf16CodeUnits\",\"results\":[\n"...)
	return &record.Document{Head: string(o.Text), Separator: ",\n", Tail: "\n]}]}\n"}
}
