package command

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

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
	artifact string        // the URI of the input for records without an input name
	lines    bool          // records begin at the start of a line
	columns  bool          // each record is an unchanged line
	used     sync.Map      // the IDs of the findings that have results
	escape   percent.Table // the characters of a file name to percent-encode in its URI
}

func newSarif(in bulk.Format, args bool) *sarif {
	x := &sarif{artifact: "stdin", escape: percent.NewTable(0, "/-._~")}
	x.lines, x.columns = in != bulk.NUL, in == bulk.Lines
	if args {
		x.artifact, x.lines, x.columns = "arguments", true, true
	}
	return x
}

// region returns the member with the lines and columns of a span of a record in its input, or "" if the input has no
// lines. Columns are counted in UTF-16 code units, because most viewers ignore columnKind and count such units.
func (x *sarif) region(rec *bulk.Record, at reading.Span) string {
	var p place.Place
	exact := x.columns
	if x.lines {
		p.Line, p.Column = rec.Line, 1
	}
	if r, ok := rec.Value.(*reference); ok {
		p, exact = r.Place, r.exact
	}
	if p.Line == 0 {
		return ""
	}
	if exact {
		p.Column += place.Units(rec.Text[:at.Start])
		p.Width = place.Units(rec.Text[at.Start:at.End])
	}
	columns := ""
	if exact || p.Width > 0 {
		columns = fmt.Sprintf(`,"startColumn":%d,"endColumn":%d`, p.Column, p.Column+p.Width)
	}
	return fmt.Sprintf(`,"region":{"startLine":%d%s}`, p.Line, columns)
}

// sarifLevels has the levels of SARIF for severities.
var sarifLevels = [...]string{audit.Info: "note", audit.Low: "note", audit.Medium: "warning", audit.High: "error"}

func (x *sarif) append(dst []byte, rec *bulk.Record, r *audit.Report) []byte {
	uri := x.artifact
	if rec.Input != "" && rec.Input != "-" {
		uri, _ = percent.EncodeString(filepath.ToSlash(rec.Input), &x.escape)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		x.used.Store(f.ID, true)
		if i > 0 {
			dst = append(dst, ",\n"...)
		}
		dst = fmt.Appendf(dst, `{"ruleId":%s,"level":%s,"message":{"text":%s},"locations":[{`+
			`"physicalLocation":{"artifactLocation":{"uri":%s}%s}}],"partialFingerprints":{"primaryLocationLineHash":%s},`+
			`"properties":{"url":%s,"severity":%s`, jsonOf(f.ID), jsonOf(sarifLevels[f.Severity]),
			jsonOf(message(f.Message)), jsonOf(uri), x.region(rec, f.Span), jsonOf(fingerprint(f, rec.Text)),
			jsonOf(urlerr.RedactQuery(rec.Text)), jsonOf(f.Severity.String()))
		if f.Safe != "" {
			dst = append(append(dst, `,"instead":`...), jsonOf(urlerr.RedactQuery(f.Safe))...)
		}
		dst = append(dst, "}}"...)
	}
	return dst
}

// jsonOf returns s as a string in JSON.
func jsonOf(s string) string {
	return string(jsontext.AppendQuote(nil, strings.ToValidUTF8(s, "\uFFFD")))
}

// fingerprint returns a text that identifies a finding in a URL. The position of the URL in the input does not matter.
// GitHub compares these fingerprints with the results of earlier runs. In GitHub's own fingerprints, a number after the
// colon counts equal lines. Here it is always 1, so that GitHub shows one result for equal URLs.
func fingerprint(f *audit.Finding, url string) string {
	hash := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", f.ID, f.Span.Start, url))
	return fmt.Sprintf("%x:1", hash[:8])
}

// numbers has the severities as numbers from 0.0 to 10.0. For GitHub, high begins at 7.0 and medium at 4.0.
var numbers = [...]string{audit.Info: "0.5", audit.Low: "3.0", audit.Medium: "5.5", audit.High: "8.0"}

// message returns s as the text of a SARIF message, in which "{0}" is a placeholder and "{{" a brace (SARIF §3.11.5).
func message(s string) string { return strings.NewReplacer("{", "{{", "}", "}}").Replace(s) }

// document returns the document of the results of a run. It ends with the rules that have results.
func (x *sarif) document() *record.Document {
	return &record.Document{
		Head: `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{` +
			`"columnKind":"utf16CodeUnits","results":[` + "\n",
		Separator: ",\n",
		Tail: func() string {
			return "\n]," + `"tool":{"driver":{"name":"earl","version":` + jsonOf(moduleVersion()) +
				`,"rules":[` + strings.Join(x.rules(), ",\n") + "]}}}]}\n"
		},
	}
}

// rules returns the rules that have results.
func (x *sarif) rules() (rules []string) {
	for _, kind := range audit.Kinds() {
		if _, used := x.used.Load(kind.ID); used {
			rules = append(rules, fmt.Sprintf(`{"id":%s,"shortDescription":{"text":%s},"fullDescription":{"text":%s},`+
				`"help":{"text":%s},"helpUri":%s,"defaultConfiguration":{"level":%s},"properties":{"tags":["security"],`+
				`"security-severity":%s}}`, jsonOf(kind.ID), jsonOf(kind.Detects),
				jsonOf("Finding: "+kind.Detects+". See "+kind.Reference+"."),
				jsonOf(explanationOf(&kind, show.Style{Columns: 80})), jsonOf(kind.Address),
				jsonOf(sarifLevels[kind.Severity]), jsonOf(numbers[kind.Severity])))
		}
	}
	return rules
}
