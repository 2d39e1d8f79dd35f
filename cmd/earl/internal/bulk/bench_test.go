package bulk

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
)

// BenchmarkRun measures what bulk itself costs a record: the operation only
// hands the text on.
func BenchmarkRun(b *testing.B) {
	const records = 48_000
	in := strings.Repeat("http://www.example.com/path/x?query=1&b=2\n", records)
	for _, workers := range []int{1, 2} {
		for _, out := range []Format{Lines, JSONL} {
			b.Run(fmt.Sprintf("%v/workers=%d", out, workers), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(in)))
				for b.Loop() {
					Run(context.Background(), strings.NewReader(in), io.Discard, Job{Out: out, New: lengthOp, Workers: workers})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/records, "ns/record")
			})
		}
	}
}

func BenchmarkRecordsJSONL(b *testing.B) {
	const records = 48_000
	in := strings.Repeat(`{"url":"http://www.example.com/path/x?query=1&b=2","id":17}`+"\n", records)
	b.ReportAllocs()
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		for range Records(strings.NewReader(in), JSONL) {
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/records, "ns/record")
}
