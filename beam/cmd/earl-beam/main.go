// Earl-beam processes URLs on a Beam runner: parse, canonicalize, distinct, join and audit. The results are the same as
// the results of the command earl.
//
//	go run ./cmd/earl-beam -input 'urls/*.txt.gz' -output out/canonical.txt.gz
//	go run ./cmd/earl-beam -do distinct -profile surt -input urls.parquet -output out/urls.parquet -dropped out/d.txt
//	go run ./cmd/earl-beam -do parse -as whatwg -input urls.txt -output out/readings.jsonl -failed out/failed.jsonl
//
// Without -runner, the pipeline runs in this process, on the runner prism. Flags of the SDK, such as -runner, -endpoint
// and -environment_type, choose another runner.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"

	earlbeam "earl.example/beam"
	"earl.example/beam/internal/files"
)

// The exit statuses are the same as for the command earl.
const (
	statusUsage = 2
	statusIO    = 4
)

func main() {
	var j job
	j.flags(flag.CommandLine)
	flag.Usage = usage
	flag.Parse()
	beam.Init() // does not return in a worker
	ctx := context.Background()
	log.LogLevel = "error" // log level of prism
	log.SetLogger(&log.Standard{Level: log.SevError})
	pipeline, err := j.build(ctx, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "earl-beam:", err)
		os.Exit(statusUsage)
	}
	result, err := beam.Run(ctx, cmp.Or(*runners.Runner, "prism"), pipeline)
	if err != nil {
		fmt.Fprintln(os.Stderr, "earl-beam:", err)
		os.Exit(statusIO)
	}
	report(os.Stderr, sums(result))
}

func usage() {
	fmt.Fprintln(flag.CommandLine.Output(), `Usage: earl-beam -input PATTERN[,PATTERN...] -output FILE [flags]

Earl-beam reads URLs on a Beam runner. Inputs are text, one URL a line, compressed
text (.gz, .zst) or Parquet (.parquet). The output FILE names the results: for
out/urls.txt.gz they are out/urls-ID.txt.gz, one for each bundle. A FILE that ends
in .parquet is a table. Other files have text: URLs for canonicalize, distinct and
join, and JSON for parse and audit. Files are local, or of a filesystem of the SDK:
gs://, s3://, memfs://.

Flags, those of the SDK included:`)
	flag.PrintDefaults()
}

// A job holds the values of the flags.
type job struct {
	do, inputs, output, failed, dropped string
	column, profile, base               string
	as, dialects                        string
}

func (j *job) flags(f *flag.FlagSet) {
	f.StringVar(&j.do, "do", "canonicalize", "the `TRANSFORM`: parse, canonicalize, distinct, join or audit")
	f.StringVar(&j.inputs, "input", "", "read files that match these `PATTERNS`, with commas between them")
	f.StringVar(&j.output, "output", "", "write results to files named after this `FILE`")
	f.StringVar(&j.failed, "failed", "", "write records that fail, as JSON lines, to files named after this `FILE`")
	f.StringVar(&j.dropped, "dropped", "", "distinct: write URLs that are dropped to files named after this `FILE`")
	f.StringVar(&j.column, "column", "url", "read this `COLUMN` of Parquet files")
	f.StringVar(&j.profile, "profile", "", "canonicalize, distinct: the canonical form `NAME` (default whatwg)")
	f.StringVar(&j.as, "as", "", "parse, join: the `DIALECT` (default rfc3986)")
	f.StringVar(&j.dialects, "dialects", "", "audit: the `DIALECTS` to compare, with commas between them")
	f.StringVar(&j.base, "base", "",
		"parse, join, audit: resolve each URL against this `URL`; without it, a record of join is a base, a tab and a "+
			"reference")
}

// flagsFor maps a flag to the transforms on which it has an effect.
var flagsFor = map[string][]string{
	"profile": {"canonicalize", "distinct"}, "dropped": {"distinct"}, "as": {"parse", "join"}, "dialects": {"audit"},
	"base": {"parse", "join", "audit"},
}

