package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
)

func (a *app) stats() *cobra.Command {
	s := stream{app: a, urls: true, documents: []string{"drawing"}}
	s.Columns = []string{"field", "value", "count", "at_most"}
	t := totals{top: 10}
	cmd := &cobra.Command{
		Use:   "stats [flags] [URL…]",
		Short: "Count the values of components",
		Long: `Stats counts records, failures by reason, and the values of scheme, host,
registered_domain, tld, port, extension and params, the names of parameters. The
first two and extension are in lower case. An absent component is not counted.
--field counts other fields of earl get instead, or the results of templates, as in
--field 'origin={scheme}://{host}'.

Of each field, the --top most frequent values are written, and values with the same
count in the order of their bytes.

Output:
  drawing   A bar for each value, and the number of different values. Default
            if standard output is a terminal.
  text      The field, the value and the count, separated by tabs.
  jsonl     An object with field, value, count and at_most.
  csv, tsv  A row with the same columns.

The first results are "records" and "failed", which have no value, and a "failure"
for each reason. Failed records are not counted anywhere else.

Memory: counts are exact while all values fit into --memory, minus about 24 MiB.
After that, rare values of the field with the most values are dropped. Its counts
can then be too low, and a message says by how much at most: the difference of
at_most and count. A dropped value has not occurred more often than this. Of a value
longer than 1,024 bytes, only the beginning is counted.`,
		Example: `  earl stats < urls.txt
  earl stats --in clf --base https://example.com --field 'dir=segment:1' < access.log
  earl stats --in csv --column link --out csv --top 0 < shops.csv
  earl stats --where 'scheme == "http"' --field registered_domain < urls.txt`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(t.fields) == 0 {
				t.fields = namedTemplates{
					{"scheme", "{scheme|lower}"}, {"host", "{host|lower}"}, {"registered_domain", "{registered_domain}"},
					{"tld", "{tld}"}, {"port", "{port}"}, {"extension", "{extension|lower}"}, {"params", "{params}"},
				}
			}
			if _, err := t.compile(nil, s.unicode); err != nil {
				return err
			}
			if t.style, s.totals = s.drawingStyle(true), &t; t.style != nil {
				s.document.separator = ""
			}
			t.shared = make([]counter, len(t.templates))
			return s.work(args, t.op)
		},
	}
	flags := s.addAs(cmd, dialectNames()...)
	s.addBase(flags)
	flags.Var(&choice{values: fieldNames, set: t.fields.Set}, "field",
		"count the values of `FIELD`, or of NAME=TEMPLATE; may be repeated")
	choose(flags, &t.top, "top", "10", "write the `N` most frequent values of each field; 0 writes all", nil, parseNumber)
	addMemory(flags, &t.memory)
	s.addUnicode(flags)
	s.addSeparator(flags)
	return s.add(cmd)
}

// totals counts values of fields.
type totals struct {
	selector
	top    int
	memory int64
	style  *show.Style // of drawings, or nil

	mu      sync.Mutex
	workers []*worker
	shared  []counter // for each field
	size    int64     // memory for the values of shared, in bytes
}

// A worker has counts that are not yet in the shared ones.
type worker struct {
	*totals
	records int64 // records that have not failed
	counts  []map[string]int64
}

// mostOwn is the number of values of a field that a worker counts alone.
const mostOwn = 1024

// op returns an operation that counts values and gives no result.
func (t *totals) op() op {
	w := &worker{totals: t, counts: make([]map[string]int64, len(t.templates))}
	for i := range w.counts {
		w.counts[i] = map[string]int64{}
	}
	t.workers = append(t.workers, w)
	type pair struct {
		field int
		value string
	}
	var pairs []pair
	var text []byte
	return func(v *view, out *results) error {
		if err := v.read(); err != nil {
			return v.explained(err)
		}
		pairs = pairs[:0]
		for i, template := range t.templates {
			switch f := template.only(); {
			case f != nil && f.all != nil:
				for _, value := range f.values(v) {
					pairs = append(pairs, pair{i, value})
				}
			case f != nil:
				value, ok, err := f.value(v)
				if err != nil {
					return v.explained(err)
				}
				if ok {
					pairs = append(pairs, pair{i, value})
				}
			default:
				var err error
				if text, err = template.expand(text[:0], v); err != nil {
					return v.explained(err)
				}
				pairs = append(pairs, pair{i, string(text)})
			}
		}
		w.records++
		for _, p := range pairs {
			w.add(p.field, p.value)
		}
		out.Omit()
		return nil
	}
}

