package main

import (
	"errors"

	"github.com/spf13/cobra"
)

const rootHelp = `earl reads a URL the way each standard says to.

A command takes URLs, or whatever it works on, as arguments, or without any
from the files of --input, or else from standard input, one record a line. It
gives one record out for each record in, in the same order, and there is no
limit on their length but that of --max-record.

Input (--in):
  lines     One record a line. A byte order mark at the start of the input and
            one carriage return before a line feed are removed; a last line
            without line feed counts, and so does an empty line. UTF-16 is not
            read.
  nul       Records end with a NUL; every other byte is kept.
  jsonl     Each line is a JSON string, or an object with "url" and perhaps
            "base", which only what reads URLs makes use of. Other members come
            back under "record".
  csv, tsv  A table with cells between commas or tabs (RFC 4180), and a header
            unless --no-header is given. Records are the cells of the column
            that --column names or numbers, or else of "url", or of the only
            column. A line feed in a quoted cell is part of it. A row is a failed
            record if it has more or fewer cells than the first, a quote in a
            cell that is not quoted, or something behind a closing quote. In JSON
            the other cells come back under "record"; the second column that is
            called a is a#2 there.

Arguments are records as they are, whatever --in says. Those that begin with a
dash are put after --, as in: earl quote -- -x. --input may be given several
times: the files are read in that order, each with its own byte order mark and
header, and - is standard input. One that cannot be read does not stop the
others. Of other flags that are given twice, the last value counts. What ends
in .gz or .zst is read uncompressed.

Output (--out):
  text      One line a record. Where it has several fields, they are separated
            by tabs. Bytes that are not UTF-8 are kept as they are.
  nul       The same, each record ended by a NUL.
  jsonl     One JSON object a line (--json for short). Bytes that are not UTF-8
            are kept without loss: FF is \udcff, as Python's os.fsdecode has it.
  csv, tsv  A table: the row that came in, byte for byte if it was of the same
            format, and behind it a cell for each result and one for an error.
            A malformed row has nothing in its cells. Records that were in no
            table are in a column "input". This is the default for tables.

--output writes to a file, which takes the place of one of that name when all is
done, even of one that is read. If the work stops before, or if some input cannot
be read, what there is of it is in a file with .partial behind its name. What ends
in .gz or .zst is compressed.

A record that fails does not stop the others, unless --fail-fast or --max-errors
says so. In text its line stays empty and a message goes to standard error: the
number of the record and what is wrong, the place in the input, and which other
dialects would accept it. In JSON it has "ok":false and an "error"; in a table
the last cell tells. With --skip-bad there is the message and nothing else. A
text result with a line feed in it is a failed record; the other formats can hold
it. Messages never show passwords, but results do.

Exit status:
  0  all is well
  1  a negative answer
  2  wrong usage, such as a --column that no table has
  3  some record failed
  4  reading or writing failed, or the run broke down
  130, 143  the run was interrupted (SIGINT), or told to end (SIGTERM)`

// commands are the commands, in the order of the help.
var commands = [...]struct {
	name string
	make func(*app) *cobra.Command
	all  bool // it describes all commands
}{
	{"parse", (*app).parse, false},
	{"get", (*app).get, false},
	{"join", (*app).join, false},
	{"normalize", (*app).normalize, false},
	{"compare", (*app).compare, false},
	{"set", (*app).set, false},
	{"dedupe", (*app).dedupe, false},
	{"quote", (*app).quote, false},
	{"unquote", (*app).unquote, false},
	{"query", (*app).query, false},
	{"encode", (*app).encode, false},
	{"extract", (*app).extract, false},
	{"audit", (*app).auditCommand, false},
	{"find-disagreement", (*app).findDisagreement, false},
	{"dialects", (*app).dialects, false},
	{"version", (*app).version, false},
	{"completion", (*app).completion, true},
	{"man", (*app).man, true},
}

// addCommands adds to root the command that args name, or all commands.
func (a *app) addCommands(root *cobra.Command, args []string) {
	for _, c := range commands {
		if len(args) > 0 && args[0] == c.name && !c.all {
			root.AddCommand(c.make(a))
			return
		}
	}
	for _, c := range commands {
		root.AddCommand(c.make(a))
	}
}

// root makes the root command with what args need below it.
func (a *app) root(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:           "earl COMMAND [flags] [URL…]",
		Short:         "Read URLs the way each standard says to",
		Long:          rootHelp,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return errors.New("unknown command " + quoted(args[0]))
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error { return errors.New("a command is missing") },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(help(root))
	a.addCommands(root, args)
	return root
}

// help makes the command help. Unlike cobra's own it rejects names of unknown commands.
func help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return errors.New("unknown command " + quoted(rest[0]))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}
