// Package oracle compares the models of programs, package whatwg and Python's codecs with the programs. Only tests
// import it, and bench.
//
// A program runs as a line server. First it writes a line with its release, a tab, and a description of the libraries
// or settings on which its answers depend. Then each line that it reads is a [Question]: the base, a space, and the URL
// in hexadecimal digits. An absent base is written as "-", and a present base as "=" and hexadecimal digits. The answer
// is one line. If the program rejects the URL, the answer is "!" and an optional kind of error. If the program accepts
// the URL, the answer has fields, separated by tabs. The field of an absent component is "-". The field of a present
// component is "=" and hexadecimal digits. An answer that is a single text can also be "~" and hexadecimal digits.
//
// A [Suite] compares a model with the installed programs, or with recorded answers on machines without these programs.
package oracle

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
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

	// Blocks and Generate, if not nil, replace the questions about URLs. The model then knows each patch release.
	Blocks   []Block
	Generate func(n int) []Question
}

// A Block is a list of questions with a common digest of the answers, or with fully recorded answers.
type Block struct {
	Name      string
	Questions func(wide bool) []Question
	Wide      bool   // the digest is of Questions(true), and compared only if EARL_EXHAUSTIVE is set
	Short     bool   // with -short too, the digest is compared
	Skip      string // why this platform must skip the block, or ""
	Full      bool   // the answers are fully recorded
}

// Servers starts the programs. A program of an unknown patch release is compared with the newest modelled release of
// its branch.
func (s *Suite) Servers(tb testing.TB) []*Server {
	all := s.Start(tb, func(release string) bool { return s.known(release) != "" })
	for _, server := range all {
		server.encode = s.Encode
		if known := s.known(server.Release); known != server.Release {
			server.Release, server.About, server.isOther = known, "in fact "+server.Release+", "+server.About, true
		}
	}
	return all
}

