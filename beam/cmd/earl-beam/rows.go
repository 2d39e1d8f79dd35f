package main

import (
	"bytes"
	"context"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	earlbeam "earl.example/beam"
	"earl.example/beam/internal/files"
)

func init() {
	register.Function1x1(stringLine)
	register.DoFn1x2[beam.X, []byte, error](&rowFn{})
	register.DoFn3x0[[]byte, func([]byte), func(string)](&urlLineFn{})
	register.DoFn4x0[context.Context, []byte, func([]byte, []byte), func(string)](&pairFn{})
	register.Emitter1[[]byte]()
	register.Emitter1[string]()
	register.Emitter2[[]byte, []byte]()
}

// columns maps each transform to the columns of its table.
var columns = map[string][]string{
	"parse":        names(earlbeam.Reading{}.Cells()),
	"canonicalize": {"href"},
	"distinct":     {"url"},
	"join":         {"href"},
	"audit":        names(earlbeam.Finding{}.Cells()),
	"extract":      names(earlbeam.Link{}.Cells()),
}

func names(names []string, _ []*string) []string { return names }

func stringLine(s string) []byte { return []byte(s) }

// A rowFn converts a Reading, a Finding or a Link to a row if Table is set, and to a line of JSON otherwise.
type rowFn struct{ Table bool }

func (fn *rowFn) ProcessElement(element beam.X) ([]byte, error) {
	e := element.(interface {
		Cells() ([]string, []*string)
		MarshalJSON() ([]byte, error)
	})
	if !fn.Table {
		return e.MarshalJSON()
	}
	_, cells := e.Cells()
	return files.AppendCells(nil, cells...), nil
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
		failed(earlbeam.FailureLine(string(url), errors.New("the result contains a line feed, which ends a record")))
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
	failed(earlbeam.FailureLine(string(record), errors.New("the record has no tab between a base and a reference")))
}
