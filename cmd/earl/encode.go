package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/pairs"
	"earl.example/urllib"
)

func (a *app) encode() *cobra.Command {
	s := stream{noTables: true}
	var via string
	var opt urllib.EncodeOptions
	cmd := &cobra.Command{
		Use:   "encode [flags] [NAME=VALUE…]",
		Short: "Make query strings from names and values",
		Long: `Encode makes a query string from names and values, as Python's urlencode does. The
arguments are the pairs of one query.

Without arguments, each record is a query:
  lines     fields name=value, separated by tabs, as earl query writes them
  jsonl     an object whose members are the pairs, or an array of arrays
            [name, value]. A value is written as Python prints it: null as
            None, and an array as a list. With --doseq, an array gives a pair
            for each element.

--as whatwg is the application/x-www-form-urlencoded serializer of the URL
Standard. In JSON, values must be strings. --encoding is a label of the Encoding
Standard. A character that the encoding lacks is written as a reference such as
&#8364;, as in browser forms. The other flags need urllib.

In JSON, a result is an object with input, ok and result.`,
		Example: `  earl encode a=1 'b=x y'             # a=1&b=x+y
  earl query 'b=1&a=2' | earl encode
  echo '{"a":[1,2.5],"b":null}' | earl encode --in jsonl --doseq   # a=1&a=2.5&b=None`,
		RunE: func(cmd *cobra.Command, args []string) error {
			py, ok, err := s.python(cmd, "doseq", "via", "safe", "encoding-errors")
			if err != nil {
				return err
			}
			e := encoder{py: py, opt: opt, form: !ok}
			switch {
			case !ok:
				if e.encoding, err = formEncoding(opt.Encoding); err != nil {
					return err
				}
			case via == "quote":
				e.opt.QuoteVia = py.Quote
			case via == "quote_plus":
				e.opt.QuoteVia = py.QuotePlus
			default:
				return fmt.Errorf("--via %s: must be quote or quote_plus", quoted(via))
			}
			return a.encodeRecords(cmd, &s, args, e)
		},
	}
	s.addAs(cmd, "urllib")
	flags := cmd.Flags()
	flags.BoolVar(&opt.DoSeq, "doseq", false, "urllib: write a pair for each element of an array")
	flags.StringVar(&via, "via", "quote_plus", "urllib: encode with `FUNCTION`, quote or quote_plus (quote_via)")
	optional(flags, &opt.Safe, "safe",
		"urllib: keep these ASCII `CHARACTERS`, like letters, digits and _.-~ (default none)")
	optional(flags, &opt.Encoding, "encoding", "encode text with `ENCODING` (default utf-8)")
	optional(flags, &opt.Errors, "encoding-errors",
		"urllib: error `HANDLER` for characters that the encoding lacks (default strict)")
	s.add(cmd)
	return cmd
}

// encodeRecords encodes the arguments as one record, or the records of the input.
func (a *app) encodeRecords(cmd *cobra.Command, s *stream, args []string, e encoder) error {
	switch {
	case len(args) > 0:
		e.items = pairs.FromFields(slices.Values(args))
		for _, err := range e.items {
			if err != nil {
				return fmt.Errorf("arguments are NAME=VALUE, and JSON is for standard input with --in jsonl: %w", err)
			}
		}
		args = []string{strings.Join(args, "\t")}
	case s.in == bulk.JSONL:
		s.in = bulk.JSONValues
		e.json = true
	}
	return a.work(cmd, s, args, e.op)
}

type encoder struct {
	py  urllib.Python
	opt urllib.EncodeOptions
	// the pairs in the arguments, which are one record, or nil if the input has the records
	items iter.Seq2[[2]any, error]
	json  bool // records are JSON values
	form  bool // encode as whatwg does

	encoding string // for whatwg: a label of the Encoding Standard, or "" for UTF-8
}

func (e *encoder) op() bulk.Op {
	var first []byte
	return func(rec *bulk.Record, out *bulk.Output) error {
		first = first[:0]
		long, err := false, rec.Err
		if err == nil {
			first, long, err = e.begin(first, rec)
		}
		switch {
		case err == nil && long && !out.JSON():
			return out.TextSeq(e.pieces(rec))
		case err == nil && long:
			err = fault(e.pieces(rec))
		}
		switch {
		case err != nil && out.SkipsFailed():
		case out.JSON():
			e.print(out, rec, first, long, err)
		case err == nil:
			err = out.Text(string(first))
		}
		return err
	}
}

// begin appends the query string of a record, or reports that the query string is long. A long query string can be much
// longer than the record, so it is not stored. The caller generates it twice: first to find errors, then to write it.
func (e *encoder) begin(dst []byte, rec *bulk.Record) (_ []byte, long bool, err error) {
	for piece, err := range e.pieces(rec) {
		if err != nil {
			return dst, false, err
		}
		if len(dst)+len(piece) > pieceLen {
			return dst, true, nil
		}
		dst = append(dst, piece...)
	}
	return dst, false, nil
}

