package urllib_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/pycall"
)

// The golden vectors are calls of ours with the outcomes of every CPython
// release that could be had, so that earl is judged where there is no Python.
// To record them, with the Pythons of [pythonsVariable]:
//
//	go test ./urllib -run TestRecordVectors -record
//
// Outcomes of releases that are not there now are kept for the calls of
// tables that are still made, and for the generated calls. With -generate the
// latter are made anew, and other releases lose theirs.
var (
	record     = flag.Bool("record", false, "record the golden vectors anew from the Pythons found")
	generate   = flag.Bool("generate", false, "with -record, replace the generated calls as well")
	vectorFile = filepath.Join("testdata", "vectors.txt")
)

// recordedCalls is how many generated calls the vectors hold.
const recordedCalls = 3_000

// vectors are calls and their outcomes.
type vectors struct {
	releases []string          // oldest first
	about    map[string]string // what each release's interpreter says of itself
	calls    []string
	tables   int                          // how many of calls are of tables; the rest is generated
	outcomes map[string]map[string]string // by call and release
}

// tableCalls returns the calls of all tables, each once.
func tableCalls(tb testing.TB) []string {
	tb.Helper()
	var all []string
	for _, r := range rows(tb) {
		all = append(all, r.call)
	}
	return unique(all)
}

// generatedCalls returns what the generator makes for the vectors.
func generatedCalls() []string {
	g := newGenerator(20260101)
	all := make([]string, recordedCalls)
	for i := range all {
		all[i] = g.call().String()
	}
	return all
}

// unique drops what stood before.
func unique(all []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(call string) bool {
		again := seen[call]
		seen[call] = true
		return again
	})
}

// TestRecordVectors records the vectors, if asked.
func TestRecordVectors(t *testing.T) {
	if !*record {
		t.Skip("run with -record to record the golden vectors anew")
	}
	v, err := readVectors()
	if err != nil {
		t.Fatal(err)
	}
	fresh := &vectors{about: map[string]string{}, calls: tableCalls(t), outcomes: map[string]map[string]string{}}
	fresh.tables = len(fresh.calls)
	if *generate || len(v.calls) == v.tables {
		fresh.calls = unique(append(fresh.calls, generatedCalls()...))
	} else {
		fresh.calls = unique(append(fresh.calls, v.calls[v.tables:]...))
	}
	for _, call := range fresh.calls {
		fresh.outcomes[call] = map[string]string{}
		for release, outcome := range v.outcomes[call] {
			fresh.outcomes[call][release] = outcome
			fresh.about[release] = v.about[release]
		}
	}
	for _, o := range findOracles(t) {
		answers, err := o.ask(append([]string{"about()"}, fresh.calls...))
		if err != nil {
			t.Fatal(err)
		}
		about, _ := pycall.MustParse(answers[0]).(pycall.Literal).Value.(string)
		if o.hosted {
			about = "the library of " + o.release + " under " + about
		}
		fresh.about[o.release] = about
		for i, call := range fresh.calls {
			if !o.hosted || !asksInterpreter(call) {
				fresh.outcomes[call][o.release] = answers[i+1]
			}
		}
		t.Logf("recorded %d calls of CPython %s", len(fresh.calls), o.release)
	}
	for release := range fresh.about {
		fresh.releases = append(fresh.releases, release)
	}
	slices.SortFunc(fresh.releases, compareReleases)
	if err := fresh.write(); err != nil {
		t.Fatal(err)
	}
}

// asksInterpreter reports whether the outcome of a call is decided by the
// interpreter rather than by its library: by the limit on the digits of an
// int, which came in a patch release, or by a codec that patches changed.
func asksInterpreter(call string) bool {
	return strings.Contains(call, " * 4") || slices.ContainsFunc(linkedCodecs, func(name string) bool {
		return strings.Contains(call, "encoding='"+name+"'")
	})
}

// TestVectorsAreComplete fails if a table has calls that were not recorded.
func TestVectorsAreComplete(t *testing.T) {
	t.Parallel()
	v, err := readVectors()
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	for _, call := range tableCalls(t) {
		if len(v.outcomes[call]) == 0 {
			if missing++; missing <= maxReported {
				t.Errorf("not recorded: %.500s", call)
			}
		}
	}
	if missing > 0 {
		t.Errorf("%d calls are not recorded: run with -record", missing)
	}
}

