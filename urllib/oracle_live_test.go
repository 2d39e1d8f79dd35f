package urllib_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urllib"
)

// runOracle runs the oracle of a folder and returns its output.
func runOracle(t *testing.T, p string, folder, command string, input []byte) (output string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p, filepath.Join(folder, "oracle.py"), command)
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return string(out) + stderr.String(), err
	}
	return string(out), nil
}

func mustRunOracle(t *testing.T, p string, command string, input []byte) string {
	t.Helper()
	output, err := runOracle(t, p, "testdata", command, input)
	if err != nil {
		t.Fatalf("%s: oracle.py %s: %v\n%.20000s", p, command, err, output)
	}
	return output
}

// liveRelease returns the release of an interpreter, or skips the test: urllib knows the releases of CPython, and not
// a distributor's changes.
func liveRelease(t *testing.T, p string) urllib.Python {
	t.Helper()
	key := strings.TrimSpace(mustRunOracle(t, p, "key", nil))
	v, err := urllib.ParseVersion(key)
	if err != nil {
		t.Skipf("build %s: %v", key, err)
	}
	return pythonOf(v)
}

// TestLiveRecording fails for each interpreter that does not answer as it was recorded to.
func TestLiveRecording(t *testing.T) {
	eachPython(t, func(t *testing.T, p string) {
		t.Log(mustRunOracle(t, p, "check", nil))
	})
}

// TestLiveRecordingCanFail changes a recorded answer of each interpreter, which the check has to find.
func TestLiveRecordingCanFail(t *testing.T) {
	eachPython(t, func(t *testing.T, p string) {
		key := strings.TrimSpace(mustRunOracle(t, p, "key", nil))
		folder := t.TempDir()
		write := func(name, text string) {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		script, err := os.ReadFile(filepath.Join("testdata", "oracle.py"))
		if err != nil {
			t.Fatal(err)
		}
		write("oracle.py", string(script))
		releases, err := os.ReadFile(filepath.Join("testdata", "releases.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		write("releases.jsonl", string(releases))
		if err := os.Mkdir(filepath.Join(folder, "calls"), 0o777); err != nil {
			t.Fatal(err)
		}
		for answer, fails := range map[string]bool{`"a%20b"`: false, `"a+b"`: true} {
			write(filepath.Join("calls", "quote.jsonl"), `{"call":"quote","args":["a b"],"answers":{"`+key+`":`+answer+"}}\n")
			if output, err := runOracle(t, p, folder, "check", nil); (err != nil) != fails {
				t.Errorf("%s recorded: %v\n%s", answer, err, output)
			}
		}
	})
}

// TestLiveCalls compares package urllib with each interpreter, on calls about every code point and on generated calls:
// EARL_CALLS of them, 20,000 if not set, from the seed EARL_SEED, 1 if not set.
func TestLiveCalls(t *testing.T) {
	n, seed := urltest.Number(t, "EARL_CALLS", 20_000), urltest.Number(t, "EARL_SEED", 1)
	eachPython(t, func(t *testing.T, p string) {
		py := liveRelease(t, p)
		compareLive(t, p, py, unicodeCalls())
		g := newGenerator(uint64(seed))
		const batch = 20_000
		for done := 0; done < n && !t.Failed(); done += batch {
			calls := make([]*call, min(batch, n-done))
			for i := range calls {
				calls[i] = g.call()
			}
			compareLive(t, p, py, calls)
		}
		t.Logf("CPython %s: %d generated calls, seed %d", py.Version, n, seed)
	})
}

func compareLive(t *testing.T, p string, py urllib.Python, calls []*call) {
	t.Helper()
	var input []byte
	for _, c := range calls {
		input = append(appendJSON(input, c), '\n')
	}
	var found differences
	foreign, most := 0, len(calls)/100
	for line := range strings.Lines(mustRunOracle(t, p, "answer", input)) {
		got, ok := answer(py, calls[0])
		if ok {
			found.compare(py.Version.String(), string(appendJSON(nil, calls[0])), strings.TrimSpace(line), got)
		} else if foreign++; foreign > most {
			t.Fatalf("%d calls that no Go program can write, such as %s: %s", foreign, appendJSON(nil, calls[0]), got)
		}
		calls = calls[1:]
	}
	if len(calls) > 0 {
		t.Fatalf("%d calls without an answer", len(calls))
	}
	found.report(t)
}

// unicodeCalls are calls with answers that need the Unicode tables: lower case, repr and NFKC of every code point.
func unicodeCalls() (all []*call) {
	const chunk = 256
	for first := rune(0); first < 0x110000; first += chunk {
		var every, harmless []rune
		for r := first; r < first+chunk; r++ {
			if !strings.ContainsRune("@:[]%", r) {
				every = append(every, r)
				if !strings.ContainsRune(string(splitters), r) {
					harmless = append(harmless, r)
				}
			}
		}
		all = append(all,
			fn("SplitResult.hostname", "", runesText(every), "", "", ""),
			fn("repr", fn("DefragResult", runesText(every), "")),
			fn("urlsplit.path", "//\u00e9"+runesText(harmless)))
	}
	return all
}

// TestLiveCPythonsOwnTests compares package urllib with each interpreter on the calls that the interpreter's own tests
// of urllib.parse make, and on what one reads from their results.
func TestLiveCPythonsOwnTests(t *testing.T) {
	eachPython(t, func(t *testing.T, p string) {
		py := liveRelease(t, p)
		output, err := runOracle(t, p, "testdata", "tests", nil)
		if err != nil {
			if strings.Contains(output, "No module named 'test") {
				t.Skip("installed without its tests")
			}
			t.Fatal(err, output)
		}
		var found differences
		made, options, foreign := 0, 0, 0 // options: calls with the options of 3.15
		for line := range strings.Lines(output) {
			var j struct {
				jsonCall
				Answer json.RawMessage
			}
			if !strings.HasPrefix(line, "{") || unmarshal([]byte(line), &j) != nil {
				continue // a test printed it
			}
			c, err := j.value()
			if err != nil {
				t.Fatal(err)
			}
			delete(c.KW, "_stacklevel") // a private argument with which parse_qs calls parse_qsl
			if got, ok := answer(py, c); ok {
				made++
				if strings.Contains(line, `"missing_as_none":`) || strings.Contains(line, `"keep_empty":`) {
					options++
				}
				found.compare(py.Version.String(), line, string(j.Answer), got)
			} else {
				foreign++
			}
		}
		found.report(t)
		if hasNone(py) && options < 2_000 {
			t.Errorf("%d calls with missing_as_none or keep_empty", options)
		}
		if made < 2_000 || foreign > made/10 {
			t.Errorf("%d calls made, %d that no Go program can write", made, foreign)
		}
		t.Logf("CPython %s: %d calls of its own tests, %d of them with the options of 3.15, and %d that no Go program can write",
			py.Version, made, options, foreign)
	})
}
