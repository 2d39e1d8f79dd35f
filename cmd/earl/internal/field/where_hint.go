package field

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/file"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/weblog"
	"earl.example/internal/show"
	"earl.example/internal/text/redact"
	"earl.example/internal/text/tables"
	"earl.example/urlerr"
)

// explainedExpression returns the error for an expression that does not compile because of err. It masks the secrets of
// each part of the text on its own, so that a secret cannot hide the parts after it.
func explainedExpression(source string, err error) error {
	e := &cli.MaskedError{Value: redact.Quote(masked(source)), Text: urlerr.RedactQuery(err.Error())}
	place, ok := errors.AsType[*file.Error](err)
	if !ok && !strings.HasPrefix(err.Error(), "expected bool") {
		return e
	}
	snippet := ""
	if ok {
		e.Text = fmt.Sprintf("%s at character %d", maskedMessage(place.Message, source), place.Column+1)
		snippet = snippetOf(source, place.From)
	}
	hint, fix := expressionHint(source, place)
	if hint != "" {
		e.Text += ": " + hint
	}
	e.Text += snippet
	if fix == nil || masked(source) != source {
		return e
	}
	return cli.WithFix(e, fix)
}

// masked masks the secrets of an expression. If it has a name such as password or "token", each literal is a secret.
func masked(source string) string {
	isSecret := func(name string) bool { return len(redact.Append(nil, name+"=x", true)) > 0 }
	if slices.ContainsFunc(word.FindAllString(source, -1), isSecret) {
		source = literal.ReplaceAllStringFunc(source, func(s string) string {
			if isSecret(s[1 : len(s)-1]) {
				return s
			}
			return `"` + redact.Mask + `"`
		})
	}
	return urlerr.RedactQuery(source)
}

var word = regexp.MustCompile(`[\w-]+`)

// maskedMessage returns a message about an expression. It masks the names and texts that are secrets there.
func maskedMessage(message, source string) string {
	shown := masked(source)
	return operand.ReplaceAllStringFunc(message, func(s string) string {
		if strings.Contains(source, s) && !strings.Contains(shown, s) {
			return strconv.Quote(redact.Mask)
		}
		return s
	})
}

// operand matches the texts and names that a message can quote.
var operand = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[\w-]+$`)

// expressionHint returns what to write instead of an expression, or "" if that is not known, and a fix or nil.
func expressionHint(source string, place *file.Error) (hint string, fix cli.Fix) {
	plain := literal.ReplaceAllStringFunc(source, func(s string) string {
		if strings.Contains(s, "time") { // the forms of flags compare the time with a literal
			return `""`
		}
		return s
	})
	if flag := rewrite("flag", plain); flag != plain {
		flag = strings.ToLower(flag)
		return flag, func(args []string) []string {
			i := slices.Index(args, source)
			if i < 1 || args[i-1] != "--where" {
				return nil
			}
			return slices.Concat(args[:i-1], cli.Words(flag)[1:], args[i+1:])
		}
	}
	if written := rewritten(source); written != "" {
		return "write '" + written + "'", cli.Replace(source, written)
	}
	if place == nil {
		return `compare it, as in host == "example.com"`, nil
	}
	hint, meant := nameHint(source, place)
	if meant == "" {
		return hint, nil
	}
	name := regexp.MustCompile(`\b` + regexp.QuoteMeta(strings.TrimPrefix(place.Message, "unknown name ")) + `\b`)
	if slices.ContainsFunc(literal.FindAllString(source, -1), name.MatchString) {
		return hint, nil
	}
	return hint, cli.Replace(source, name.ReplaceAllLiteralString(source, meant))
}

// nameHint returns a hint about the place of an error, and the name that is meant there, or "".
func nameHint(source string, place *file.Error) (hint, meant string) {
	if hint = rewrite("message", place.Message); hint != place.Message {
		return hint, ""
	}
	name, ok := strings.CutPrefix(place.Message, "unknown name ")
	if !ok || !strings.Contains(masked(source), name) {
		return "", ""
	}
	if habit := cli.Habit("field", name); strings.HasPrefix(habit, "use ") {
		return habit, ""
	}
	members := slices.Sorted(maps.Keys(weblog.Aliases))
	near, isMember := strings.CutPrefix(Meant(name), "member:")
	cell := fmt.Sprintf("member(%q)", name)
	if is := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\s*([<>]=?|[=!]=?)\s*\d`); is.MatchString(source) {
		cell = "int(" + cell + ")"
	}
	call := cell
	cell += " for a cell or member of the record"
	switch similar := cli.Nearest(name, append(identifiers(), members...)); {
	case isMember && !slices.Contains(members, near):
		meant = fmt.Sprintf("member(%q)", near)
		return "did you mean " + meant + "?", meant
	case isMember:
		return "did you mean " + near + ", or " + cell + "?", near
	case similar != "" && similar != name && len(name) > 3:
		return "did you mean " + similar + "?", similar
	}
	if strings.Contains(source, name+"(") {
		return "earl help where lists functions", ""
	}
	return "write " + cell + ", or a field (earl help fields)", call
}

