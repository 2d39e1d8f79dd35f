package linear

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/urltest"
)

// longest are the shapes that also make the longest texts. The head is that of
// URLs: other texts have their first.
var longest = []struct{ head, unit string }{
	{"http://h/", "a/../"}, {"http://u:p@", "@"},
}

const (
	many = 64 << 10
	most = 8 << 20
)

// TestEveryEntryPointIsLinear gives each shape to each function.
func TestEveryEntryPointIsLinear(t *testing.T) {
	urltest.Megabytes(t)
	shapes, slowest, where := 0, 0.0, ""
	check := func(r Row, head, unit string, size int) {
		name := fmt.Sprintf("%s of %d bytes of %q after %q", r.Names, size, unit, head)
		shapes++
		if perByte := urltest.LinearTexts(t, name, urltest.Many(head, unit, "", size), urltest.Many(head, unit, "", size/8), r.Do); perByte > slowest {
			slowest, where = perByte, name
		}
	}
	for _, r := range Rows() {
		for _, head := range r.Heads {
			for _, unit := range Units {
				check(r, head, unit, many)
			}
		}
		for _, shape := range longest {
			if len(r.Heads) != len(ofURL) {
				shape.head = r.Heads[0]
			}
			check(r, shape.head, shape.unit, most)
		}
	}
	t.Logf("%d times of %d rows; the slowest: %.1f ns a byte, %s", shapes, len(Rows()), slowest, where)
}

// constant are functions and methods whose work does not depend on a text that
// they are given: they know one of a few values, or return what is there.
var constant = []string{
	"earl: Dialect.About Dialect.IsZero Dialect.MarshalText Dialect.Name Dialect.Python Dialect.Release Dialect.Releases Dialect.String Dialects",
	"earl: MustParseDialect RFC3986 Urllib WHATWG RFC1808 RFC2068 NetURL Libcurl NoSpan",
	"earl: PartNames Parts.List Some Span.Of Span.Present",
	"audit: AspectNames Aspects.Has Aspects.String Dialects Kinds Severity.MarshalText Severity.String",
	"baseurl: Rules Source.MarshalText Source.String Type.String",
	"bulk: Format.MarshalText Format.String Output.Format Output.JSON Output.SkipsFailed HeaderError.Error ReadError.Error RecordError.Error SpillError.Error",
	"bulk: TextError.Error TooManyError.Error WriteError.Error PanicError.Error Inputs.Close",
	"bulk: Object.Array Object.Bool Object.Close Object.Int Object.Null Object.Object",
	"canon: Profile.About Profile.Description Profile.Dialect Profile.Idempotent Profile.MarshalText Profile.String Profile.Version Profiles Rules",
	"libcurl: Version.String Versions Rules",
	"rfc1808: Category.String Grammar.Productions Grammar.Rules Grammar.String Rules Schemes",
	"rfc3986: Delimiter.String Guesses.String HostKind.String Hyphens.String PathForm.String Rung.Steps Rung.String Rules",
	"rfc3986: Steps.AppendText Steps.MarshalText Steps.String Change.Rule Change.Component",
	"urlerr: Component.String Kind.Error Kind.String",
	"urllib: AppendRune DecodeRune Handler.Name Handler.Version NotLinkedError.Error Python.Schemes Rules TupleError Version.Compare Version.MarshalText",
	"urllib: Version.Numbers Version.String Versions",
	"urllib/codecs: All.Codec All.RuneName Encoding.Module",
	"whatwg: HostKind.String Rules",
}

// names returns the full names of a list such as those of constant.
func names(list string) (all []string) {
	pkg, rest, _ := strings.Cut(list, ":")
	for _, name := range strings.Fields(rest) {
		all = append(all, pkg+"."+name)
	}
	return all
}

// TestEveryEntryPointHasARow: each function and method of docs/api.txt is in a
// row, or in constant.
func TestEveryEntryPointHasARow(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "api.txt"))
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	pkg := ""
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		switch {
		case len(words) < 2:
		case words[0] == "package":
			pkg = strings.TrimPrefix(strings.TrimPrefix(words[1], "earl.example"), "/")
			if pkg == "" {
				pkg = "earl"
			}
		case words[0] == "func":
			name, _, _ := strings.Cut(words[1], "(")
			missing[pkg+"."+name] = true
		case words[0] == "method":
			name, _, _ := strings.Cut(words[2], "(")
			if name == "Unwrap" && strings.HasSuffix(words[1], "Error)") {
				continue // it returns what is there
			}
			missing[pkg+"."+strings.Trim(words[1], "(*)")+"."+name] = true
		}
	}
	if len(missing) < 100 {
		t.Fatalf("docs/api.txt has %d functions and methods", len(missing))
	}
	seen := map[string]bool{}
	lists := slices.Clone(constant)
	for _, r := range Rows() {
		lists = append(lists, r.Names)
	}
	for _, list := range lists {
		for _, name := range names(list) {
			if !missing[name] && !seen[name] {
				t.Errorf("there is no %s", name)
			}
			delete(missing, name)
			seen[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("no row has %s", name)
	}
}
