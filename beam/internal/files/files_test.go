package files

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

func lines(t *testing.T, text string, cuts ...int) (got []string) {
	t.Helper()
	start := 0
	for _, end := range append(cuts, len(text)) {
		r := strings.NewReader(text[max(0, start-1):])
		if err := readLines(r, int64(start), int64(end), func(b []byte) { got = append(got, string(b)) }); err != nil {
			t.Fatal(err)
		}
		start = end
	}
	return got
}

func TestReadLines(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"empty", "", nil},
		{"one line", "a\n", []string{"a"}},
		{"no line feed at the end", "a\nb", []string{"a", "b"}},
		{"blank lines", "\n\na\n", []string{"", "", "a"}},
		{"CRLF", "a\r\nb\r\r\n", []string{"a", "b\r"}},
		{"a carriage return at the end of the file stays", "a\r\nb\r", []string{"a", "b\r"}},
		{"byte order mark", "\ufeffa\n\ufeffb\n", []string{"a", "\ufeffb"}},
		{"only a byte order mark", "\ufeff", nil},
		{"not UTF-8", "\xff\xfe\n\xef\xbb\n", []string{"\xff\xfe", "\xef\xbb"}},
		{"NUL", "a\x00b\n", []string{"a\x00b"}},
		{"long", strings.Repeat("x", 1<<20) + "\ny\n", []string{strings.Repeat("x", 1<<20), "y"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := lines(t, test.text); !slices.Equal(got, test.want) {
				t.Errorf("lines of %.40q are %.40q, want %.40q", test.text, got, test.want)
			}
		})
	}
}

// FuzzPartsHaveTheLinesOfTheFile: wherever a file is cut, its parts have each line once.
func FuzzPartsHaveTheLinesOfTheFile(f *testing.F) {
	f.Add("\ufeffa\r\nbc\n\nd", uint(3), uint(7))
	f.Add("\n\n\n", uint(1), uint(2))
	f.Add("\ufeff", uint(1), uint(2))
	f.Fuzz(func(t *testing.T, text string, a, b uint) {
		n := uint(len(text)) + 1
		cuts := []int{int(a % n), int(b % n)}
		slices.Sort(cuts)
		if got, want := lines(t, text, cuts...), lines(t, text); !slices.Equal(got, want) {
			t.Errorf("%q cut at %v has the lines %q, want %q", text, cuts, got, want)
		}
	})
}

func TestTable(t *testing.T) {
	var file bytes.Buffer
	s := newTable(&file, &Output{Columns: []string{"url", "absent", "also"}})
	bad, empty := "\xff", ""
	for _, row := range [][]byte{
		AppendCells(nil, &bad, nil, &empty),
		AppendCells(nil, &s.columns()[0], &empty, nil),
	} {
		if err := s.writeRow(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.writeRow([]byte{5, 'a'}); err == nil {
		t.Error("a row that ends too early gives no error")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	type row struct {
		URL    string  `parquet:"url,optional"`
		Absent *string `parquet:"absent,optional"`
		Also   *string `parquet:"also,optional"`
	}
	got, err := parquet.Read[row](bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil || len(got) != 2 {
		t.Fatalf("read %v, %v", got, err)
	}
	if got[0].URL != "\ufffd" || got[0].Absent != nil || got[0].Also == nil || *got[0].Also != "" || got[1].Also != nil {
		t.Errorf("read %+v", got)
	}
}

func (t *table) columns() []string { return []string{"http://h/"} }

func TestNames(t *testing.T) {
	for output, want := range map[string]string{
		"out/urls.txt.gz":       "out/urls-ID.txt.gz",
		"urls":                  "urls-ID",
		"gs://a.b/c.d/x.jsonl":  "gs://a.b/c.d/x-ID.jsonl",
		"/tmp/some.dir/urls.gz": "/tmp/some.dir/urls-ID.gz",
	} {
		if got := name(output, "ID"); got != want {
			t.Errorf("name(%q) = %q, want %q", output, got, want)
		}
	}
}

func TestFaultSaysThatTheFileIsTruncated(t *testing.T) {
	if err := fault(io.ErrUnexpectedEOF); !strings.Contains(err.Error(), "truncated") {
		t.Error(err)
	}
}
