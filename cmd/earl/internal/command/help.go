package command

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/field"
)

// The pages of help are in these files. In help.txt, a line with its name precedes each.
var (
	//go:embed recipes.txt
	recipesHelp string
	//go:embed help.txt
	helpTexts string
)

// long returns a page of help.txt.
func long(name string) string {
	_, text, _ := strings.Cut("\n"+helpTexts, "\n== "+name+"\n")
	text, _, _ = strings.Cut(text, "\n== ")
	return text
}

const formatsHelp = `A command reads URLs from its arguments, from the files of --input, or from
standard input, one record a line. It writes one result for each record, in the
same order. A record longer than 64 MiB fails: --max-record-size sets another limit.

Some flags change the number of results. --where drops records. set --iterate and
query --each give several results for a record: several lines or rows, in JSON
several objects with the "number" of the record. With --count and in stats, the
results are written after the end of the input.

A command that gives one result for each record can be a coprocess. It writes each
result, in every format, without waiting for the next record. It ends when its
input ends.

Input (--in):
  lines     One record a line. A byte order mark at the start of the input and
            one carriage return before a line feed are removed. The last line
            needs no line feed. An empty line is a record. UTF-16 is not
            supported.
  nul       Records end with a NUL. Every other byte is kept.
  jsonl     Each line is a JSON string, or an object with "url" and optionally
            "base". --column and --base-column set other names for these
            members. The result has all other members under "record". null is
            read as the empty text, and stays null as "input". An object without
            "url" can be the log of a known server: see earl help logs.
  clf, …    Web logs: clf, vhost, w3c and the names of servers. See earl help logs.
  csv, tsv  A table with commas or tabs between cells (RFC 4180); --delimiter
            sets another character for csv. The table has a header, unless
            --no-header is given. Records are the cells of one column. --column
            is its name or number. Without --column, it is the column "url" or
            the only column. --base-column is the name or number of the column
            with the bases of the records. A quoted cell may contain line feeds.
            A row is a failed record if it has more or fewer cells than the
            first row, a quote in an unquoted cell, or text after a closing
            quote. A JSON result has the other cells under "record". If two
            columns have the name a, "record" names the second one a#2.

An argument is one record, unchanged, and --in is an error. Write -- before arguments
that begin with a dash, as in: earl quote -- -x. If --input is given several
times, or before several files as in --input *.csv, they are read in that order,
each with its own byte order mark and header; - is standard input. A table that
becomes a table keeps the first mark. A file that cannot be read does not stop the
others. If another flag is given twice, the last value counts. Input that is
compressed with gzip, zstd or bzip2 is recognized by its content. xz is not read:
use xzcat FILE | earl ….

Output (--out):
  text      One line a record. Tabs separate fields. Bytes that are not UTF-8
            are kept. On a terminal, control characters are escaped.
  nul       The same, with a NUL at the end of each record.
  jsonl     One JSON object a line (--json for short), in I-JSON (RFC 7493).
            U+FFFD replaces bytes that are not UTF-8. Then "input_base64" has
            the exact bytes of the input. With --surrogates, such a byte FF is
            \udcff instead, as in Python's os.fsdecode. --in jsonl reads it back,
            but some programs reject it. Control characters and line ends such
            as U+2028 are escaped.
  csv, tsv  A table: the row of the input, then a cell for each result and one
            for an error. The row is kept byte for byte if its format is the
            same. All cells of a malformed row are empty, except the error;
            JSON has its text as "input". Records that are not from a table are
            in a column "input". Default for tables.
            A spreadsheet runs a cell that begins with "=", "+", "-" or "@" as
            a formula. Cells are not changed: import them as text.

--number adds the number of the record to JSON and tables.

--output FILE replaces FILE when all input is processed. FILE can also be one of the
inputs. If the run stops early, or an input cannot be read, FILE is unchanged, and
the results so far are in FILE.partial. If it has stopped early, the same command
with --resume skips the records whose results are there, and goes on, unless an
input file has another size, time or beginning. Its messages and its exit status are
about the rest only. After kill -9 or a power failure there is no FILE.partial, but
FILE.*.tmp and FILE.partial.state.*: remove them, and start again. If FILE ends in
.gz or .zst, it is compressed.

A failed record does not stop the run, unless --fail-fast or --max-errors is
given. In text, its line is empty, and a message goes to standard error. In JSON,
it has "ok":false and an "error". In a table, the last cell has the error. With
--skip-bad it has no result, only the message. A run prints the first ten messages,
then the number of failed records for each reason. --errors FILE writes all messages
to FILE, and --quiet prints none. If a result contains a line feed, the record fails
in the format text, but not in the other formats. Messages never show passwords.
Results do.

To keep the failed records themselves, write JSON and divide it:

  earl normalize --json < urls.txt > all.jsonl
  grep '"ok":false' all.jsonl > failed.jsonl
  grep '"ok":true' all.jsonl | earl dedupe --in jsonl --column href

If an earlier earl command could not process a row, the row has an empty cell in
--column and an error in a column "error". The next command repeats this error.
--result-column names the column of the results, so that the next command can read
it.`

var exitHelp = long("exit-status")

// A topic is a page of earl help that is not about a command.
type topic struct {
	name, short string
	text        func() string
}

func topics() []topic {
	return []topic{
		{"recipes", "Commands that people look for", func() string { return strings.TrimSuffix(recipesHelp, "\n") }},
		{"flags", "Flags that most commands share", flagsHelp},
		{"fields", "Fields and filters of templates", field.Help},
		{"logs", "Web logs, and URLs from parts", logsHelp},
		{"where", "Expressions of --where", field.WhereHelp},
		{"formats", "Formats of input and output, files, failed records", func() string { return formatsHelp }},
		{"tracking", "Parameters that set --drop-tracking and +drop-tracking remove", trackingHelp},
		{"exit-status", "Exit statuses", func() string { return exitHelp }},
	}
}

// Help returns the command help. Unlike cobra's own command help, it has topics and rejects unknown commands, for which
// unknown returns the error.
func Help(root *cobra.Command, commands []string, unknown func(name string, more ...string) error) *cobra.Command {
	names := cli.NamesOf(topics(), func(t topic) string { return t.name })
	return &cobra.Command{
		Use:       "help [COMMAND or TOPIC]",
		Short:     "Show the help of a command, shared flags, the formats or the exit statuses",
		ValidArgs: append(commands, names...),
		RunE: func(cmd *cobra.Command, args []string) error {
			if i := slices.Index(names, strings.Join(args, " ")); i >= 0 {
				cmd.Println(topics()[i].short + ".\n\n" + cli.Fill(topics()[i].text()))
				return nil
			}
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknown(args[len(args)-max(1, len(rest))], names...)
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// flagsHelp returns the help of the flags that commands share.
func flagsHelp() string {
	s := Given{offer: offer{urls: true, documents: []string{"drawing"}}}
	return cli.SharedHelp(s.add(new(cobra.Command)))
}