// TestVectors compares earl, as each release, with what the release did.
func TestVectors(t *testing.T) {
	t.Parallel()
	v, err := readVectors()
	if err != nil {
		t.Fatal(err)
	}
	if len(v.releases) == 0 || len(v.calls) == 0 {
		t.Fatal("no vectors")
	}
	for _, release := range v.releases {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			o := &oracle{release: release, python: pythonOf(t, release)}
			var found []difference
			n := 0
			for _, call := range v.calls {
				want, ok := v.outcomes[call][release]
				if !ok {
					continue
				}
				n++
				got, err := evaluate(o, call)
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					found = append(found, difference{release, "", call, want, got})
				}
			}
			report(t, found, nil)
			t.Logf("%s: %d calls", v.about[release], n)
		})
	}
}

// Lines of the file of vectors begin with a word that says what they are:
//
//	release R ABOUT    one for each release
//	set S R R R        a name for a set of releases
//	generated          the calls that follow are
//	? CALL             a call, and after it
//	S OUTCOME          its outcome on the releases of the set; * is all
const vectorHead = `# Calls of urllib.parse and what CPython makes of them. Recorded; do not edit.
# "release R ..." names a release and its interpreter, "set S R ..." a set of
# releases. "? CALL" is followed by its outcomes: "S OUTCOME" on the releases
# of set S, "* OUTCOME" on all. Calls and outcomes are as in oracle.py. Calls
# of the tables come first, then those that were generated.
`

// write writes the file.
func (v *vectors) write() error {
	var b strings.Builder
	b.WriteString(vectorHead)
	for _, release := range v.releases {
		fmt.Fprintf(&b, "release %s %s\n", release, v.about[release])
	}
	// The body first, since it finds the sets.
	var body strings.Builder
	names := map[string]string{strings.Join(v.releases, " "): "*"}
	var sets []string
	for i, call := range v.calls {
		if i == v.tables {
			body.WriteString("generated\n")
		}
		fmt.Fprintf(&body, "? %s\n", call)
		for _, group := range v.groups(call) {
			name, ok := names[group.set]
			if !ok {
				name = setName(len(sets))
				names[group.set] = name
				sets = append(sets, group.set)
			}
			fmt.Fprintf(&body, "%s %s\n", name, group.outcome)
		}
	}
	for i, set := range sets {
		fmt.Fprintf(&b, "set %s %s\n", setName(i), set)
	}
	b.WriteString(body.String())
	return os.WriteFile(vectorFile, []byte(b.String()), 0o666)
}

// setName is a, b, … z, aa, ab, ….
func setName(i int) string {
	name := string(rune('a' + i%26))
	if i >= 26 {
		return setName(i/26-1) + name
	}
	return name
}

// A group is the releases, in order, that share an outcome.
type group struct{ set, outcome string }

// groups returns the outcomes of a call, that of the oldest release first.
func (v *vectors) groups(call string) []group {
	var order []string
	sets := map[string][]string{}
	for _, release := range v.releases {
		outcome, ok := v.outcomes[call][release]
		if !ok {
			continue
		}
		if sets[outcome] == nil {
			order = append(order, outcome)
		}
		sets[outcome] = append(sets[outcome], release)
	}
	all := make([]group, len(order))
	for i, outcome := range order {
		all[i] = group{strings.Join(sets[outcome], " "), outcome}
	}
	return all
}

// readVectors reads the file.
func readVectors() (*vectors, error) {
	f, err := os.Open(vectorFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v := &vectors{about: map[string]string{}, outcomes: map[string]map[string]string{}}
	sets := map[string][]string{}
	var call string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "#":
		case "release":
			release, about, _ := strings.Cut(rest, " ")
			v.releases = append(v.releases, release)
			v.about[release] = about
			sets["*"] = v.releases
		case "set":
			fields := strings.Fields(rest)
			sets[fields[0]] = fields[1:]
		case "generated":
			v.tables = len(v.calls)
		case "?":
			call = rest
			v.calls = append(v.calls, call)
			v.outcomes[call] = map[string]string{}
		default:
			if sets[word] == nil || v.outcomes[call] == nil {
				return nil, fmt.Errorf("%s:%d: no set %q", vectorFile, n, word)
			}
			for _, release := range sets[word] {
				if _, twice := v.outcomes[call][release]; twice {
					return nil, fmt.Errorf("%s:%d: two outcomes on %s", vectorFile, n, release)
				}
				v.outcomes[call][release] = rest
			}
		}
	}
	return v, lines.Err()
}