func (e *encoder) print(out *bulk.Output, rec *bulk.Record, first []byte, long bool, err error) {
	o := out.Object()
	if e.json && rec.Err == nil {
		o.Raw("input", rec.Text)
	} else {
		o.String("input", rec.Text)
	}
	o.Bool("ok", err == nil)
	switch {
	case err != nil:
		describe(o, err, rec.Text)
	case long:
		o.StringSeq("result", plain(e.pieces(rec)))
	default:
		o.String("result", string(first))
	}
}

// batch is the number of pairs that one call of urlencode gets.
const batch = 256

func (e *encoder) pieces(rec *bulk.Record) text {
	if e.form {
		return e.formPieces(rec)
	}
	return func(yield func(string, error) bool) {
		w := queryWriter{encoder: e, yield: yield}
		var err error
		for item, failed := range e.all(rec) {
			if err = failed; err == nil {
				err = w.item(item)
			}
			if err != nil {
				break
			}
		}
		if err == nil {
			err = w.flush()
		}
		if err != nil && err != errStop {
			yield("", err)
		}
	}
}

func (e *encoder) all(rec *bulk.Record) iter.Seq2[[2]any, error] {
	switch {
	case e.items != nil:
		return e.items
	case e.json && e.form:
		return pairs.FromStrings(rec.Text)
	case e.json:
		return pairs.FromJSON(rec.Text, e.py.Version, e.opt.DoSeq)
	}
	return pairs.FromText(rec.Text)
}

// errStop ends the iteration when the caller stops it.
var errStop = errors.New("stop")

// A queryWriter writes a query string from pairs.
type queryWriter struct {
	*encoder
	items [][2]any // not yet written
	size  int      // total length of the texts in items
	begun bool     // something is written
	yield func(string, error) bool
}

func (w *queryWriter) item(item [2]any) error {
	key, value := w.long(item[0]), w.long(item[1])
	if key != nil || value != nil {
		if w.quoter().boundary != nil {
			return w.longItem(item, key, value)
		}
		var err error
		if item, err = wholeItem(item); err != nil {
			return err
		}
	}
	w.items = append(w.items, item)
	w.size += length(item[0]) + length(item[1])
	if len(w.items) < batch && w.size < pieceLen {
		return nil
	}
	return w.flush()
}

func (w *queryWriter) flush() error {
	piece, err := w.py.Encode(w.items, w.opt)
	w.items, w.size = w.items[:0], 0
	if err != nil || piece == "" {
		return err // urlencode wrote nothing
	}
	if w.begun {
		piece = "&" + piece
	}
	return w.write(piece)
}

func (w *queryWriter) write(piece string) error {
	w.begun = true
	if !w.yield(piece, nil) {
		return errStop
	}
	return nil
}

// long returns the text of a key or value if it is long, or nil if it is short.
func (w *queryWriter) long(v any) text {
	switch v := v.(type) {
	case pairs.Long:
		return text(v)
	case string:
		if len(v) > pieceLen {
			return cutAt(v, pairs.Boundary)
		}
	}
	return nil
}

func (w *queryWriter) longItem(item [2]any, key, value text) error {
	if err := w.flush(); err != nil {
		return err
	}
	if _, none := item[1].([]any); none {
		return fault(w.quoter().pieces(key)) // an empty list gives no pair, but the key may still be invalid
	}
	if w.begun {
		if err := w.write("&"); err != nil {
			return err
		}
	}
	if err := w.longText(key, item[0]); err != nil {
		return err
	}
	if err := w.write("="); err != nil {
		return err
	}
	return w.longText(value, item[1])
}

// longText writes a key or a value. The value is s or, if s is nil, v.
func (w *queryWriter) longText(s text, v any) error {
	if s == nil {
		// urlencode writes a key like a value, so encode v as a key with an empty value.
		b, err := w.py.Encode([][2]any{{v, ""}}, w.opt)
		if err != nil {
			return err
		}
		return w.write(strings.TrimSuffix(b, "="))
	}
	for piece, err := range w.quoter().pieces(s) {
		if err == nil {
			err = w.write(piece)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// quoter returns a converter that quotes as urlencode does.
func (e *encoder) quoter() converter {
	opt := e.opt.QuoteOptions
	if opt.Safe == nil {
		opt.Safe = new("")
	}
	return quoting(e.opt.QuoteVia, opt)
}

func wholeItem(item [2]any) (_ [2]any, err error) {
	for i := range item {
		if long, ok := item[i].(pairs.Long); ok && err == nil {
			item[i], err = whole(text(long))
		}
	}
	return item, err
}

func length(v any) int {
	s, _ := v.(string)
	return len(s)
}
