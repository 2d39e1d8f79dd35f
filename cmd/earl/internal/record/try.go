package record

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"earl.example/cmd/earl/internal/bulk"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/files"
	"earl.example/cmd/earl/internal/weblog"
	"earl.example/internal/text/ascii"
)

// headSize is the size of the beginning of an input that a trial reads.
const headSize = 64 << 10

// A Trial is a run on the beginning of the input that writes no results. It finds the flags that the input needs.
type Trial struct {
	Flags  []string // the flags that are missing
	Note   string   // says what the user should know about them
	Unless error    // the error of the command line unless flags are missing
}

// try runs on the beginning of the first input.
func (r *Run) try(src *Source, newOp func() Op) error {
	name, in := "", io.Reader(files.Input(r.Stdin, new(atomic.Int64), ""))
	if len(src.names) > 0 && src.names[0] != "-" {
		name = src.names[0]
		file, err := files.Open(name, new(atomic.Int64))
		if err != nil {
			return cli.FileError(name, err)
		}
		defer file.Close()
		in = file
	}
	var head []byte
	if src.Records == nil {
		head, _ = io.ReadAll(io.LimitReader(in, headSize)) // the run has reported the error
	}
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 && len(head) == headSize {
		head = head[:i+1]
	}
	format := r.formatFlags(name, head)
	if r.sniffs(src) && r.In == bulk.Lines && format != nil {
		r.Trial.Flags = format
		return nil
	}
	if r.Trial.Unless != nil {
		return r.Trial.Unless
	}
	if src.Records == nil {
		src = &Source{Reader: bytes.NewReader(head)}
	}
	r.Output, r.Failures.Name = Target{}, ""
	log, err := r.run(src, newOp)
	end, wrong := errors.AsType[*cli.Stopped](err)
	r.Doubtful = r.Doubtful || src.Records != nil && log != nil && len(log.Reasons) > 0
	switch {
	case log != nil && log.Reasons[weblog.Ambiguous] > 0: // another format could hide it
	case src.Records == nil && (r.Doubtful || wrong) && format != nil:
		r.Trial.Flags = format
	case Table(r.In) && wrong && end.Status == cli.StatusUsage:
		r.Trial.Flags, r.Trial.Note = r.tableColumn(head)
	case r.hasHint("file"):
		r.Trial.Flags = []string{"--input", r.Misnamed}
	case r.hasHint("output"):
		r.Trial.Flags = []string{"--out", r.Misnamed}
	case r.hasHint("query"):
		r.Trial.Flags = []string{"--url"}
	case r.Doubtful && r.In == bulk.JSONL:
		r.Trial.Flags, r.Trial.Note = members(head)
	case r.Doubtful && log.Reasons[noHost] > 0:
		r.Trial.Flags = []string{"--base", "https://example.com"}
		r.Trial.Note = ", with the URL of your server after --base"
	}
	return err
}

// formatFlags returns the flags for the format that the beginning of an input shows, or nil if the run has that format.
func (r *Run) formatFlags(name string, head []byte) []string {
	line, _, _ := strings.Cut(string(head), "\n")
	what, advice := FormatOf(name, strings.TrimSuffix(line, "\r"))
	if what == "" && isURL(line) {
		advice = "use --in lines"
	}
	format := r.In.String()
	switch {
	case r.Log != nil && r.Log.Name != "":
		format = r.Log.Name
	case r.In == bulk.JSONValues:
		format = bulk.JSONL.String()
	}
	given := "use --in " + format
	if r.Delimiter != 0 {
		given += " --delimiter '" + string(r.Delimiter) + "'"
	}
	if advice, _, _ = strings.Cut(advice, " ("); !strings.HasPrefix(advice, "use --in ") || advice == given {
		return nil
	}
	return cli.Words(advice)[1:]
}

func (r *Run) hasHint(kind string) bool { _, had := r.hinted.Load(kind); return had }

func isURL(text string) bool {
	return ascii.HasPrefixFold(text, "http://") || ascii.HasPrefixFold(text, "https://")
}

// tableColumn returns the flag for the column of a table in which all cells are URLs or empty, and a note about other
// such columns.
func (r *Run) tableColumn(head []byte) (flags []string, note string) {
	rows := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(head, []byte("\ufeff"))))
	rows.LazyQuotes = true
	if rows.Comma = ','; r.In == bulk.TSV {
		rows.Comma = '\t'
	} else if r.Delimiter != 0 {
		rows.Comma = rune(r.Delimiter)
	}
	header, err := rows.Read()
	urls, others := make([]bool, len(header)), make([]bool, len(header))
	for row := header; err == nil; row, err = rows.Read() {
		for i, cell := range row {
			isHeader := &row[0] == &header[0] && !r.NoHeader
			urls[i], others[i] = urls[i] || isURL(cell), others[i] || cell != "" && !isURL(cell) && !isHeader
		}
	}
	var found []string
	for i, name := range header {
		if isURL(name) && !r.NoHeader {
			return []string{"--no-header", "--column", strconv.Itoa(i + 1)}, ""
		}
		if urls[i] && !others[i] {
			if slices.Index(header, name) != i || name == "" || r.NoHeader {
				name = strconv.Itoa(i + 1)
			}
			found = append(found, name)
		}
	}
	return oneOf(found)
}

// oneOf returns the flag for the first of the columns or members with URLs, and a note about the others.
func oneOf(names []string) (flags []string, note string) {
	if len(names) == 0 {
		return nil, ""
	}
	if len(names) > 1 {
		note = ", with the column that you mean: " + cli.Alternatives(names)
	}
	return []string{"--column", names[0]}, note
}

// members returns the flag for the member of JSON lines that is a URL, or for the members with the parts of one, and a
// note about others.
func members(head []byte) (flags []string, note string) {
	var object map[string]any
	if json.NewDecoder(bytes.NewReader(head)).Decode(&object) != nil {
		return nil, ""
	}
	urls, parts := []string(nil), [weblog.Parts]string{}
	var walk func(prefix string, object map[string]any)
	walk = func(prefix string, object map[string]any) {
		for _, name := range slices.Sorted(maps.Keys(object)) {
			switch value := object[name].(type) {
			case map[string]any:
				walk(prefix+name+".", value)
			case string:
				if isURL(value) {
					urls = append(urls, prefix+name)
				}
				for part, names := range weblog.PartNames {
					if prefix == "" && parts[part] == "" && slices.Contains(names, name) {
						parts[part] = name
					}
				}
			}
		}
	}
	walk("", object)
	host := cmp.Or(parts[weblog.Host], parts[weblog.VHost])
	target := cmp.Or(parts[weblog.Target], parts[weblog.Path])
	if len(urls) == 0 && host != "" && target != "" {
		return []string{"--column", "host=" + host + ",target=" + target}, ""
	}
	return oneOf(urls)
}
