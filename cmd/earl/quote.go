package main

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/urllib"
	"earl.example/whatwg"
)

func (a *app) quote() *cobra.Command {
	var (
		s                      stream
		d                      dialectFlag
		safe, encoding, errors optional
		plus                   bool
		set                    setFlag
	)
	cmd := &cobra.Command{
		Use:   "quote [flags] [TEXT…]",
		Short: "Percent-encode text",
		Long: `Quote percent-encodes each text, as Python's quote does; with --plus, as
quote_plus does. Bytes that are not UTF-8 fail the record. To encode them
unchanged, use --encoding-errors surrogateescape.

--as whatwg percent-encodes as the URL Standard does. --set is the percent-encode
set: c0-control, fragment, query, special-query, path, userinfo, component or form.
"form" writes a space as "+". Only component and form encode "%". Bytes that are
not UTF-8 become U+FFFD.

In JSON, a result is an object with input, ok and result.`,
		Example: `  earl quote 'a b/c'                  # a%20b/c
  earl quote --plus 'a b&c'           # a+b%26c
  earl quote --safe '' --encoding latin-1 'é/è'
  earl quote --as whatwg --set path 'a b/c?'   # a%20b/c%3F`,
		RunE: func(cmd *cobra.Command, args []string) error {
			py, ok, err := d.python(cmd, "plus", "safe", "encoding", "encoding-errors")
			if err == nil {
				err = d.onlyFor(cmd, "whatwg", !ok, "set")
			}
			switch {
			case err != nil:
				return err
			case !ok:
				return a.work(cmd, &s, args, translation(set.Encode))
			}
			opt := urllib.QuoteOptions{Safe: safe.value, Encoding: encoding.value, Errors: errors.value}
			q := quoter{opt: opt, via: py.Quote}
			if plus {
				q.via = py.QuotePlus
			}
			return a.work(cmd, &s, args, q.op)
		},
	}
	d.byDefault(cmd, "urllib")
	flags := cmd.Flags()
	set.EncodeSet = whatwg.ComponentSet
	flags.Var(&set, "set", "whatwg: percent-encode the characters of `SET`")
	flags.BoolVar(&plus, "plus", false, "urllib: write a space as + (quote_plus)")
	flags.Var(&safe, "safe",
		`urllib: keep these ASCII `+"`CHARACTERS`"+`, like letters, digits and _.-~ (default "/"; with --plus none)`)
	flags.Var(&encoding, "encoding", "urllib: encode text with `ENCODING` (default utf-8)")
	flags.Var(&errors, "encoding-errors",
		"urllib: error `HANDLER` for characters that the encoding lacks (default strict)")
	s.add(cmd)
	return cmd
}

// A quoter percent-encodes text as urllib does.
type quoter struct {
	via func(s string, opt urllib.QuoteOptions) (string, error)
	opt urllib.QuoteOptions
}

func (q *quoter) op() bulk.Op {
	return func(rec *bulk.Record, out *bulk.Output) error {
		if rec.Err == nil && len(rec.Text) > pieceLen && inPieces(q.opt.Encoding) {
			return q.long(rec, out)
		}
		err := rec.Err
		var result string
		if err == nil {
			result, err = q.via(rec.Text, q.opt)
		}
		if err != nil {
			return fail(out, rec, err)
		}
		return give(out, rec, "result", result)
	}
}

func (q *quoter) long(rec *bulk.Record, out *bulk.Output) error {
	result := q.pieces(cut(rec.Text))
	if !out.JSON() {
		return out.TextSeq(result)
	}
	if err := fault(result); err != nil {
		return fail(out, rec, err)
	}
	o := beginOK(out, rec)
	o.StringSeq("result", plain(result))
	finish(o, rec)
	return nil
}

// pieces quotes a text piece by piece. Call it only if inPieces returns true. Then the result of quote_plus for a piece
// does not depend on other pieces.
func (q *quoter) pieces(s text) text {
	return func(yield func(string, error) bool) {
		for piece, err := range s {
			var quoted string
			if err == nil {
				quoted, err = q.via(piece, q.opt)
			}
			if err != nil {
				yield("", q.wholeError(s, err))
				return
			}
			if !yield(quoted, nil) {
				return
			}
		}
	}
}

// wholeError returns the error of quoting all of s, after a piece of s has returned err.
func (q *quoter) wholeError(s text, err error) error {
	all, failed := whole(s)
	if failed == nil {
		_, failed = q.via(all, q.opt)
	}
	return cmp.Or(failed, err)
}

// inPieces reports whether text can be encoded in pieces. The encoding must have no state and no byte order mark, and
// the byte of a space must not occur in other characters.
func inPieces(encoding *string) bool {
	if encoding == nil {
		return true
	}
	switch strings.ReplaceAll(strings.ToLower(*encoding), "_", "-") {
	case "utf-8", "utf8", "ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "iso8859-1":
		return true
	}
	return false
}

func (a *app) unquote() *cobra.Command {
	var (
		s                stream
		d                dialectFlag
		encoding, errors optional
		plus             bool
	)
	cmd := &cobra.Command{
		Use:   "unquote [flags] [TEXT…]",
		Short: "Decode percent-encoded text",
		Long: `Unquote decodes each text, as Python's unquote does; with --plus, as unquote_plus
does. In text output, a result that contains a line feed is a failed record: use
--out nul or --json.

--as whatwg decodes as the URL Standard does. Bytes that are not UTF-8 become
U+FFFD.

In JSON, a result is an object with input, ok and result.`,
		Example: `  earl unquote a%20b%2Fc              # a b/c
  earl unquote --plus a+b             # a b
  earl unquote --json --encoding latin-1 %E9%0A`,
		RunE: func(cmd *cobra.Command, args []string) error {
			py, ok, err := d.python(cmd, "plus", "encoding", "encoding-errors")
			switch {
			case err != nil:
				return err
			case !ok:
				return a.work(cmd, &s, args, translation(whatwg.PercentDecodeText))
			}
			opt := urllib.UnquoteOptions{Encoding: encoding.value, Errors: errors.value}
			op := func(text string) (string, error) { return py.Unquote(text, opt) }
			if plus {
				op = func(text string) (string, error) { return py.UnquotePlus(text, opt) }
			}
			return a.work(cmd, &s, args, textOp(op))
		},
	}
	d.byDefault(cmd, "urllib")
	flags := cmd.Flags()
	flags.BoolVar(&plus, "plus", false, "urllib: decode + as a space (unquote_plus)")
	flags.Var(&encoding, "encoding", "urllib: decode bytes with `ENCODING` (default utf-8)")
	flags.Var(&errors, "encoding-errors",
		"urllib: error `HANDLER` for bytes that are invalid in the encoding (default replace)")
	s.add(cmd)
	return cmd
}

// textOp returns an operation that writes do(text) for each record.
func textOp(do func(text string) (string, error)) func() bulk.Op {
	return func() bulk.Op {
		return func(rec *bulk.Record, out *bulk.Output) error {
			err := rec.Err
			var result string
			if err == nil {
				result, err = do(rec.Text)
			}
			if err != nil {
				return fail(out, rec, err)
			}
			return give(out, rec, "result", result)
		}
	}
}
