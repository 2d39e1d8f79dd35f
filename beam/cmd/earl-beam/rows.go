package main

import (
	"bytes"
	"context"
	"errors"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	earlbeam "earl.example/beam"
	"earl.example/beam/internal/files"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/urlerr"
)

func init() {
	register.Function1x2(readingLine)
	register.Function1x1(readingCells)
	register.Function1x2(findingLine)
	register.Function1x1(findingCells)
	register.Function1x1(stringLine)
	register.DoFn3x0[[]byte, func([]byte), func(string)](&urlLineFn{})
	register.DoFn4x0[context.Context, []byte, func([]byte, []byte), func(string)](&pairFn{})
	register.Emitter1[[]byte]()
	register.Emitter1[string]()
	register.Emitter2[[]byte, []byte]()
}

// columns maps each transform to the columns of its table.
var columns = map[string][]string{
	"parse":        readingColumns(),
	"canonicalize": {"href"},
	"distinct":     {"url"},
	"join":         {"href"},
	"audit":        {"input", "id", "severity", "start", "end", "message", "address", "instead"},
}

func readingColumns() []string {
	names := []string{"input", "dialect", "href"}
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		names = append(names, c.String())
	}
	return names
}

func readingLine(r earlbeam.Reading) ([]byte, error) { return r.MarshalJSON() }
func findingLine(f earlbeam.Finding) ([]byte, error) { return f.MarshalJSON() }
func stringLine(s string) []byte                     { return []byte(s) }

func readingCells(r earlbeam.Reading) []byte {
	row := files.AppendCells(nil, &r.Input, &r.Dialect, &r.Href)
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			row = files.AppendCells(row, &value)
		} else {
			row = files.AppendCells(row, nil)
		}
	}
	return row
}

func findingCells(f earlbeam.Finding) []byte {
	start, end, instead := strconv.Itoa(f.Start), strconv.Itoa(f.End), &f.Instead
	if f.Instead == "" {
		instead = nil
	}
	return files.AppendCells(nil, &f.Input, &f.ID, &f.Severity, &start, &end, &f.Message, &f.Address, instead)
}

// A urlLineFn converts a URL to a row if Table is set, and to a line otherwise. If it writes lines, it rejects URLs
// that contain a line feed.
type urlLineFn struct{ Table bool }

func (fn *urlLineFn) ProcessElement(url []byte, lines func([]byte), failed func(string)) {
	switch {
	case fn.Table:
		cell := string(url)
		lines(files.AppendCells(nil, &cell))
	case bytes.IndexByte(url, '\n') >= 0:
		failed(badRecord(url, "the result contains a line feed, which ends a record"))
	default:
		lines(url)
	}
}

// A pairFn converts a record to a base and a reference.
type pairFn struct{ Base string }

var failedCount = beam.NewCounter("earl", "failed")
var inputCount = beam.NewCounter("earl", "input")

func (fn *pairFn) ProcessElement(ctx context.Context, record []byte, pairs func([]byte, []byte), failed func(string)) {
	if fn.Base != "" {
		pairs([]byte(fn.Base), record)
		return
	}
	base, ref, ok := bytes.Cut(record, []byte{'\t'})
	if ok {
		pairs(base, ref)
		return
	}
	inputCount.Inc(ctx, 1)
	failedCount.Inc(ctx, 1)
	failed(badRecord(record, "the record has no tab between a base and a reference"))
}

// badRecord returns the JSON line of a failed record. Its error has no component, offset or rule.
func badRecord(record []byte, message string) string {
	var o jsontext.Writer
	o.Object("")
	o.Input("input", string(record))
	o.Bool("ok", false)
	show.Error(&o, errors.New(message), -1)
	o.Close()
	return string(o.Text)
}
