// Earl-beam processes URLs on a Beam runner: parse, canonicalize, distinct, join, audit and extract. The results are
// the same as the results of the command earl.
//
//	go run ./cmd/earl-beam -input 'urls/*.txt.gz' -output out/canonical.txt.gz
//	go run ./cmd/earl-beam -do distinct -profile surt -input urls.parquet -output out/urls.parquet -dropped out/d.txt
//	go run ./cmd/earl-beam -do parse -as whatwg -input urls.txt -output out/readings.jsonl -failed out/failed.jsonl
//	go run ./cmd/earl-beam -do extract -input 'crawl/*.warc.gz' -output out/links.parquet
//
// Without -runner, the pipeline runs in this process, on the runner prism. Flags of the SDK, such as -runner, -endpoint
// and -environment_type, choose another runner.
package main

import (
	"cmp"
	"context"
	_ "embed"
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

	"earl.example/audit"
	"earl.example/baseurl"
	earlbeam "earl.example/beam"
	"earl.example/beam/internal/files"
	"earl.example/canon"
)

// The exit statuses are the same as for the command earl.
const (
	statusUsage = 2
	statusIO    = 4
)

func main() {
	var j job
	j.flags(flag.CommandLine)
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	beam.Init() // does not return in a worker
	ctx := context.Background()
	log.LogLevel = "error" // log level of prism
	log.SetLogger(&log.Standard{Level: log.SevError})
	pipeline, err := j.build(ctx, flag.CommandLine)
	if err != nil {
		fmt.Fprintln(os.Stderr, "earl-beam:", err)
		os.Exit(statusUsage)
	}
	result, err := beam.Run(ctx, cmp.Or(*runners.Runner, "prism"), pipeline)
	if err != nil {
		fmt.Fprintln(os.Stderr, "earl-beam:", errors.Join(err, files.Clean(ctx, j.output, j.failed, j.dropped)))
		os.Exit(statusIO)
	}
	report(os.Stderr, sums(result))
}

//go:embed usage.txt
var usage string

// A job holds the values of the flags.
type job struct {
	do, inputs, output, failed, dropped string
	column, profile, base               string
	as, dialects, mediaType             string
	shards                              int
}

// flags defines the flags. If a flag has an effect only on some transforms, its usage begins with them.
func (j *job) flags(f *flag.FlagSet) {
	f.StringVar(&j.do, "do", "canonicalize", "the `TRANSFORM`: parse, canonicalize, distinct, join, audit or extract")
	f.StringVar(&j.inputs, "input", "", "read files that match these `PATTERNS`, with commas between them")
	f.StringVar(&j.output, "output", "", "write results to files named after this `FILE`")
	f.IntVar(&j.shards, "shards", 16, "write results to this `NUMBER` of files")
	f.StringVar(&j.failed, "failed", "", "write records that fail, as JSON lines, to files named after this `FILE`")
	f.StringVar(&j.column, "column", "url", "read this `COLUMN` of Parquet files")
	f.StringVar(&j.dropped, "dropped", "", "distinct: write URLs that are dropped to files named after this `FILE`")
	f.StringVar(&j.profile, "profile", "whatwg", "canonicalize, distinct: the canonical form `NAME`")
	f.StringVar(&j.as, "as", "", "parse, join, extract: the `DIALECT` (default rfc3986, and for extract whatwg)")
	f.StringVar(&j.dialects, "dialects", strings.Trim(strings.ReplaceAll(fmt.Sprint(audit.Dialects()), " ", ","), "[]"),
		"audit: the `DIALECTS` to compare, with commas between them")
	f.StringVar(&j.mediaType, "type", "", "extract: all documents have this `MEDIA-TYPE`, such as text/html")
	f.StringVar(&j.base, "base", "",
		"parse, join, audit, extract: resolve each URL against this `URL`; without it, a record of join is a base, a "+
			"tab and a reference; for extract, the documents were retrieved from it")
}

