package field

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/file"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/internal/show"
	"earl.example/internal/text/redact"
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
	if hint := expressionHint(source, place); hint != "" {
		e.Text += ": " + hint
	}
	e.Text += snippet
	return e
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

// expressionHint returns what to write instead of an expression, or "" if that is not known.
func expressionHint(source string, place *file.Error) string {
	if written := rewritten(source); written != "" {
		return "write '" + written + "'"
	}
	if place == nil {
		return `compare it, as in host == "example.com"`
	}
	switch {
	case strings.Contains(place.Message, `Operator("=")`):
		return "write == to compare, and quotes around a text"
	case strings.Contains(place.Message, "token EOF"):
		return "the expression is not complete"
	}
	name, ok := strings.CutPrefix(place.Message, "unknown name ")
	if !ok || !strings.Contains(masked(source), name) {
		return ""
	}
	if near := cli.Nearest(name, identifiers()); near != "" {
		return "did you mean " + near + "?"
	}
	fields := "fields are " + strings.Join(identifiers(), ", ")
	if strings.Contains(source, name+"(") {
		return fields
	}
	return fmt.Sprintf("%s; a cell or member of the record is member(%q)", fields, name)
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
	text := like.ReplaceAllString(masked(source), `$1 contains "$2"`)
	text = star.ReplaceAllString(text, `$1 endsWith "$2"`)
	text = quotedNumber.ReplaceAllString(text, "$1 $2 $3")
	text = literal.ReplaceAllStringFunc(text, func(s string) string {
		value := s[1 : len(s)-1]
		if unescaped, err := strconv.Unquote(`"` + value + `"`); err == nil { // an error means "\d" or the like
			value = unescaped
		}
		literals = append(literals, value)
		return fmt.Sprintf("\"\x00%d\"", len(literals)-1)
	})
	for _, row := range rewritings {
		text = regexp.MustCompile(row[0]).ReplaceAllString(text, row[1])
	}
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

// like matches a comparison of SQL. Its pattern can begin and end with any text.
var like = regexp.MustCompile(`(\w)\s+(?i:like)\s+["']%?([^"'%]*)%?["']`)

// star matches a comparison with a pattern that begins with any text.
var star = regexp.MustCompile(`(\w)\s*={1,2}\s*["']?\*([\w.-]+)["']?`)

// quotedNumber matches a comparison of a number with a text.
var quotedNumber = regexp.MustCompile(`\b(` + strings.Join(fieldsOf(kindNumber, false), "|") +
	`)\s*(==|!=|[<>]=?)\s*["'](\d+)["']`)

// bare matches a text that lacks its quotes, after its operator.
var bare = regexp.MustCompile(`(==|!=|\bmatches|\bcontains|\bstartsWith|\bendsWith) ` +
	`([^\s"()\[\]\d][^\s")]*|\d[\w.-]*[A-Za-z.-][\w.-]*)`)

// memberNames matches a member of a record, and textCall a function of a text.
var memberNames = strings.Join(ReferenceNames, "|")

var textCall = `((?:` + strings.Join(fieldsOf(kindText, true), "|") + `)\("[^"]*"\))`

// rewritings are forms that people write instead of expressions, and their replacements, applied one after another.
var rewritings = [...][2]string{
	{`^\s*(\w+)\s*$`, `has("$1")`},
	{`\bAND\b`, "and"}, {`\bOR\b`, "or"}, {`\bNOT\b`, "not"}, {`\bext\b`, "extension"},
	{`\bdomain\b`, "registered_domain"}, {`\burl\b`, "href"},
	{`(\w+)\.starts[wW]ith\(([^()]*)\)`, "$1 startsWith $2"}, {`(\w+)\.ends[wW]ith\(([^()]*)\)`, "$1 endsWith $2"},
	{`(\w+)\.(?:contains|includes)\(([^()]*)\)`, "$1 contains $2"}, {`\bnot (\w+) in\b`, "$1 not in"},
	{`\bparams? in (\[[^\]]*\])`, "any(params, # in $1)"},
	{`\b(\w+) == (\S+) or (\d+|"[^"]*")(\s|$)`, "$1 in [$2, $3]$4"},
	{`(\w)\s*=@(\S+)`, `$1 in file("$2")`},
	{`(\w|\))\s*(?:=~|~)\s*`, "$1 matches "},
	{`(\w|\))\s*=(\^|\S+\$(?:\s|$))`, "$1 matches $2"},
	{`(\w|\))\s*={1,3}\s*([^=~\s])`, "$1 == $2"},
	{`(\w|\))\s*<>\s*`, "$1 != "},
	{`\b(` + strings.Join(fieldsOf(kindList, false), "|") + `)\s+contains\s+("[^"]*")`, "$2 in $1"},
	{`\b(` + memberNames + `)\b(\s*[=!<>])`, `member("$1")$2`},
	{textCall + `\s*(==|!=)\s*(\d+)`, `$1 $2 "$3"`},
	{textCall + `\s*([<>]=?)\s*(\d+)`, "int($1) $2 $3"},
}