// check returns an error if required flags are missing or if flags contradict each other.
func (j *job) check(ctx context.Context, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q: name inputs with -input", args[0])
	}
	if !slices.Contains([]string{"parse", "canonicalize", "distinct", "join", "audit"}, j.do) {
		return fmt.Errorf("-do %q: want parse, canonicalize, distinct, join or audit", j.do)
	}
	if j.inputs == "" || j.output == "" {
		return errors.New("-input and -output are required")
	}
	set := map[string]string{
		"profile": j.profile, "dropped": j.dropped, "as": j.as, "dialects": j.dialects, "base": j.base,
	}
	for name, value := range set {
		if value != "" && !slices.Contains(flagsFor[name], j.do) {
			return fmt.Errorf("-%s has no effect on %s: it is for %s", name, j.do, strings.Join(flagsFor[name], ", "))
		}
	}
	outputs := map[string]bool{}
	for _, output := range []*string{&j.output, &j.failed, &j.dropped} {
		if *output == "" {
			continue
		}
		*output = absolute(*output)
		if outputs[*output] {
			return fmt.Errorf("%s is the name of two outputs", *output)
		}
		outputs[*output] = true
		if err := files.Check(ctx, *output); err != nil {
			return err
		}
	}
	if strings.HasSuffix(j.failed, ".parquet") {
		return errors.New("-failed is JSON lines, not Parquet: name a file such as failed.jsonl")
	}
	return nil
}

// absolute returns the absolute form of a local path. Workers can have another current folder, in which a relative path
// is wrong.
func absolute(name string) string {
	if strings.Contains(name, "://") {
		return name
	}
	abs, err := filepath.Abs(name)
	if err != nil || strings.HasSuffix(name, "/") {
		return name // files.Check rejects a folder
	}
	return abs
}

// build builds the pipeline. Its errors are usage errors.
func (j *job) build(ctx context.Context, args []string) (_ *beam.Pipeline, err error) {
	if err := j.check(ctx, args); err != nil {
		return nil, err
	}
	// Transforms panic if their options are invalid.
	defer func() {
		if r := recover(); r != nil {
			err = errors.New(strings.TrimPrefix(fmt.Sprint(r), "earlbeam."))
		}
	}()
	p, s := beam.NewPipelineWithRoot()
	var patterns []string
	for pattern := range strings.SplitSeq(j.inputs, ",") {
		patterns = append(patterns, absolute(pattern))
	}
	records := files.Read(s, j.column, patterns...)
	var results, failed, dropped beam.PCollection
	switch profile := cmp.Or(j.profile, "whatwg"); j.do {
	case "parse":
		results, failed = earlbeam.Parse(s, earlbeam.Options{Dialect: j.as, Base: j.base}, records)
		results = j.rows(s, j.output, results, readingLine, readingCells)
	case "canonicalize":
		results, failed = earlbeam.Canonicalize(s, profile, records)
	case "distinct":
		results, dropped, failed = earlbeam.Distinct(s, profile, records)
	case "join":
		pairs, bad := beam.ParDo2(s, &pairFn{Base: j.base}, records)
		results, failed = earlbeam.Join(s, earlbeam.Options{Dialect: j.as}, pairs)
		failed = beam.Flatten(s, failed, bad)
	case "audit":
		options := earlbeam.Options{Base: j.base}
		if j.dialects != "" {
			options.Dialects = strings.Split(j.dialects, ",")
		}
		results, failed = earlbeam.Audit(s, options, records)
		results = j.rows(s, j.output, results, findingLine, findingCells)
	}
	failures := []beam.PCollection{failed}
	write := func(output string, column []string, lines beam.PCollection) {
		if j.do != "parse" && j.do != "audit" {
			var bad beam.PCollection
			lines, bad = beam.ParDo2(s, &urlLineFn{Table: table(output)}, lines)
			failures = append(failures, bad)
		}
		files.Write(s, output, column, lines)
	}
	write(j.output, columns[j.do], results)
	if j.dropped != "" {
		write(j.dropped, columns[j.do], dropped)
	}
	if j.failed != "" {
		files.Write(s, j.failed, nil, beam.ParDo(s, stringLine, beam.Flatten(s, failures...)))
	}
	return p, nil
}

// rows converts the elements to rows of a table if output is the name of a table, and to lines otherwise.
func (j *job) rows(s beam.Scope, output string, elements beam.PCollection, line, cells any) beam.PCollection {
	if table(output) {
		return beam.ParDo(s, cells, elements)
	}
	return beam.ParDo(s, line, elements)
}

func table(output string) bool { return strings.HasSuffix(output, ".parquet") }

// sums returns the sum of each counter over all transforms. If a runner processes a bundle again, it may count the
// records of the bundle again.
func sums(result beam.PipelineResult) map[string]int64 {
	sums := map[string]int64{}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() == "earl" {
			sums[c.Name()] += c.Result()
		}
	}
	return sums
}

func report(w io.Writer, counts map[string]int64) {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%s %d", name, counts[name]))
	}
	fmt.Fprintln(w, "earl-beam:", strings.Join(list, ", "))
}
