package oracle

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"earl.example/internal/testing/urltest"
)

// A Suite compares a model with its program.
type Suite struct {
	Program
	Releases []string                                // the releases that are modelled, oldest first
	Answer   func(release string, q Question) string // answer of the model
	// further pieces for generated URLs that this program treats specially
	More  []string
	Bases []string // bases to resolve against; empty if the program does not resolve

	// Encode, if not nil, converts a text to the form that the program reads. For Python, this is UTF-8 with surrogates.
	Encode func(text string) string

	// Places, if set, means that the recorded answers include the URLs that the function Places returns. A live comparison
	// always includes them.
	Places bool

	// Unmodelled returns the reason why the model is known to answer a question differently. It returns "" if the model
	// must answer the question as the program does.
	Unmodelled func(release string, q Question) string
}

// start starts the programs. A program of an unknown patch release is compared with the newest modelled release of its
// branch.
func (s *Suite) start(tb testing.TB) []*Server {
	all := s.Start(tb, func(release string) bool { return s.known(release) != "" })
	for _, server := range all {
		server.encode = s.Encode
		if known := s.known(server.Release); known != server.Release {
			server.Release, server.About = known, "in fact "+server.Release+", "+server.About
		}
	}
	return all
}

func (s *Suite) known(release string) string {
	if slices.Contains(s.Releases, release) {
		return release
	}
	branch := release[:strings.LastIndexByte(release, '.')+1]
	for _, known := range slices.Backward(s.Releases) {
		if branch != "" && strings.HasPrefix(known, branch) {
			return known
		}
	}
	return ""
}

func (s *Suite) class(release string, q Question) string {
	if s.Unmodelled == nil {
		return ""
	}
	return s.Unmodelled(release, q)
}

// curated returns questions with the tricky URLs and the URLs in s.More, without a base and with each base.
func (s *Suite) curated() []Question {
	var all []Question
	for _, url := range slices.Concat(Tricky(), s.More) {
		all = append(all, Question{URL: url})
		for _, base := range s.Bases {
			all = append(all, Question{base, true, url})
		}
	}
	return all
}

// mutations is the number of mutations of the tricky URLs in a comparison.
const mutations = 10_000

// mutated returns the questions with digests: the mutations, and if places is set, all Places.
func mutated(places bool) []Question {
	urls := Mutations(mutations)
	if places {
		urls = append(urls, Places()...)
	}
	all := make([]Question, len(urls))
	for i, url := range urls {
		all[i].URL = url
	}
	return all
}

// Live compares the model with the installed programs, on the curated questions, 10,000 mutations of the tricky URLs,
// all Places, generated questions, and long URLs. EARL_CALLS sets the number of generated questions.
func (s *Suite) Live(t *testing.T) {
	t.Helper()
	n := 2_000
	if urltest.IsExhaustive() {
		n = 20_000
	}
	servers := s.start(t)
	questions := slices.Concat(s.curated(), mutated(true), Generate(urltest.Number(t, "EARL_CALLS", n), s.More, s.Bases),
		Long(1<<12, 1))
	if urltest.IsExhaustive() {
		questions = append(questions, Long(1<<20, 7)...)
	}
	for _, server := range servers {
		differ, classes := 0, map[string]int{}
		server.Ask(t, questions, func(q Question, want string) {
			if class := s.class(server.Release, q); class != "" {
				classes[class]++
			} else if got := s.Answer(server.Release, q); got != want {
				if differ++; differ <= 20 {
					t.Errorf("%s: %v:\n got %.2000s\nwant %.2000s", server.Release, q, got, want)
				}
			}
		})
		t.Logf("%s %s (%s): %d questions, %d differ, not modelled %v", s.Name, server.Release, server.About, len(questions),
			differ, classes)
	}
}

// Fuzz compares the model with the installed programs on fuzzed questions.
func (s *Suite) Fuzz(f *testing.F) {
	for _, q := range s.curated() {
		f.Add(q.Base, q.HasBase, q.URL)
	}
	servers := s.start(f)
	f.Fuzz(func(t *testing.T, base string, hasBase bool, url string) {
		q := Question{base, hasBase && len(s.Bases) > 0, url}
		for _, server := range servers {
			server.Ask(t, []Question{q}, func(q Question, want string) {
				if got := s.Answer(server.Release, q); got != want && s.class(server.Release, q) == "" {
					t.Errorf("%s: %v:\n got %s\nwant %s", server.Release, q, got, want)
				}
			})
		}
	})
}

