package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/internal/show"
)

const rootHelp = `earl parses URLs as each specification and program does, and compares them.

Usage: earl COMMAND [flags] [URL…]
Without URLs, a command reads one record a line from standard input.

  earl parse 'http://user@example.com:80/a?b#c'    show the components
  earl get '{host}{path}' < urls.txt               print some components
  earl join http://example.com/a/b ../c            resolve a reference
  earl dedupe --by whatwg < urls.txt               drop duplicates
  earl set --drop-tracking --in csv < links.csv    edit the URLs of a table
  earl audit 'http://evil.com\@good.com/'          find risks

  parse      split URLs into components   query     split query strings
  get        print some components        urlencode build query strings
  set        change some components       quote     percent-encode text
  join       resolve references           unquote   percent-decode text
  normalize  write the normal form        extract   find URLs in documents
  compare    test URLs for equivalence    audit     show where parsers disagree
  dedupe     drop duplicate URLs          stats     count hosts, ports and more
  Also: dialects, find-disagreement, version, completion, man, help

earl URL is earl parse URL. Help: earl COMMAND --help, and earl help
TOPIC: flags, fields, where, logs, formats, tracking, exit-status.`

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
            members. The result has all other members under "record".
  clf, w3c  Web logs: see earl help logs.
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

An argument is one record, unchanged, whatever --in says. Write -- before arguments
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
with --resume skips the records whose results are there, and goes on. Its messages
and its exit status are about the rest only. If FILE ends in .gz or .zst, it is
compressed.

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

const exitHelp = `  0         success
  1         a negative answer: compare found a difference, or audit --fail-on
            found a risk
  2         usage error, such as an unknown flag, or a --column that no table has
  3         a record failed
  4         reading or writing failed, or the program crashed
  130, 143  the run was interrupted (SIGINT) or terminated (SIGTERM)

If more than one applies, the highest counts.`

// A topic is a page of earl help that is not about a command.
type topic struct {
	name, short string
	text        func() string
}

func topics() []topic {
	return []topic{
		{"flags", "Flags that most commands share", flagsHelp},
		{"fields", "Fields and filters of templates", fieldsHelp},
		{"logs", "Web logs, and URLs from parts", func() string { return logsHelp }},
		{"where", "Expressions of --where", func() string { return whereHelp }},
		{"formats", "Formats of input and output, files, failed records", func() string { return formatsHelp }},
		{"tracking", "Parameters that set --drop-tracking and +drop-tracking remove", trackingHelp},
		{"exit-status", "Exit statuses", func() string { return exitHelp }},
	}
}

// help returns the command help. Unlike cobra's own command help, it has topics and rejects unknown commands.
func help(root *cobra.Command) *cobra.Command {
	names := namesOf(topics(), func(t topic) string { return t.name })
	return &cobra.Command{
		Use:       "help [COMMAND or TOPIC]",
		Short:     "Show the help of a command, shared flags, the formats or the exit statuses",
		ValidArgs: append(commandNames(), names...),
		RunE: func(cmd *cobra.Command, args []string) error {
			if i := slices.Index(names, strings.Join(args, " ")); i >= 0 {
				cmd.Println(topics()[i].short + ".\n\n" + fill(topics()[i].text()))
				return nil
			}
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(args[len(args)-max(1, len(rest))], names...)
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// groups lists the groups of the flags that commands share.
var groups = []string{"Input", "Output", "Errors and progress"}

// groupKey is the key of the annotation with the group of a flag. The flags of a command itself have none.
const groupKey = "group"

// helpText returns the help of a command: its usage, its output, its own flags, and the flags that commands share.
func helpText(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return rootHelp + "\n"
	}
	var b strings.Builder
	b.WriteString(cmd.Short + ".\n\nUsage:\n  " + cmd.UseLine() + "\n")
	if cmd.Example != "" {
		b.WriteString("\nExamples:\n" + cmd.Example + "\n")
	}
	if cmd.Long != "" {
		b.WriteString("\n" + fill(cmd.Long) + "\n")
	}
	if names := supported(cmd); len(names) > 0 {
		b.WriteString("\nDialects (--as), with a release if they have any, such as urllib@3.9:\n")
		b.WriteString(fill("  "+strings.Join(names, ", ")) + "\n")
	}
	if own := inGroup(cmd.Flags(), ""); own.HasAvailableFlags() {
		b.WriteString("\nFlags:\n" + own.FlagUsagesWrapped(79))
	}
	shared := ""
	for _, name := range groups {
		var names []string
		inGroup(cmd.Flags(), name).VisitAll(func(f *pflag.Flag) {
			text := "--" + f.Name
			if f.Shorthand != "" {
				text = "-" + f.Shorthand + " " + text
			}
			names = append(names, text)
		})
		if len(names) > 0 {
			shared += fill("  "+name+": "+strings.Join(names, ", ")) + "\n"
		}
	}
	if shared != "" {
		b.WriteString("\nFlags that commands share, see earl help flags:\n" + shared)
	}
	if cmd.Flags().Lookup("in") != nil {
		b.WriteString("\nSee also: earl help formats, earl help exit-status.\n")
	}
	return b.String()
}

// hang matches the beginning of a line after which the lines below it continue: a number, a name before two spaces, or
// white space.
var hang = regexp.MustCompile(`^(\d+\. |\s*\S+( \S+)*  +| *)`)

// helpWidth is the width of help texts, for a terminal of 80 columns.
const helpWidth = 79

// fill breaks the lines of a help text again, so that they fit a terminal. Commands stay on one line.
func fill(text string) string {
	var filled []string
	prefix, words := "", ""
	end := func() {
		if prefix+words != "" {
			indent := strings.Repeat(" ", show.Columns(prefix))
			for _, line := range show.Wrap(words, helpWidth-len(indent)) {
				filled = append(filled, prefix+line)
				prefix = indent
			}
		}
		prefix, words = "", ""
	}
	for line := range strings.SplitSeq(text, "\n") {
		start := hang.FindString(line)
		command := strings.HasPrefix(line, "  earl ")
		named := prefix == "" || strings.TrimSpace(prefix) != "" // if not, each line is an item
		if line != "" && !command && words != "" && named && start == strings.Repeat(" ", show.Columns(prefix)) {
			words += " " + line
			continue
		}
		if end(); line == "" || command {
			filled = append(filled, line)
			continue
		}
		prefix, words = start, line[len(start):]
	}
	end()
	return strings.Join(filled, "\n")
}

// inGroup returns the flags of a group.
func inGroup(flags *pflag.FlagSet, name string) *pflag.FlagSet {
	in := pflag.NewFlagSet("", pflag.ContinueOnError)
	in.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		if annotation(f, groupKey) == name {
			in.AddFlag(f)
		}
	})
	return in
}

// flagsHelp returns the help of the flags that commands share.
func flagsHelp() string {
	s := Given{offer: offer{urls: true, documents: []string{"drawing"}}}
	cmd := new(cobra.Command)
	s.add(cmd)
	cmd.Flags().SortFlags = false
	text := "Most commands have these flags. The help of a command lists the flags that it has.\n"
	for _, name := range groups {
		text += "\n" + name + ":\n" + inGroup(cmd.Flags(), name).FlagUsagesWrapped(79)
	}
	return strings.TrimSuffix(text, "\n")
}
