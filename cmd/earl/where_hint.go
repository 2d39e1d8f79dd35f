package main

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/file"

	"earl.example/internal/show"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/redact"
	"earl.example/internal/text/weblog"
	"earl.example/urlerr"
)

// explainedExpression returns the error for an expression that does not compile because of err. It masks the secrets of
// each part of the text on its own, so that a secret cannot hide the parts after it.
func explainedExpression(source string, err error) error {
	e := &maskedError{value: redact.Quote(maskedParts(source)), text: urlerr.RedactQuery(err.Error())}
	place, ok := errors.AsType[*file.Error](err)
	if !ok && !notBool(err) {
		return e
	}
	snippet := ""
	if ok {
		e.text = fmt.Sprintf("%s at character %d", maskedMessage(place.Message, source), place.Column+1)
		snippet = snippetOf(source, place.From)
	}
	if hint := expressionHint(source, err); hint != "" {
		e.text += ": " + hint
	}
	e.text += snippet
	return e
}

// notBool reports whether an expression has another value than true or false.
func notBool(err error) bool { return strings.HasPrefix(err.Error(), "expected bool") }

// expressionHint returns what to write instead of an expression, or "" if that is not known.
func expressionHint(source string, err error) string {
	if written := rewritten(source); written != "" {
		return "write '" + written + "'"
	}
	place, _ := errors.AsType[*file.Error](err)
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
	if !ok {
		return ""
	}
	if near := nearest(name, identifiers()); near != "" {
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
	all := secretsOf(source)
	var before []redact.Span
	for _, secret := range all {
		if secret.End <= at {
			before = append(before, secret)
		} else {
			at = min(at, secret.Start)
		}
	}
	head := redact.Replace(source[:at], before)
	start := strings.LastIndexByte(head, '\n') + 1
	line, _, _ := strings.Cut(redact.Replace(source, all)[start:], "\n")
	spaces := strings.NewReplacer("\t", " ")
	return "\n | " + show.Visible(spaces.Replace(line)) +
		"\n | " + strings.Repeat(".", show.Columns(spaces.Replace(head[start:]))) + "^"
}

// literal matches the literals of expressions.
var literal = regexp.MustCompile("(?s)\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`")

var (
	word      = regexp.MustCompile(`[\w-]+`)
	condition = regexp.MustCompile(`(?i)\b(?:and|or)\b|&&|\|\|`)
	bareValue = regexp.MustCompile(`^[)\]]*\s*[=!~]+\s*([^\s()]+)`)
)

// secretsOf returns the secrets of an expression. It searches each literal, and the text
// between two literals, on its own. If the quotes do not fit, a password may contain one, so it searches s as a whole.
// After a name such as password or "token", each literal of a condition is a secret.
func secretsOf(s string) (all []redact.Span) {
	done, from, secret := 0, 0, false // s[from:done] is the current condition
	add := func(start, end int) {
		start = end - len(strings.TrimLeft(s[start:end], "= "))
		if start < end { // not in password == "…", where the next literal is the secret
			all = append(all, redact.Span{Start: start, End: end})
		}
	}
	name := func(end int) {
		const longest = 100 // of the text with the name
		for _, name := range word.FindAllString(s[max(from, end-longest):end], -1) {
			secret = secret || len(redact.Append(nil, name+"=x", true)) > 0
		}
	}
	part := func(end int) {
		for _, at := range redact.Append(nil, s[done:end], true) {
			add(done+at.Start, done+at.End)
		}
	}
	between := func(end int) {
		name(done)
		if m := bareValue.FindStringSubmatchIndex(s[done:end]); m != nil && secret {
			add(done+m[2], done+m[3])
		} else {
			part(end)
		}
		if ands := condition.FindAllStringIndex(s[done:end], -1); ands != nil {
			from, secret = done+ands[len(ands)-1][1], false
		}
		name(end)
	}
	for _, at := range literal.FindAllStringIndex(s, -1) {
		if strings.ContainsAny(s[done:at[0]], "\"'`") || at[1] < len(s) && ascii.Is(s[at[1]], ascii.Alpha|ascii.Digit) {
			return redact.Append(nil, s, true)
		}
		between(at[0])
		if done = at[0] + 1; secret {
			add(done, at[1]-1)
		} else {
			part(at[1] - 1)
		}
		done = at[1]
	}
	if strings.ContainsAny(s[done:], "\"'`") {
		return redact.Append(nil, s, true)
	}
	between(len(s))
	return all
}

// maskedMessage returns a message about an expression. It masks the literals and the names that are secrets there.
func maskedMessage(message, source string) string {
	for _, at := range secretsOf(source) {
		secret := source[at.Start:at.End]
		message = strings.ReplaceAll(message, strconv.Quote(secret), strconv.Quote(redact.Mask))
		if rest, ok := strings.CutSuffix(message, " "+secret); ok {
			message = rest + " " + redact.Mask
		}
	}
	return literal.ReplaceAllStringFunc(message, urlerr.RedactQuery)
}

func maskedParts(s string) string { return redact.Replace(s, secretsOf(s)) }

// A rewriter has the values of the literals of an expression. In the text that is rewritten, a literal is its number in
// quotes, so that no form matches inside of it.
type rewriter []string

// rewritten returns source in the language of --where with secrets masked, or "" if the result would not compile.
func rewritten(source string) string {
	if len(source) > longExpression {
		return ""
	}
	source = strings.NewReplacer("“", `"`, "”", `"`, "‘", "'", "’", "'").Replace(source)
	if strings.ContainsAny(literal.ReplaceAllString(source, ""), "\"'`") {
		return "" // a quote is missing
	}
	r := &rewriter{}
	text := literal.ReplaceAllStringFunc(source, func(s string) string {
		value := s[1 : len(s)-1]
		if s[0] != '`' {
			if s[0] == '\'' {
				value = strings.NewReplacer(`\'`, `'`, `\"`, `\"`, `"`, `\"`, `\\`, `\\`).Replace(value)
			}
			if unescaped, err := strconv.Unquote(`"` + value + `"`); err == nil { // an error means "\d" or the like
				value = unescaped
			}
		}
		return r.quote(value)
	})
	for _, row := range rewritings {
		if row.call == nil {
			text = row.form.ReplaceAllString(text, row.to)
			continue
		}
		text = row.form.ReplaceAllStringFunc(text, func(s string) string {
			return row.call(r, row.form.FindStringSubmatch(s))
		})
	}
	text = literal.ReplaceAllStringFunc(text, func(s string) string { return strconv.Quote(r.value(s)) })
	text = strings.TrimSpace(text)
	if _, err := compileExpression(text, nil, nil); err != nil {
		return ""
	}
	return maskedParts(text)
}

// quote adds a literal.
func (r *rewriter) quote(value string) string {
	*r = append(*r, value)
	return fmt.Sprintf(`"%d"`, len(*r)-1)
}

// value returns the value of a literal.
func (r *rewriter) value(number string) string {
	i, _ := strconv.Atoi(strings.Trim(number, `"`))
	return (*r)[i]
}

// A rewriting replaces a form of another language. Its replacement is a template of package regexp, or the result of a
// function on the submatches.
type rewriting struct {
	form *regexp.Regexp
	to   string
	call func(r *rewriter, m []string) string
}

// rewrite returns a rewriting. In pattern, F is a field or a call, W a word that compares, L a literal, and B a text
// without quotes.
func rewrite(pattern, to string, call func(r *rewriter, m []string) string) rewriting {
	return rewriting{regexp.MustCompile(strings.NewReplacer(
		"F", `\b([A-Za-z_][\w-]*(?:\("\d+"\)|\(-?\d+\)|\([a-z_]+(?:\("\d+"\))?\))?)`,
		"W", `((?i:eq|ne|lt|gt|le|ge|is(?:\s+not)?|(?:not\s+)?i?like|rlike|regexp?|match(?:es)?|test|search|`+
			`(?:starts|ends)[_ ]?with|contains|includes|has|strstr))`,
		"L", `("\d+")`,
		"B", `([^\s"()\[\]{}=<>&|!](?:[^\s"&|]|&[^&\s"]|\|[^|\s"])*)`,
	).Replace(pattern)), to, call}
}

// rewritings are applied one after another.
var rewritings = []rewriting{
	rewrite(`^\s*(?i:where|if)\s+|;\s*$`, "", nil),
	rewrite(`^\s*select\((.*)\)\s*$`, "$1", nil),         // jq
	rewrite(`(^|[\s(!])[.$]([a-z_]\w*)`, "", variable),   // jq, awk
	rewrite(`\{([a-z_]\w*)\}`, "$1", nil),                // templates
	rewrite(`\b(?i:and|or|not|in|between)\b`, "", lower), // SQL
	rewrite(`\s&\s`, " and ", nil),                       // C
	rewrite(`\b(?i:lower|tolower|lcase)\(`, "lower(", nil),
	rewrite(`\b(int|float|len|lower)\(([a-z]+)\)`, "", ofMember),
	rewrite(`\(/((?:[^/\\\s]|\\.)+)/\)`, "", argument("")), // JavaScript
	rewrite(`\b(?i:length|size|strlen)\(F\)`, "len($1)", nil),
	rewrite(`F\.(?:length|size|len)\b(?:\(\))?`, "len($1)", nil),
	rewrite(`F\.(?:to)?(?i:lower)(?:Case)?\(\)`, "lower($1)", nil),
	rewrite(`\bpath\.split\(L\)\[(\d+)\]`, "segment($2)", nil), // Python, JavaScript
	rewrite(`F\s*[.|]\s*W\(L\)`, "$1 $2 $3", nil),              // Python, JavaScript, jq
	rewrite(`\bW\(F\s*[,;]\s*L\)`, "$2 $1 $3", nil),            // jq, C
	rewrite(`\bre\.\w+\(L,\s*F\)`, "$2 matches $1", nil),       // Python
	rewrite(`\b(?:params?|query)(?:\.get\(|\[)L[\])]`, "param($1)", nil),
	rewrite(`\b(?:params?|query)[:.]([\w-]+)`, "", argument("param")),
	rewrite(`\b(?:member|record)(?:\.get\(|\[)L[\])]`, "member($1)", nil),
	rewrite(`\b(?:member|record)\.([\w-]+)`, "", argument("member")),
	rewrite(`\bparam\(([\w.-]+)\)`, "", argument("param")),
	rewrite(`\bmember\(([\w.-]+)\)`, "", argument("member")),
	rewrite(`\b(?i:has|exists|isset|defined)\(([a-z_]+)\)`, "", argument("has")),
	rewrite(`F\s+(not\s+)?in\s*\(([^()]*)\)`, "$1 ${2}in [$3]", nil), // SQL, Python
	rewrite(`\sin\s+@?([\w/.-]*\.\w+)`, "", argument(" in file")),
	rewrite(`\[([\w.*-]+(?:\s*,\s*[\w.*-]+)*)\]`, "", list),
	rewrite(`F\s*(?:==?|\bin)\s*(\d+)-(\d+)`, "$1 in $2..$3", nil),
	rewrite(`F\s*==?\s*L\s+or\s+L`, "$1 in [$2, $3]", nil), // Python, by mistake
	rewrite(`F\s+between\s+(\S+)\s+and\s+(\S+)`, "$1 >= $2 and $1 <= $3", nil),
	rewrite(`L\s+(not\s+)?in\s+F`, "", within),
	rewrite(`(!|\bnot\s+)?F(?:\s*(===?|!==?|=~|!~|~[=*]?|\^=|\$=|\*=|<>|[<>]=?|=)\s*|\s+W\s+)(?:L|B)`, "", compared),
	rewrite(`^\s*(!|not\s+)?F\s*$`, "", truth),
}

func lower(_ *rewriter, m []string) string { return strings.ToLower(m[0]) }

// variable returns a name without the mark of a variable, if it is known.
func variable(r *rewriter, m []string) string {
	if _, kind := r.field(m[2]); kind == "" {
		return m[0]
	}
	return m[1] + m[2]
}

// ofMember returns a call with a field, or with a member.
func ofMember(r *rewriter, m []string) string {
	f, _ := r.field(m[2])
	return m[1] + "(" + f + ")"
}

// list returns an array of words, in quotes, unless they are numbers.
func list(r *rewriter, m []string) string {
	all := strings.Split(m[1], ",")
	for i, word := range all {
		if all[i] = strings.TrimSpace(word); !ascii.All(all[i], ascii.Digit) {
			all[i] = r.quote(all[i])
		}
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// argument returns a function that calls the named function with a text.
func argument(name string) func(r *rewriter, m []string) string {
	return func(r *rewriter, m []string) string { return name + "(" + r.quote(m[1]) + ")" }
}

// field returns a field or a call with its name of today, and the kind of its value: text, number, list or "".
func (r *rewriter) field(f string) (_, kind string) {
	name, _, call := strings.Cut(f, "(")
	if call {
		switch {
		case name == "len" || name == "int":
			return f, "number"
		case name == "params":
			return f, "list"
		case slices.Contains([]string{"param", "member", "segment", "profile", "lower", "decode", "decode_plus"}, name):
			return f, "text"
		}
		return f, ""
	}
	name = strings.ToLower(name)
	name = cmp.Or(renamed[name], name)
	switch {
	case strings.HasPrefix(name, "port") && slices.Contains(identifiers(), name):
		return name, "number"
	case name == "params":
		return name, "list"
	case slices.Contains(identifiers(), name):
		return name, "text"
	case slices.Contains(slices.Concat(weblog.Names, requestNames, referenceNames), name):
		return "member(" + r.quote(name) + ")", "text"
	}
	return f, ""
}

// meanings maps operators and words of other languages, in lower case and without blanks and "_", to operators.
var meanings = map[string]string{
	"=": "==", "===": "==", "eq": "==", "is": "==", "!==": "!=", "<>": "!=", "ne": "!=", "isnot": "!=",
	"lt": "<", "gt": ">", "le": "<=", "ge": ">=",
	"=~": "matches", "~": "matches", "~=": "matches", "~*": "matches", "!~": "not matches", "rlike": "matches",
	"regexp": "matches", "regex": "matches", "match": "matches", "test": "matches", "search": "matches",
	"ilike": "like", "notlike": "not like", "notilike": "not like", "^=": "startsWith", "startswith": "startsWith",
	"$=": "endsWith", "endswith": "endsWith", "*=": "contains", "includes": "contains", "has": "contains",
	"strstr": "contains",
}

// compared returns a comparison of a field with a literal, or with a text that lacks its quotes.
func compared(r *rewriter, m []string) string {
	f, kind := r.field(m[2])
	op := strings.NewReplacer(" ", "", "_", "").Replace(strings.ToLower(m[3] + m[4]))
	meant := cmp.Or(meanings[op], op)
	op, negated := strings.CutPrefix(meant, "not ")
	bare, rest := m[6], ""
	for strings.HasSuffix(bare, ")") && strings.Count(bare, ")") > strings.Count(bare, "(") {
		bare, rest = bare[:len(bare)-1], ")"+rest
	}
	value := bare
	if m[5] != "" {
		value = r.value(m[5])
	}
	negated = negated || op == "!="
	unless := func(negated bool, holds string) string {
		switch {
		case !negated:
			return holds + rest
		case strings.HasPrefix(holds, "has("):
			return "not " + holds + rest
		}
		return "not (" + holds + ")" + rest
	}
	same := func(holds string) string { return unless(m[1] != "", holds) }
	not := func(holds string) string { return unless((m[1] != "") != negated, holds) }
	folded := value
	if all := fields(); slices.ContainsFunc(all, func(x field) bool { return x.name == f && x.folds }) {
		folded = ascii.ToLower(value)
	}
	name, _, call := strings.Cut(bare, "(")
	isName := call && ascii.All(name, ascii.Alpha) || slices.Contains(append(identifiers(), "true", "false"), bare)
	digits := ascii.All(value, ascii.Digit)
	switch {
	case isName || kind == "":
		return m[1] + f + " " + meant + " " + m[5] + m[6]
	case slices.Contains([]string{"nil", "null", "none"}, strings.ToLower(bare)):
		has := "has(" + r.quote(f) + ")"
		if key, ok := strings.CutPrefix(f, "param("); ok {
			has = strings.TrimSuffix(key, ")") + " in params"
		}
		return unless((m[1] != "") == negated, has)
	case kind == "list":
		return not(r.quote(value) + " in " + f)
	case kind == "number" && digits:
		return same(f + " " + op + " " + cmp.Or(value, "0"))
	case kind == "number" && ascii.All(strings.ReplaceAll(value, ",", ""), ascii.Digit):
		return not(f + " in [" + strings.ReplaceAll(value, ",", ", ") + "]")
	case kind == "number":
		return m[0]
	case op[0] == '<' || op[0] == '>':
		if digits && bare != "" {
			return same("int(" + f + ") " + op + " " + value)
		}
		return same(f + " " + op + " " + r.quote(folded))
	case op == "like" && strings.Contains(folded, "%"):
		return not(r.glob(f, folded, "%"))
	case op == "like" || strings.HasPrefix(folded, "*."):
		return not(r.glob(f, folded, "*"))
	case op == "matches" || bare != "" && (bare[0] == '^' || strings.HasSuffix(bare, "$")):
		if pattern, ok := strings.CutPrefix(value, "/"); ok && op == "matches" && bare != "" {
			pattern, insensitive := strings.CutSuffix(pattern, "/i")
			value = strings.ReplaceAll(strings.TrimSuffix(pattern, "/"), `\/`, "/")
			if insensitive {
				value = "(?i)" + value
			}
		}
		return not(f + " matches " + r.quote(value))
	case op != "==" && op != "!=":
		return not(f + " " + op + " " + r.quote(folded))
	case bare == "":
		return same(f + " " + op + " " + r.quote(folded))
	case bare[0] == '@':
		return not(f + " in file(" + r.quote(value[1:]) + ")")
	case strings.Contains(folded, ",") && !strings.Contains(folded, "*"):
		var all []string
		for one := range strings.SplitSeq(folded, ",") {
			all = append(all, r.quote(one))
		}
		return not(f + " in [" + strings.Join(all, ", ") + "]")
	case strings.Contains(folded, "*"):
		return not(r.glob(f, folded, "*"))
	}
	return same(f + " " + op + " " + r.quote(folded))
}

// glob returns the condition that a field matches a pattern in which wild is any text.
func (r *rewriter) glob(f, pattern, wild string) string {
	text, first := strings.CutPrefix(pattern, wild)
	text, last := strings.CutSuffix(text, wild)
	switch inside := strings.Contains(text, wild); {
	case inside:
		all := strings.Split(pattern, wild)
		for i := range all {
			all[i] = regexp.QuoteMeta(all[i])
		}
		return f + " matches " + r.quote("^"+strings.Join(all, ".*")+"$")
	case first && last:
		return f + " contains " + r.quote(text)
	case first:
		return f + " endsWith " + r.quote(text)
	case last:
		return f + " startsWith " + r.quote(text)
	}
	return f + " == " + r.quote(text)
}

// within returns a search for a literal in a field.
func within(r *rewriter, m []string) string {
	f, kind := r.field(m[3])
	switch {
	case kind != "text":
		return m[0]
	case m[2] != "":
		return "not (" + f + " contains " + m[1] + ")"
	}
	return f + " contains " + m[1]
}

// truth returns the condition that a field is not empty, or that it is.
func truth(r *rewriter, m []string) string {
	f, kind := r.field(m[2])
	key, isParam := strings.CutPrefix(f, "param(")
	switch {
	case isParam && m[1] != "":
		return "not (" + strings.TrimSuffix(key, ")") + " in params)"
	case isParam:
		return strings.TrimSuffix(key, ")") + " in params"
	case kind == "text" && m[1] != "":
		return f + ` == ` + r.quote("")
	case kind == "text":
		return f + ` != ` + r.quote("")
	case kind == "number":
		return f + " != 0"
	}
	return m[0]
}