// A line is a line of a file of recorded answers. The keys of Answers and Digests are lists of releases, or "*" for all
// releases.
type line struct {
	Releases map[string]string `json:"releases,omitempty"` // only in the first line: Server.About of each release

	URL     string            `json:"url,omitempty"`
	Hex     string            `json:"hex,omitempty"` // the URL, if it is not valid UTF-8
	Base    *string           `json:"base,omitempty"`
	Answers map[string]string `json:"answers,omitempty"`

	// Digests are digests of the answers to the questions [From, From+block) of the function mutated.
	From    int               `json:"from,omitempty"`
	Digests map[string]string `json:"digests,omitempty"`
}

const (
	block  = 100 // number of mutations that share a digest
	inFull = 400 // number of mutations with fully recorded answers
)

// Recorded compares the model with the answers recorded in file. The file has the full answers to the curated questions
// and to some mutations, and digests of the answers to all 10,000 mutations and to Places. With -short, Recorded
// compares every eighth digest. If update is set, Recorded first writes the file with the answers of the installed
// programs.
func (s *Suite) Recorded(t *testing.T, file string, update bool) {
	t.Helper()
	if update {
		s.record(t, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	mutated := mutated(s.Places)
	compared := map[string]int{}
	for raw := range bytes.Lines(text) {
		var l line
		if err := json.Unmarshal(raw, &l); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		q := Question{URL: l.URL}
		if b, err := hex.DecodeString(l.Hex); err == nil && l.Hex != "" {
			q.URL = string(b)
		}
		if l.Base != nil {
			q.Base, q.HasBase = *l.Base, true
		}
		s.eachRelease(l.Answers, func(release, want string) {
			compared[release]++
			if got := s.Answer(release, q); got != want {
				t.Errorf("%s: %v:\n got %s\nwant %s", release, q, got, want)
			}
		})
		s.eachRelease(l.Digests, func(release, want string) {
			compared[release] += block
			if testing.Short() && l.From%(8*block) != 0 {
				return
			}
			d := s.digest(release, mutated[l.From:min(l.From+block, len(mutated))], s.Answer)
			if d != want {
				t.Errorf("%s: mutations %d to %d differ: TestLive shows which", release, l.From, l.From+block-1)
			}
		})
	}
	for _, release := range s.Releases {
		if compared[release] < mutations {
			t.Errorf("%s: %d recorded answers", release, compared[release])
		}
	}
}

func (s *Suite) eachRelease(answers map[string]string, f func(release, answer string)) {
	for key, answer := range answers {
		releases := strings.Split(key, " ")
		if key == "*" {
			releases = s.Releases
		}
		for _, release := range releases {
			f(release, answer)
		}
	}
}

func (s *Suite) digest(release string, questions []Question, answer func(release string, q Question) string) string {
	h := sha256.New()
	for _, q := range questions {
		if s.class(release, q) == "" {
			h.Write([]byte(answer(release, q) + "\n"))
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// record writes the file of recorded answers. It needs an installed program for each release.
func (s *Suite) record(t *testing.T, file string) {
	about := map[string]string{}
	recorded := map[string]map[Question]string{}
	curated, mutated := s.curated(), mutated(s.Places)
	for _, server := range s.start(t) {
		about[server.Release] = server.About
		answers := map[Question]string{}
		server.Ask(t, slices.Concat(curated, mutated), func(q Question, answer string) { answers[q] = answer })
		recorded[server.Release] = answers
	}
	for _, release := range s.Releases {
		if recorded[release] == nil {
			t.Fatalf("no %s %s: name it in %s", s.Name, release, s.Variable)
		}
	}
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.Encode(line{Releases: about})
	for _, q := range slices.Concat(curated, mutated[:inFull]) {
		l := line{URL: q.URL, Answers: s.group(func(release string) string {
			if s.class(release, q) != "" {
				return ""
			}
			return recorded[release][q]
		})}
		if !utf8.ValidString(q.URL) {
			l.URL, l.Hex = "", hex.EncodeToString([]byte(q.URL))
		}
		if q.HasBase {
			l.Base = &q.Base
		}
		if len(l.Answers) > 0 {
			enc.Encode(l)
		}
	}
	for from := 0; from < len(mutated); from += block {
		enc.Encode(line{From: from, Digests: s.group(func(release string) string {
			return s.digest(release, mutated[from:min(from+block, len(mutated))], func(release string, q Question) string {
				return recorded[release][q]
			})
		})})
	}
	w.Flush()
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// group maps lists of releases to their common answer. It omits the releases with the answer "".
func (s *Suite) group(answer func(release string) string) map[string]string {
	releases := map[string][]string{}
	for _, release := range s.Releases {
		if a := answer(release); a != "" {
			releases[a] = append(releases[a], release)
		}
	}
	grouped := map[string]string{}
	for a := range maps.Keys(releases) {
		key := strings.Join(releases[a], " ")
		if len(releases[a]) == len(s.Releases) {
			key = "*"
		}
		grouped[key] = a
	}
	return grouped
}