func (s *Suite) known(release string) string {
	if s.Blocks != nil || slices.Contains(s.Releases, release) {
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
func (s *Suite) curated() (all []Question) {
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
	return withoutBase(urls)
}

func withoutBase(urls []string) []Question {
	all := make([]Question, len(urls))
	for i, url := range urls {
		all[i].URL = url
	}
	return all
}

// all returns the blocks of the file of recorded answers. Without s.Blocks, the first block has the questions about
// URLs with fully recorded answers. The name of another block is its place in mutated.
func (s *Suite) all() []Block {
	if s.Blocks != nil {
		return s.Blocks
	}
	questions := mutated(s.Places)
	full := append(s.curated(), questions[:inFull]...)
	all := []Block{{Full: true, Questions: func(bool) []Question { return full }}}
	for part := range slices.Chunk(questions, 100) {
		n := len(all) - 1
		all = append(all, Block{Name: strconv.Itoa(100 * n), Short: n%8 == 0,
			Questions: func(bool) []Question { return part }})
	}
	return all
}

// blocks returns the blocks with recorded digests.
func (s *Suite) blocks() []Block {
	return slices.DeleteFunc(slices.Clone(s.all()), func(b Block) bool { return b.Full })
}

// live returns the blocks for a comparison with an installed program, with n generated questions.
func (s *Suite) live(n int) []Block {
	if s.Blocks != nil {
		return append(slices.Clip(s.Blocks), Block{Questions: func(bool) []Question { return s.Generate(n) }})
	}
	questions := slices.Concat(s.curated(), mutated(true), withoutBase(CompatiblePlaces()), Generate(n, s.More, s.Bases),
		Long(1<<12, 1))
	if urltest.IsExhaustive() {
		questions = append(questions, Long(1<<20, 7)...)
	}
	return []Block{{Questions: func(bool) []Question { return questions }}}
}

// Live compares the model with the installed programs, on the curated questions, 10,000 mutations of the tricky URLs,
// all Places and CompatiblePlaces, generated questions, and long URLs, or on s.Blocks. EARL_CALLS sets the number of
// generated questions.
func (s *Suite) Live(t *testing.T) {
	t.Helper()
	n := 2_000
	if urltest.IsExhaustive() {
		n = 20_000
	}
	n = urltest.Number(t, "EARL_CALLS", n)
	for _, server := range s.Servers(t) {
		asked, differ, classes := 0, 0, map[string]int{}
		for _, block := range s.live(n) {
			questions := block.Questions(urltest.IsExhaustive())
			asked += len(questions)
			differ += s.compare(t, server, questions, classes)
		}
		t.Logf("%s %s (%s): %d questions, %d differ, not modelled %v", s.Name, server.Release, server.About, asked, differ,
			classes)
	}
}

// compare compares the model with a program. It returns the number of differences, and counts the questions of each
// class that is not modelled.
func (s *Suite) compare(tb testing.TB, server *Server, questions []Question, classes map[string]int) (differ int) {
	tb.Helper()
	server.Ask(tb, questions, func(q Question, want string) {
		if class := s.class(server.Release, q); class != "" {
			classes[class]++
		} else if got := s.Answer(server.Release, q); got != want {
			if differ++; differ <= 20 {
				tb.Errorf("%s: %v:\n got %.2000s\nwant %.2000s", server.Release, q, got, want)
			}
		}
	})
	return differ
}

// Compare compares the model with programs on the questions.
func (s *Suite) Compare(tb testing.TB, servers []*Server, questions ...Question) {
	tb.Helper()
	for _, server := range servers {
		s.compare(tb, server, questions, map[string]int{})
	}
}

// Fuzz compares the model with the installed programs on fuzzed questions.
func (s *Suite) Fuzz(f *testing.F) {
	for _, q := range s.full() {
		f.Add(q.Base, q.HasBase, q.URL)
	}
	servers := s.Servers(f)
	f.Fuzz(func(t *testing.T, base string, hasBase bool, url string) {
		s.Compare(t, servers, Question{base, hasBase && (s.Blocks != nil || len(s.Bases) > 0), url})
	})
}

// A line is a line of a file of recorded answers. The keys of Answers and Digests are lists of releases, or "*" for all
// releases.
type line struct {
	Releases map[string]string `json:"releases,omitempty"` // only in the first line: Server.About of each release

	URL     string            `json:"url,omitempty"`
	Hex     string            `json:"hex,omitempty"` // the URL, if it is not valid UTF-8
	Base    *string           `json:"base,omitempty"`
	HexBase string            `json:"hexbase,omitempty"` // the base, if it is not valid UTF-8
	Answers map[string]string `json:"answers,omitempty"`

	// Digests are digests of the answers to the questions of a block. The name of a block of URLs is the number From.
	Block   string            `json:"block,omitempty"`
	From    int               `json:"from,omitempty"`
	Digests map[string]string `json:"digests,omitempty"`
}

// inFull is the number of mutations with fully recorded answers.
const inFull = 400

// full returns the questions with fully recorded answers.
func (s *Suite) full() (all []Question) {
	for _, b := range s.all() {
		if b.Full {
			all = append(all, b.Questions(false)...)
		}
	}
	return all
}

// Recorded compares the model with the answers recorded in file. The file has the full answers to the curated questions
// and to some mutations, and digests of the answers to all 10,000 mutations and to Places, or to s.Blocks. With -short,
// Recorded compares every eighth digest. If update is set, Recorded first records the answers of the installed programs
// and keeps the answers of the releases that are not installed.
func (s *Suite) Recorded(t *testing.T, file string, update bool) {
	t.Helper()
	if update {
		s.record(t, file)
	}
	was := readRecording(t, file)
	blocks := map[string]Block{}
	for _, b := range s.blocks() {
		blocks[b.Name] = b
	}
	compared := map[string]int{}
	differ := 0
	for _, q := range was.order {
		for release, want := range was.answers[q] {
			if got := s.Answer(release, q); got != want {
				if differ++; differ > 20 {
					continue
				}
				t.Errorf("%s: %v:\n got %s\nwant %s", release, q, got, want)
			}
		}
	}
	for name, digests := range was.digests {
		for release := range digests {
			compared[release]++
		}
		block, ok := blocks[name]
		if !ok {
			t.Errorf("%s has digests of an unknown block %s: %s", file, name, s.recordCommand(t))
			continue
		}
		t.Run(name, func(t *testing.T) { s.digests(t, block, digests) })
	}
	for _, release := range s.Releases {
		if n := compared[release]; n > len(blocks) || n < len(blocks)*9/10 {
			t.Errorf("%s has %d of the %d digests of %s %s: %s", file, n, len(blocks), s.Name, release, s.recordCommand(t))
		}
	}
	if differ > 20 {
		t.Errorf("%d more answers differ", differ-20)
	}
	unanswered := slices.DeleteFunc(s.full(), func(q Question) bool {
		isModelled := func(release string) bool { return s.class(release, q) == "" }
		return was.answers[q] != nil || !slices.ContainsFunc(s.Releases, isModelled)
	})
	if len(unanswered) > 0 {
		t.Errorf("%s has no answer to %d questions, such as %v: %s", file, len(unanswered), unanswered[0], s.recordCommand(t))
	}
}

// recordCommand returns the command that records the answers of a release.
func (s *Suite) recordCommand(tb testing.TB) string {
	value := "PROGRAM"
	if s.Folders {
		value = "FOLDER"
	}
	return fmt.Sprintf("run %s=%s %s", s.Variable, value, urltest.Command(tb, "-record"))
}

// digests compares the model with the digests of a block. If consecutive releases have the same digest of a block in
// s.Blocks, it compares only the oldest of them, and if EARL_EXHAUSTIVE is set, also the newest.
func (s *Suite) digests(t *testing.T, block Block, digests map[string]string) {
	t.Parallel()
	switch {
	case testing.Short() && !block.Short:
		t.Skip("-short")
	case block.Skip != "":
		t.Skip(block.Skip)
	case block.Wide:
		urltest.Exhaustive(t)
	}
	questions := block.Questions(block.Wide)
	for i, release := range s.Releases {
		want := digests[release]
		oldest := s.Blocks == nil || i == 0 || digests[s.Releases[i-1]] != want
		newest := urltest.IsExhaustive() && !block.Wide && (i+1 == len(s.Releases) || digests[s.Releases[i+1]] != want)
		if want == "" || !oldest && !newest {
			continue
		}
		if d := s.digest(release, questions, func(i int) string { return s.Answer(release, questions[i]) }); d != want {
			t.Errorf("%s: digest %s, want %s: TestLive shows the questions", release, d, want)
		}
	}
}

// digest returns a hash of the answers to the questions.
func (s *Suite) digest(release string, questions []Question, answer func(i int) string) string {
	h := sha256.New()
	for i, q := range questions {
		if s.class(release, q) == "" {
			h.Write([]byte(answer(i) + "\n"))
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// A recording has the recorded answers of a file, by release.
type recording struct {
	about   map[string]string // Server.About
	order   []Question        // the questions with answers, as in the file
	answers map[Question]map[string]string
	digests map[string]map[string]string // by the name of the block
}

// readRecording reads a file of recorded answers.
func readRecording(tb testing.TB, file string) recording {
	tb.Helper()
	r := recording{answers: map[Question]map[string]string{}, digests: map[string]map[string]string{}}
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	expand := func(grouped map[string]string) map[string]string {
		all := map[string]string{}
		for key, answer := range grouped {
			releases := strings.Split(key, " ")
			if key == "*" {
				releases = slices.Collect(maps.Keys(r.about))
			}
			for _, release := range releases {
				all[release] = answer
			}
		}
		return all
	}
	for raw := range bytes.Lines(text) {
		var l line
		if err := json.Unmarshal(raw, &l); err != nil {
			tb.Fatalf("%s: %s: %v", file, raw, err)
		}
		switch {
		case l.Releases != nil:
			r.about = l.Releases
		case l.Digests != nil:
			r.digests[cmp.Or(l.Block, strconv.Itoa(l.From))] = expand(l.Digests)
		default:
			q := Question{URL: cmp.Or(l.URL, unhex(tb, l.Hex))}
			if l.Base != nil {
				q.Base, q.HasBase = cmp.Or(*l.Base, unhex(tb, l.HexBase)), true
			}
			r.order, r.answers[q] = append(r.order, q), expand(l.Answers)
		}
	}
	return r
}

func unhex(tb testing.TB, digits string) string {
	text, err := hex.DecodeString(digits)
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// recorders returns the installed programs by release. A program of an unknown patch release is not recorded if its
// branch has recorded answers. Each release must be installed or recorded.
func (s *Suite) recorders(t *testing.T, was recording) map[string]*Server {
	t.Helper()
	servers := map[string]*Server{}
	for _, server := range s.Servers(t) {
		_, isRecorded := was.about[server.Release]
		if !server.isOther || !isRecorded && servers[server.Release] == nil {
			servers[server.Release] = server
		}
	}
	for _, release := range s.Releases {
		if _, isRecorded := was.about[release]; !isRecorded && servers[release] == nil {
			t.Fatalf("no %s %s: name a program of this release in %s", s.Name, release, s.Variable)
		}
	}
	if len(servers) == 0 {
		t.Fatalf("no program to record: name a program of one of the releases %v in %s", s.Releases, s.Variable)
	}
	return servers
}

// record writes the answers of the installed programs to the file, and keeps the recorded answers of the other releases
// in s.Releases.
func (s *Suite) record(t *testing.T, file string) {
	var was recording
	if _, err := os.Stat(file); err == nil {
		was = readRecording(t, file)
	}
	servers := s.recorders(t, was)
	about := map[string]string{}
	for _, release := range s.Releases {
		about[release] = was.about[release]
		if server := servers[release]; server != nil {
			about[release] = server.About
			t.Logf("recording %s %s (%s)", s.Name, release, server.About)
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	write := func(l line) {
		if err := enc.Encode(l); err != nil {
			t.Fatal(err)
		}
	}
	write(line{Releases: about})
	for _, q := range s.full() {
		l := line{URL: q.URL, Answers: s.group(func(release string) (recorded string) {
			if servers[release] == nil {
				return was.answers[q][release]
			}
			if s.class(release, q) == "" {
				servers[release].Ask(t, []Question{q}, func(_ Question, answer string) { recorded = answer })
			}
			return recorded
		})}
		if !utf8.ValidString(q.URL) {
			l.URL, l.Hex = "", hex.EncodeToString([]byte(q.URL))
		}
		if q.HasBase {
			l.Base = &q.Base
		}
		if q.HasBase && !utf8.ValidString(q.Base) {
			l.Base, l.HexBase = new(""), hex.EncodeToString([]byte(q.Base))
		}
		if len(l.Answers) > 0 {
			write(l)
		}
	}
	for _, block := range s.blocks() {
		questions := block.Questions(block.Wide)
		l := line{Digests: s.group(func(release string) string {
			if servers[release] == nil {
				return was.digests[block.Name][release]
			}
			var answers []string
			servers[release].Ask(t, questions, func(_ Question, answer string) { answers = append(answers, answer) })
			return s.digest(release, questions, func(i int) string { return answers[i] })
		})}
		if s.Blocks != nil {
			l.Block = block.Name
		} else {
			l.From, _ = strconv.Atoi(block.Name)
		}
		write(l)
	}
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