// snippetOf returns the line of source with a character, and a line with a caret below the character.
func snippetOf(source string, character int) string {
	if len(source) > longExpression {
		return ""
	}
	at := len(source)
	for i := range source {
		if character == 0 {
			at = i
			break
		}
		character--
	}
	head := source[:at]
	source, head = masked(source), masked(head)
	for !strings.HasPrefix(source, head) {
		head = head[:len(head)-1] // the character is in a secret
	}
	start := strings.LastIndexByte(head, '\n') + 1
	line, _, _ := strings.Cut(source[start:], "\n")
	spaces := strings.NewReplacer("\t", " ")
	return "\n | " + show.Visible(spaces.Replace(line)) +
		"\n | " + strings.Repeat(".", show.Columns(spaces.Replace(head[start:]))) + "^"
}

// literal matches the literals of expressions.
var literal = regexp.MustCompile("(?s)\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`")

// rewritten returns source in the language of --where with secrets masked, or "" if the result would not compile. It
// replaces each literal by NUL and its number in quotes meanwhile, so that no form matches inside of it.
func rewritten(source string) string {
	if len(source) > longExpression || strings.Contains(source, "\x00") {
		return ""
	}
	var literals []string
	text := rewrite("early", masked(source))
	text = literal.ReplaceAllStringFunc(text, func(s string) string {
		value := s[1 : len(s)-1]
		if unescaped, err := strconv.Unquote(`"` + value + `"`); err == nil { // an error means "\d" or the like
			value = unescaped
		}
		literals = append(literals, value)
		return fmt.Sprintf("\"\x00%d\"", len(literals)-1)
	})
	text = rewrite("late", text)
	text = bare.ReplaceAllStringFunc(text, func(s string) string {
		m := bare.FindStringSubmatch(s)
		if slices.Contains(append(identifiers(), "true", "false", "nil", "null", "None"), m[2]) {
			return s
		}
		literals = append(literals, m[2])
		return fmt.Sprintf("%s \"\x00%d\"", m[1], len(literals)-1)
	})
	text = literal.ReplaceAllStringFunc(text, func(s string) string {
		if number, ok := strings.CutPrefix(s[:len(s)-1], "\"\x00"); ok {
			i, _ := strconv.Atoi(number)
			return strconv.Quote(literals[i])
		}
		return s
	})
	if _, err := compileExpression(text, nil, nil); err != nil {
		return ""
	}
	return text
}

//go:embed rewritings.tsv
var rewritings string

// rewrite replaces the forms of rewritings.tsv in the rows that begin with when.
func rewrite(when, text string) string {
	anyOf := func(names []string) string { return "(" + strings.Join(names, "|") + ")" }
	kinds := strings.NewReplacer("NUMBER", anyOf(fieldsOf(kindNumber, false)), "LIST", anyOf(fieldsOf(kindList, false)),
		"MEMBER", anyOf(ReferenceNames), "TEXT", "((?:"+strings.Join(fieldsOf(kindText, true), "|")+`)\("[^"]*"\))`)
	for _, cells := range tables.Cells(rewritings) {
		if cells[0] == when {
			text = regexp.MustCompile(kinds.Replace(cells[1])).ReplaceAllString(text, cells[2])
		}
	}
	return text
}

// bare matches a text that lacks its quotes, after its operator.
var bare = regexp.MustCompile(`(==|!=|\bmatches|\bcontains|\bstartsWith|\bendsWith) ` +
	`([^\s"()\[\]\d][^\s")]*|\d[\w.-]*[A-Za-z.-][\w.-]*)`)
