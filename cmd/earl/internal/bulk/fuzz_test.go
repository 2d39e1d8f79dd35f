package bulk

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// slowRecords is how doc.go describes records, with nothing done for speed.
func slowRecords(in string, f Format) []string {
	delim := string([]byte{f.delimiter()})
	if f != NUL {
		in = strings.TrimPrefix(in, "\ufeff")
	}
	if in == "" {
		return nil
	}
	texts := strings.SplitAfter(in, delim)
	if texts[len(texts)-1] == "" {
		texts = texts[:len(texts)-1]
	}
	for i, s := range texts {
		s, ended := strings.CutSuffix(s, delim)
		if f == Lines && ended {
			s = strings.TrimSuffix(s, "\r")
		}
		texts[i] = s
	}
	return texts
}

// FuzzRecordsAsDescribed: cutting in blocks gives the records of the obvious
// way, whatever pieces the input comes in.
func FuzzRecordsAsDescribed(f *testing.F) {
	for _, s := range []string{"", "a", "a\n", "\xef\xbb\xbfa\r\n\r\nb\r", "\x00\x00a\x00", "\xef\xbb\xbf",
		strings.Repeat("ab\n", 100)} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, in string, nul bool) {
		format := Lines
		if nul {
			format = NUL
		}
		want := slowRecords(in, format)
		for _, size := range []int{perRecord, 3 * perRecord, maxBlock} {
			blocks := newBlockReader(t.Context(), iotest.HalfReader(strings.NewReader(in)), &Job{In: format}, size)
			c := newCutter(&Job{In: format})
			var got []string
			for {
				b, err := blocks.next()
				if err != nil {
					break
				}
				c.start(b)
				for rec := c.next(); rec != nil; rec = c.next() {
					if got = append(got, rec.Text); rec.Num != int64(len(got)) {
						t.Fatalf("record %d has number %d", len(got), rec.Num)
					}
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q in blocks of %d: %q, want %q", in, size, got, want)
			}
		}
	})
}

// FuzzOneRecordOutPerRecordIn: for every input, there is one result for
// each record, and with JSON each is a JSON object.
func FuzzOneRecordOutPerRecordIn(f *testing.F) {
	for _, s := range []string{"", "a\nx\n\ny", "{\"url\":\"a\\n\"}\n[\n\"b\"", "\x00\n", "\"\\ud800\"\n\"\xff\"",
		"{\"a\":\"\xed\xa0\x80\xff\",\"url\":\"\"}"} {
		for in := range Format(4) {
			f.Add(s, uint8(in), uint8(in)/2)
		}
	}
	f.Fuzz(func(t *testing.T, in string, inFormat, outFormat uint8) {
		job := Job{In: Format(inFormat % 4), Out: Format(outFormat % 3), Workers: 1, New: lengthOp}
		var out bytes.Buffer
		stats, err := Run(context.Background(), strings.NewReader(in), &out, job)
		if err != nil {
			t.Fatal(err)
		}
		want := len(slowRecords(in, job.In))
		results := slowRecords(out.String(), NUL)
		if job.Out != NUL {
			results = strings.SplitAfter(out.String(), "\n")
			results = results[:len(results)-1]
		}
		if len(results) != want || stats.Records != int64(want) {
			t.Fatalf("%q, %v to %v: %d records, %d results, %+v", in, job.In, job.Out, want, len(results), stats)
		}
		for _, line := range results {
			if job.Out == JSONL && !json.Valid([]byte(line)) {
				t.Fatalf("%q: result %q", in, line)
			}
		}
	})
}

// FuzzParallelEqualsSerial: the number of workers changes nothing.
func FuzzParallelEqualsSerial(f *testing.F) {
	f.Add("a\nx\n\ny\n", 1, uint8(0), uint8(2))
	f.Add("\"a\"\n{}\n", 500, uint8(2), uint8(2))
	f.Add("abc\x00x\x00", 3000, uint8(1), uint8(1))
	f.Fuzz(func(t *testing.T, in string, times int, inFormat, outFormat uint8) {
		in = strings.Repeat(in, times&4095)
		if len(in) > 1<<20 {
			t.Skip()
		}
		var want string
		var wantFailed []int64
		for _, workers := range []int{1, 2, 7, maxWorkers} {
			var out bytes.Buffer
			var failed []int64
			_, err := Run(context.Background(), strings.NewReader(in), &out, Job{
				In: Format(inFormat % 4), Out: Format(outFormat % 3), Workers: workers, New: lengthOp,
				Failed: func(fs []Failure) {
					for _, f := range fs {
						failed = append(failed, f.Num)
					}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			if workers == 1 {
				want, wantFailed = out.String(), failed
			}
			if out.String() != want || !slices.Equal(failed, wantFailed) {
				t.Fatalf("%d workers: %q, failed %v; serial %q, failed %v", workers, out.String(), failed, want, wantFailed)
			}
		}
	})
}

// FuzzJSONLAgreesWithStandard: a line is used if encoding/json reads it as a
// string or as an object with the right members, each of them once.
func FuzzJSONLAgreesWithStandard(f *testing.F) {
	for _, s := range []string{
		`"a"`, `{"url":"a","base":"b","c":[1,{"d":null}]}`, `{"url":1}`, `{"base":null,"url":""}`,
		`{"url":"\u0061\ud83d\ude00"}`,
		`{}`, `[]`, `x`, ` {"url" : "" } `, `{"url":"a","base":[]}`, `{"u\u0072l":"a"}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\n") || strings.HasPrefix(line, "\ufeff") {
			t.Skip()
		}
		if strings.Count(line, "[")+strings.Count(line, "{") > 9000 {
			t.Skip()
		}
		recs, err := records(strings.NewReader(line+"\n"), JSONL)
		if err != nil || len(recs) != 1 {
			t.Fatal(recs, err)
		}
		rec := recs[0]
		var str string
		var object map[string]json.RawMessage
		switch {
		case json.Unmarshal([]byte(line), &str) == nil && strings.TrimLeft(line, " \t\r")[0] == '"':
			if rec.Err != nil {
				t.Fatalf("%q: %v, want no error for a string", line, rec.Err)
			}
			if want, _ := json.Marshal(str); !strings.Contains(string(want), "ufffd") && !strings.Contains(str, "\ufffd") &&
				rec.Text != str {
				t.Fatalf("%q: %q, want %q", line, rec.Text, str)
			}
		case json.Unmarshal([]byte(line), &object) == nil && object != nil:
			url, base := string(object["url"]), string(object["base"])
			good := strings.HasPrefix(url, `"`) && (base == "" || base == "null" || base[0] == '"')
			if rec.Err == nil && !good {
				t.Fatalf("%q: %+v, want an error", line, rec)
			}
			if rec.Err != nil && good && !strings.Contains(rec.Err.Error(), "twice") {
				t.Fatalf("%q: %v, want no error", line, rec.Err)
			}
			if rec.Extra != "" && !json.Valid([]byte(rec.Extra)) {
				t.Fatalf("%q: extra %q", line, rec.Extra)
			}
			if rec.HasBase != (rec.Err == nil && base != "" && base != "null") {
				t.Fatalf("%q: %+v, want a base if there is one", line, rec)
			}
		case rec.Err == nil:
			t.Fatalf("%q: %+v, want an error", line, rec)
		}
	})
}
