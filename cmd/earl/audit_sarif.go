package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"

	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
	"earl.example/reading"
)

// A sarif writes reports as a document of SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS. For
// each record, a sarif appends the results with commas between them. A listWriter adds the rest of the document.
type sarif struct {
	artifact string         // the URI of the input for records without an input name
	lines    bool           // records begin at the start of a line
	columns  bool           // each record is an unchanged line
	index    map[string]int // index of each rule in the document
	escape   percent.Table  // the characters of a file name to percent-encode in its URI
}

func newSarif(s *stream, args bool) *sarif {
	x := &sarif{artifact: "stdin", index: map[string]int{}, escape: percent.NewTable(0, "/-._~")}
	x.lines, x.columns = s.in != bulk.NUL, s.in == bulk.Lines
	if args {
		x.artifact, x.lines, x.columns = "arguments", true, true
	}
	for i, kind := range audit.Kinds() {
		x.index[kind.ID] = i
	}
	return x
}

func (x *sarif) uriOf(rec *bulk.Record) string {
	if rec.Input == "" || rec.Input == "-" {
		return x.artifact
	}
	uri, _ := percent.EncodeString(filepath.ToSlash(rec.Input), &x.escape)
	return uri
}

// region returns the lines and columns of a span of a record in its input, or "" if the input has no lines. Columns are
// counted in UTF-16 code units, because most viewers ignore columnKind and count such units.
func (x *sarif) region(rec *bulk.Record, at reading.Span) string {
	if !x.lines {
		return ""
	}
	text := `,"region":{"startLine":` + strconv.FormatInt(rec.Line, 10)
	if x.columns {
		start := 1 + units(rec.Text[:at.Start])
		end := start + units(rec.Text[at.Start:at.End])
		text += `,"startColumn":` + strconv.Itoa(start) + `,"endColumn":` + strconv.Itoa(end)
	}
	return text + "}"
}

// units returns the length of s in UTF-16 code units. A byte that is not UTF-8 is one unit.
func units(s string) (n int) {
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// sarifLevel returns the level of SARIF for a severity.
func sarifLevel(s audit.Severity) string {
	switch s {
	case audit.High:
		return "error"
	case audit.Medium:
		return "warning"
	}
	return "note"
}

func (x *sarif) append(dst []byte, rec *bulk.Record, r *audit.Report) []byte {
	if len(r.Findings) == 0 {
		return dst
	}
	uri := jsontext.AppendQuote(nil, x.uriOf(rec))
	for i := range r.Findings {
		f := &r.Findings[i]
		if i > 0 {
			dst = append(dst, ",\n"...)
		}
		dst = append(dst, `{"ruleId":`...)
		dst = jsontext.AppendQuote(dst, f.ID)
		dst = append(dst, `,"ruleIndex":`...)
		dst = strconv.AppendInt(dst, int64(x.index[f.ID]), 10)
		dst = append(dst, `,"level":"`+sarifLevel(f.Severity)+`","message":{"text":`...)
		dst = jsontext.AppendQuote(dst, f.Message)
		dst = append(dst, `},"locations":[{"physicalLocation":{"artifactLocation":{"uri":`...)
		dst = append(dst, uri...)
		dst = append(dst, '}')
		dst = append(dst, x.region(rec, f.Span)...)
		dst = append(dst, `}}],"partialFingerprints":{"primaryLocationLineHash":"`+fingerprint(f, rec.Text)+
			`"},"properties":{"url":`...)
		dst = jsontext.AppendQuote(dst, valid(rec.Text))
		dst = append(dst, `,"severity":"`+f.Severity.String()+`"`...)
		if f.Safe != "" {
			dst = append(dst, `,"safe":`...)
			dst = jsontext.AppendQuote(dst, valid(f.Safe))
		}
		dst = append(dst, "}}"...)
	}
	return dst
}

// fingerprint returns a text that identifies a finding in a URL. The position of the URL in the input does not matter.
// GitHub compares these fingerprints with the results of earlier runs. In GitHub's own fingerprints, a number after the
// colon counts equal lines. Here it is always 1, so that GitHub shows one result for equal URLs.
func fingerprint(f *audit.Finding, url string) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s %d ", f.ID, f.Span.Start)
	io.WriteString(hash, url)
	return hex.EncodeToString(hash.Sum(nil)[:8]) + ":1"
}

// securitySeverity returns a severity as a number from 0.0 to 10.0. For GitHub, high begins at 7.0 and medium at 4.0.
func securitySeverity(s audit.Severity) string {
	return [...]string{audit.Info: "0.5", audit.Low: "3.0", audit.Medium: "5.5", audit.High: "8.0"}[s]
}

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// head returns the part of the document that precedes the results.
func (x *sarif) head() []byte {
	dst := []byte(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{` +
		`"tool":{"driver":{"name":"earl","informationUri":"https://pkg.go.dev/earl.example/cmd/earl","version":`)
	dst = jsontext.AppendQuote(dst, moduleVersion())
	dst = append(dst, `,"rules":[`...)
	for i, kind := range audit.Kinds() {
		if i > 0 {
			dst = append(dst, ",\n"...)
		}
		dst = append(dst, `{"id":`...)
		dst = jsontext.AppendQuote(dst, kind.ID)
		dst = append(dst, `,"shortDescription":{"text":`...)
		dst = jsontext.AppendQuote(dst, kind.Detects)
		dst = append(dst, `},"fullDescription":{"text":`...)
		dst = jsontext.AppendQuote(dst, "Finding: "+kind.Detects+". See "+kind.Reference+".")
		dst = append(dst, `},"help":{"text":`...)
		dst = jsontext.AppendQuote(dst, valid(explanationOf(&kind, show.Style{Columns: 80})))
		dst = append(dst, `},"helpUri":`...)
		dst = jsontext.AppendQuote(dst, kind.Address)
		dst = append(dst, `,"defaultConfiguration":{"level":"`+sarifLevel(kind.Severity)+
			`"},"properties":{"tags":["security"],"security-severity":"`+securitySeverity(kind.Severity)+`"}}`...)
	}
	return append(dst, "]}},\"columnKind\":\"utf16CodeUnits\",\"results\":[\n"...)
}

func (x *sarif) wrap(w io.Writer) io.Writer {
	return &listWriter{w: w, head: string(x.head()), separator: ",\n", tail: "\n]}]}\n"}
}