// check returns an error if required flags are missing or if flags contradict each other.
func (j *job) check(ctx context.Context, f *flag.FlagSet) (err error) {
	if f.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q: name inputs with -input", f.Arg(0))
	}
	if columns[j.do] == nil {
		return fmt.Errorf("-do %q: want parse, canonicalize, distinct, join, audit or extract", j.do)
	}
	if j.inputs == "" || j.output == "" {
		return errors.New("-input and -output are required")
	}
	f.Visit(func(f *flag.Flag) {
		transforms, _, _ := strings.Cut(f.Usage, ": ")
		if list := strings.Split(transforms, ", "); columns[list[0]] != nil && !slices.Contains(list, j.do) {
			err = fmt.Errorf("-%s has no effect on %s: it is for %s", f.Name, j.do, transforms)
		}
	})
	if j.shards < 1 || j.shards > 99_999 {
		return fmt.Errorf("-shards %d: want a number from 1 to 99999", j.shards)
	}
	if j.mediaType != "" && baseurl.TypeOf(j.mediaType) == baseurl.NoType {
		return fmt.Errorf("-type %q is no media type of documents: want one such as text/html", j.mediaType)
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
	return err
}

// absolute returns the absolute form of a local path. Workers can have another current folder, in which a relative path
// is wrong.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil && !strings.Contains(name, "://") && !strings.HasSuffix(name, "/") {
		return abs
	}
	return name // files.Check rejects a folder
}

// build builds the pipeline. Its errors are usage errors.
func (j *job) build(ctx context.Context, f *flag.FlagSet) (_ *beam.Pipeline, err error) {
	if err := j.check(ctx, f); err != nil {
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
	var records, results, failed, dropped beam.PCollection
	if j.do != "extract" {
		records = files.Read(s, j.column, patterns...)
	}
	switch j.do {
	case "parse":
		results, failed = earlbeam.Parse(s, earlbeam.Options{Dialect: j.as, Base: j.base}, records)
	case "canonicalize":
		results, failed = earlbeam.Canonicalize(s, j.profile, records)
	case "distinct":
		results, dropped, failed = earlbeam.Distinct(s, j.profile, records)
	case "join":
		pairs, bad := beam.ParDo2(s, &pairFn{Base: j.base}, records)
		results, failed = earlbeam.Join(s, earlbeam.Options{Dialect: j.as}, pairs)
		failed = beam.Flatten(s, failed, bad)
	case "audit":
		o := earlbeam.Options{Dialects: strings.Split(j.dialects, ","), Base: j.base}
		results, failed = earlbeam.Audit(s, o, records)
	case "extract":
		o := earlbeam.Options{Dialect: j.as, Base: j.base, Type: baseurl.TypeOf(j.mediaType)}
		results, failed = earlbeam.ExtractFiles(s, o, patterns...)
	}
	failures := []beam.PCollection{failed}
	o := files.Output{Shards: j.shards, Note: j.note()}
	for i, results := range []beam.PCollection{results, dropped} {
		output := []string{j.output, j.dropped}[i]
		if output == "" {
			continue
		}
		if len(columns[j.do]) > 1 {
			results = beam.ParDo(s, &rowFn{Table: table(output)}, results)
		} else {
			var bad beam.PCollection
			results, bad = beam.ParDo2(s, &urlLineFn{Table: table(output)}, results)
			failures = append(failures, bad)
		}
		o.Name, o.Columns = output, columns[j.do]
		files.Write(s, o, results)
	}
	if j.failed != "" {
		o.Name = j.failed
		files.Write(s, o, beam.ParDo(s, stringLine, beam.Flatten(s, failures...)))
	}
	return p, nil
}

// note returns a JSON object with the versions of earl and of the profile or the dialects.
func (j *job) note() string {
	by := cmp.Or(j.as, "rfc3986")
	switch j.do {
	case "canonicalize", "distinct":
		profile, _ := canon.ParseProfile(j.profile) // the transform has checked it
		text, _ := profile.MarshalText()
		by = string(text)
	case "extract":
		by = cmp.Or(j.as, "whatwg")
	case "audit":
		by = j.dialects
	}
	return fmt.Sprintf(`{"earl":%q,"transform":%q,"by":%q}`, earlbeam.Version(), j.do, by) // names are ASCII
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
