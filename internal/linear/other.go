package linear

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"earl.example"
	"earl.example/bulk"
	"earl.example/canon"
	"earl.example/libcurl"
	"earl.example/urlerr"
)

func earlRows() []Row {
	heads := []string{"", "http://", "http://h/"} // the rows of the dialects have more
	var all []Row
	for _, d := range earl.Dialects() {
		all = append(all,
			Row{"earl: Parse Dialect.Parse Dialect.ParseInto Dialect.CanParse Parts.LogValue Parts.MarshalJSON Parts.UnmarshalJSON Part.String Dialect.Spans Dialect.Locate", heads, func(s string) {
				d.CanParse(s, earl.ParseOptions{})
				p, err := earl.Parse(d, s)
				if err != nil {
					_ = earl.Message(err)
					return
				}
				d.Locate(s, &p)
				_, _ = d.Spans(s)
				_, _ = p.MarshalJSON()
				p.LogValue()
			}},
			Row{"earl: Resolve Dialect.Resolve Dialect.Resolver Message", heads, func(s string) {
				_, _ = earl.Resolve(d, "http://h/a/b/c", s)
				_, _ = d.Resolver(s, earl.ResolveOptions{})("../x/../y")
			}})
	}
	return append(all, Row{"earl: ParseDialect Dialect.UnmarshalText Part.MarshalJSON Part.UnmarshalJSON", ofText, func(s string) {
		var d earl.Dialect
		_ = d.UnmarshalText([]byte("urllib@" + s))
		_, _ = earl.ParseDialect(s)
		text, _ := json.Marshal(earl.Some(s))
		var p earl.Part
		_ = p.UnmarshalJSON(text)
	}})
}

// otherRows are of the packages that have one or two.
func otherRows() []Row {
	var all []Row
	for _, p := range canon.Profiles() {
		all = append(all, Row{"canon: Profile.Canonicalize", ofURL, func(s string) { _, _ = p.Canonicalize(s) }})
	}
	for _, r := range libcurl.Versions() {
		all = append(all, Row{"libcurl: Parse Resolve Version.Parse Version.Resolve URL.String URL.Redacted URL.LogValue", ofURL, func(s string) {
			if u, err := r.Parse(s); err == nil {
				u.LogValue()
			}
			_, _ = r.Resolve("http://h/a/b", s)
			_, _ = r.Resolve("http://h/"+s, "../x")
		}})
	}
	for _, in := range []bulk.Format{bulk.Lines, bulk.NUL, bulk.JSONL, bulk.JSONValues, bulk.CSV, bulk.TSV} {
		all = append(all, recordRow(in))
	}
	return append(all,
		Row{"bulk: Dedupe", ofText, func(s string) {
			key := func(rec *bulk.Record, out *bulk.Output, key []byte) ([]byte, error) {
				return append(key, rec.Text...), out.Text(rec.Text)
			}
			job := bulk.DedupeJob{Job: bulk.Job{Workers: 1}, NewKey: func() bulk.KeyOp { return key }}
			_, _ = bulk.Dedupe(context.Background(), strings.NewReader(s+"\n"+s+"\n"+distinct(len(s))), io.Discard, job)
		}},
		Row{"libcurl: ParseVersion MustParseVersion", ofText, func(s string) {
			defer func() { _ = recover() }()
			libcurl.MustParseVersion(s)
		}},
		Row{"canon: ParseProfile Profile.UnmarshalText", ofText, func(s string) {
			var p canon.Profile
			_ = p.UnmarshalText([]byte(s))
			_, _ = canon.ParseProfile("surt" + s)
		}},
		Row{"bulk: Format.UnmarshalText NewName", ofText, func(s string) {
			var f bulk.Format
			_ = f.UnmarshalText([]byte(s))
			bulk.NewName(s)
		}},
		Row{"urlerr: Redact Excerpt ExcerptAt", ofURL, func(s string) {
			urlerr.Redact(s)
			urlerr.Excerpt(s, len(s)/2)
			urlerr.ExcerptAt(s, len(s))
		}},
		Row{"urlerr: Error.Error Error.Format Error.LogValue Error.MarshalJSON", ofURL, func(s string) {
			for _, private := range []bool{false, true} {
				err := &urlerr.Error{Input: s, Offset: len(s) / 2, Private: private, Err: errors.New(s)}
				_ = err.Error()
				_ = fmt.Sprintf("%+v", err)
				err.LogValue()
				_, _ = err.MarshalJSON()
			}
		}})
}

// recordRow runs a job over a text, with results of each kind.
func recordRow(in bulk.Format) Row {
	name := bulk.NewName("text")
	op := func(rec *bulk.Record, out *bulk.Output) error {
		switch {
		case rec.Err != nil:
			return rec.Err
		case out.JSON():
			o := out.Object()
			o.String(name, rec.Text)
			o.StringSeq(name, func(yield func(string) bool) { yield(rec.Text) })
			rec.WriteExtra(o, name)
			o.Raw(name, "1")
			return nil
		case out.Format() == bulk.CSV && len(rec.Text)%5 == 0:
			out.Note(errors.New(rec.Text))
			out.Row()
			return nil
		case len(rec.Text)%3 == 0:
			return out.TextSeq(func(yield func(string, error) bool) { yield(rec.Text, nil) })
		case len(rec.Text)%6 == 1:
			return out.FieldSeq(func(yield func(bulk.Field) bool) { yield(bulk.Field{Name: "text", Value: rec.Text}) })
		case len(rec.Text)%3 == 1:
			return out.Fields(bulk.Field{Name: "text", Value: rec.Text})
		}
		return out.Text(rec.Text)
	}
	head := map[bulk.Format]string{bulk.JSONL: `{"url": "`, bulk.JSONValues: "[", bulk.CSV: "url,b\n", bulk.TSV: "url\n"}[in]
	return Row{`bulk: Run Records Inputs.Read Record.WriteExtra Output.Text Output.TextSeq Output.Fields Output.FieldSeq Output.Note Output.Object Output.Row
		Object.String Object.StringSeq Object.Raw`, []string{head, "\"", ""}, func(s string) {
		for range bulk.Records(strings.NewReader(s), in) {
		}
		for _, out := range []bulk.Format{bulk.Lines, bulk.JSONL, bulk.CSV} {
			given := false
			inputs := &bulk.Inputs{Next: func() (string, io.ReadCloser, error) {
				if given {
					return "", nil, io.EOF
				}
				given = true
				return "text", io.NopCloser(strings.NewReader(s)), nil
			}}
			job := bulk.Job{In: in, Out: out, New: func() bulk.Op { return op }, Workers: 1, Columns: []string{"text"}}
			_, _ = bulk.Run(context.Background(), inputs, io.Discard, job)
		}
	}}
}