// longestCounted is the number of bytes of a value that are counted.
const longestCounted = 1024

// add counts a value of a field.
func (w *worker) add(field int, value string) {
	if end := longestCounted; len(value) > end {
		for !utf8.RuneStart(value[end]) && end > longestCounted-utf8.UTFMax {
			end--
		}
		value = value[:end] + "…"
	}
	own := w.counts[field]
	if _, ok := own[value]; !ok {
		value = strings.Clone(value)
	}
	if own[value]++; len(own) >= mostOwn {
		w.merge(field)
	}
}

// merge adds the counts of a field to the shared ones.
func (w *worker) merge(field int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for value, n := range w.counts[field] {
		if w.size += w.shared[field].add(value, n); w.size > w.memory {
			largest := &w.shared[0]
			for i := range w.shared {
				if w.shared[i].size > largest.size {
					largest = &w.shared[i]
				}
			}
			w.size -= largest.shrink()
		}
	}
	clear(w.counts[field])
}

// A counter counts values. When it shrinks, it does so by the algorithm of Misra and Gries, Finding repeated elements
// (1982).
type counter struct {
	counts map[string]int64
	total  int64 // the sum of all counts
	lost   int64 // each count is at most this much too low
	size   int64 // memory for the values of counts, in bytes
}

// entrySize is the memory for an entry of a map and for sorting it, in bytes, without the text.
const entrySize = 128

// add adds n to the count of a value. It returns the memory that this needs.
func (c *counter) add(value string, n int64) (size int64) {
	if c.counts == nil {
		c.counts = map[string]int64{}
	}
	c.total += n
	before, ok := c.counts[value]
	if !ok {
		size = int64(len(value) + entrySize)
	}
	c.counts[value] = before + n
	c.size += size
	return size
}

// shrink removes the less frequent half of the values. It lowers all counts by the highest count that it removes. It
// returns the memory that is free now.
func (c *counter) shrink() (free int64) {
	all, before := sorted(c.counts), c.size
	half := len(all) / 2
	least := all[half].n
	c.counts, c.size, c.lost = make(map[string]int64, half), 0, c.lost+least
	for _, x := range all[:half] {
		if x.n > least {
			c.size += int64(len(x.value) + entrySize)
			c.counts[x.value] = x.n - least
		}
	}
	return before - c.size
}

// A count is a value and how often it occurred.
type count struct {
	value string
	n     int64
}

// sorted returns counts, the highest first.
func sorted(counts map[string]int64) []count {
	all := make([]count, 0, len(counts))
	for value, n := range counts {
		all = append(all, count{value, n})
	}
	slices.SortFunc(all, func(a, b count) int {
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.value, b.value))
	})
	return all
}

// run counts the values of the records, and writes the counts, also if the run is interrupted.
func (t *totals) run(s *stream, in io.Reader, out *destination, job bulk.Job, failures *failureLog) (bulk.Stats,
	error) {
	var restore func()
	t.memory, restore = limitMemory(t.memory)
	defer restore()
	counting := job
	counting.Out = bulk.Lines // no record has a result
	stats, err := bulk.Run(s.ctx, in, io.Discard, counting)
	if out.unusable(err) {
		return stats, err
	}
	rows := t.results(s, failures)
	job.Records = recordSource(make([]bulk.Record, len(rows))).records
	job.Columns, job.OnlyColumns, job.Progress, job.Failed, job.MaxFailed = s.Columns, true, nil, nil, 0
	job.New = func() bulk.Op {
		results := &results{stream: s}
		return func(rec *bulk.Record, o *bulk.Output) error {
			results.Output, results.rec = o, rec
			return results.give(rows[rec.Num-1].result(t.style))
		}
	}
	_, failed := bulk.Run(context.WithoutCancel(s.ctx), nil, out, job)
	return stats, cmp.Or(err, failed)
}

