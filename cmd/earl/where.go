package main

import (
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/template"
	"earl.example/internal/text/ascii"
)

const whereHelp = `Conditions of --where:
  FIELD              the URL has the field, such as query or 'query:q'. An empty
                     component does not count
  !FIELD             the URL does not have the field
  FIELD=PATTERNS     the value matches one of the patterns: 'extension=jpg,png'.
                     Commas separate patterns, and "*" matches any text. Write
                     \* \, and \\ for the characters themselves
  FIELD!=PATTERNS    the field is absent, or its value matches no pattern
FIELD is a field of a template without braces, and can have filters. Case is
ignored in scheme, host, parts of the host and extension. URLs that do not fulfil
the conditions are dropped. A URL that the dialect rejects is a failed record.`

// A whereFlag is the value of --where.
type whereFlag struct{ conditions []condition }

// A condition is a condition on one field.
type condition struct {
	field    compiledField
	patterns globs // nil to match any value
	filled   bool  // an empty value does not match
	negated  bool
	lower    bool // the pattern ignores case
}

func (w *whereFlag) add(flags *pflag.FlagSet) {
	flags.Var(&choice{values: fieldNames, set: w.Set}, "where",
		"keep only URLs that fulfil `CONDITION` (earl get --help); may be repeated")
}

func (w *whereFlag) Set(s string) error {
	field, patterns, compared := strings.Cut(s, "=")
	var c condition
	switch {
	case compared:
		field, c.negated = strings.CutSuffix(field, "!")
	default:
		field, c.negated = strings.CutPrefix(field, "!")
	}
	t, err := compileTemplate("{" + field + "}")
	if e, ok := errors.AsType[*template.Error](err); ok {
		return errors.New(e.Reason)
	}
	if err != nil || t.only() == nil {
		return errors.New("must be FIELD, !FIELD, FIELD=PATTERNS or FIELD!=PATTERNS")
	}
	c.field = *t.only()
	c.filled = !compared && !strings.HasSuffix(c.field.name, ":")
	if compared {
		c.lower = c.field.folds
		for _, pattern := range splitPatterns(patterns) {
			if c.lower {
				pattern = ascii.ToLower(pattern)
			}
			c.patterns.add(pattern)
		}
	}
	w.conditions = append(w.conditions, c)
	return nil
}

// splitPatterns splits patterns at commas. It replaces an escaped comma by a comma, and keeps all other escapes.
func splitPatterns(s string) (patterns []string) {
	var b []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == ',':
			patterns = append(patterns, string(b))
			b = b[:0]
			continue
		case s[i] == '\\' && i+1 < len(s):
			if i++; s[i] != ',' {
				b = append(b, '\\')
			}
		}
		b = append(b, s[i])
	}
	return append(patterns, string(b))
}

func (w *whereFlag) match(v *view) bool {
	for i := range w.conditions {
		if c := &w.conditions[i]; c.holds(v) == c.negated {
			return false
		}
	}
	return true
}

// holds reports whether the condition holds. It ignores the negation of the condition.
func (c *condition) holds(v *view) bool {
	values := []string{}
	if c.field.all != nil {
		values = c.field.values(v)
	} else if s, ok, _ := c.field.value(v); ok {
		values = append(values, s)
	}
	for _, s := range values {
		if c.lower {
			s = ascii.ToLower(s)
		}
		if c.patterns == nil && !(c.filled && s == "") || c.patterns != nil && c.patterns.match(s) {
			return true
		}
	}
	return false
}

// drops reports whether the URL of v can be read and does not fulfil the conditions.
func (w *whereFlag) drops(v *view) bool {
	return len(w.conditions) > 0 && v.read() == nil && !w.match(v)
}