// results returns the results of a run.
func (t *totals) results(s *stream, failures *failureLog) []statistic {
	var records int64
	for _, w := range t.workers {
		records += w.records
		for i := range w.counts {
			w.merge(i)
		}
	}
	failed := &failures.reasons
	rows := []statistic{
		{field: "records", count: count{n: records + failed.total}}, {field: "failed", count: count{n: failed.total}},
	}
	rows = t.rows(rows, "failure", failed)
	for i := range t.shared {
		rows = t.rows(rows, t.names[i], &t.shared[i])
		if lost := t.shared[i].lost; lost > 0 && !s.quiet {
			fmt.Fprintf(s.stderr, "earl: %s has more values than fit into memory, so counts of %[1]s may be %s too low: "+
				"--memory sets the memory\n", t.names[i], grouped(lost))
		}
	}
	return rows
}

// A statistic is a result of stats: a value of a field, and how often it occurred.
type statistic struct {
	field string
	count
	values *counter // the counter of the value, or nil if the field has no value
	top    []count  // the values of the field that are written
	at     int      // the index of the value in top
}

// rows appends a row for each of the most frequent values of a field.
func (t *totals) rows(rows []statistic, field string, c *counter) []statistic {
	all := sorted(c.counts)
	if t.top > 0 {
		all = all[:min(t.top, len(all))]
	}
	for i := range all {
		rows = append(rows, statistic{field, all[i], c, all, i})
	}
	return rows
}

func (r *statistic) result(style *show.Style) *result {
	most := r.n
	if r.values != nil {
		most += r.values.lost
	}
	cells := []bulk.Field{{Name: "field", Value: r.field}, {Name: "value", Value: r.value},
		{Name: "count", Value: strconv.FormatInt(r.n, 10)}, {Name: "at_most", Value: strconv.FormatInt(most, 10)}}
	fields := slices.Clone(cells[:3])
	fields[1].Value = show.Visible(r.value)
	return &result{
		whole: true, unnamed: true, fields: fields, cells: cells,
		members: func(o *jsontext.Writer) {
			o.String("field", r.field)
			o.Value("value", r.value, r.values != nil)
			o.Int("count", r.n)
			o.Int("at_most", most)
		},
		draw: func() string { return r.drawing(style) },
	}
}

// drawing returns a line with the value, the count and a bar. The first line of a field is after a title, and the last
// one before the number of others.
func (r *statistic) drawing(style *show.Style) string {
	if r.values == nil {
		return fmt.Sprintf("%-8s%12s\n", r.field, grouped(r.n))
	}
	text, different := "", int64(len(r.values.counts))
	switch {
	case r.at > 0:
	case r.values.lost > 0:
		text = fmt.Sprintf("\n%s: more than fit into memory; counts may be %s too low\n", r.field, grouped(r.values.lost))
	default:
		text = fmt.Sprintf("\n%s: %s different\n", r.field, grouped(different))
	}
	const countWidth = 12
	room := max(style.Columns, 60) - countWidth - len("    ") // for the value and the bar
	width := room * 2 / 3
	line := func(label string, n int64) string {
		return "  " + label + strings.Repeat(" ", width-show.Columns(label)) + fmt.Sprintf("%*s", countWidth, grouped(n))
	}
	full := "█"
	if style.ASCII {
		full = "#"
	}
	bar := strings.Repeat(full, max(1, int(float64(r.n)/float64(r.top[0].n)*float64(room-width))))
	text += line(show.Cut(show.Visible(r.value), width), r.n) + "  " + bar + "\n"
	if others := different - int64(len(r.top)); r.at == len(r.top)-1 && others > 0 {
		rest := r.values.total
		for _, x := range r.top {
			rest -= x.n
		}
		text += line(fmt.Sprintf("… and %s others", grouped(others)), rest) + "\n"
	}
	return text
}
