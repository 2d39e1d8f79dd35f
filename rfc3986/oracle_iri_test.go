package rfc3986_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/rfc3986"
)

var recordIRIs = flag.Bool("record-iris", false, "write the answers of the crates to testdata/iri/answers.txt")

// iriPieces are the parts of generated references: the borders of ucschar and iprivate, raw and encoded, and the
// delimiters.
var iriPieces = func() []string {
	all := strings.Fields("http: https: s: urn: // / / ? # : @ :80 :443 :0 h é É.Example a%C3%A9b e\u0301 ü.example " +
		"[::1] [v1.a] 127.0.0.1 . .. %2e %2E%2e a b; c=d & %7e %41 %2F %zz % %C3 %A9 %FF %F0%9F%98%80 😀 %ed%a0%80 " +
		"%c3%bc %e2%80%ae \u202e \u200e \u061c %d8%9c \u2067 %e2%81%a7 ~ ( ) ^ ` | \\ \u212a %E2%84%AA \u1fef " +
		"= \u0338 \u2260 \u00a0 { }")
	for _, c := range []rune{0x80, 0x9f, 0xa0, 0xd7ff, 0xe000, 0xf8ff, 0xf900, 0xfdcf, 0xfdd0, 0xfdef, 0xfdf0, 0xffef,
		0xfff0, 0xfffd, 0xfffe, 0xffff, 0x10000, 0x1fffd, 0x1fffe, 0xdfffd, 0xdffff, 0xe0000, 0xe0fff, 0xe1000, 0xefffd,
		0xf0000, 0xffffd, 0xffffe, 0x100000, 0x10fffd, 0x10ffff} {
		all = append(all, string(c), rfc3986.Encode(string(c)))
	}
	return all
}()

func iriText(rng *rand.Rand) string {
	var b strings.Builder
	if rng.IntN(2) == 0 {
		b.WriteString([]string{"http://h", "http://é/", "//", "s:", "?", "#", "/", "http://ü@h:80/"}[rng.IntN(8)])
	}
	for range rng.IntN(7) {
		if rng.IntN(40) == 0 {
			b.WriteRune(rune(0x80 + rng.IntN(0x10ff80)))
		}
		b.WriteString(iriPieces[rng.IntN(len(iriPieces))])
	}
	return strings.ToValidUTF8(b.String(), "")
}

// iriQuestion is a line of testdata/iri/src/main.rs.
func iriQuestion(base, text string) string {
	return hex.EncodeToString([]byte(base)) + " " + hex.EncodeToString([]byte(text))
}

func unhex(text string) string {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// iriAnswer gives the answers of this package to a question.
func iriAnswer(base, text string) []string {
	all := slices.Repeat([]string{"!"}, 11)
	opt := rfc3986.ParseOptions{AllowIRI: true}
	r, err := opt.Parse(text)
	if err != nil {
		return all
	}
	or := func(s string, ok bool) string {
		if !ok {
			return "-"
		}
		return s
	}
	all[0] = or(r.Scheme(), r.IsURI())
	all[1], all[2], all[3] = or(r.Userinfo()), or(r.Host()), or(r.Port())
	all[4], all[5], all[6] = r.Path(), or(r.Query()), or(r.Fragment())
	all[7] = r.Normalize(rfc3986.StepURI).String()
	all[8] = all[7]
	all[9] = r.Normalize(rfc3986.StepsSyntax | rfc3986.StepIRI | rfc3986.StepEmptyPort | rfc3986.StepDefaultPort).String()
	if b, err := opt.Parse(base); err == nil {
		if u, ok := b.WithoutFragment().URI(); ok {
			if target, err := rfc3986.Resolve(u, r); err == nil {
				all[10] = target.String()
			}
		}
	}
	return all
}

// bidi are the formatting characters that earl rejects and keeps encoded: the crates accept and decode them.
var bidi = strings.NewReplacer("\u200e", "%E2%80%8E", "\u200f", "%E2%80%8F", "\u202a", "%E2%80%AA", "\u202b",
	"%E2%80%AB", "\u202c", "%E2%80%AC", "\u202d", "%E2%80%AD", "\u202e", "%E2%80%AE")

// laterBidi are the formatting characters that Unicode added after RFC 3987: both accept them, and earl does not
// decode them.
var laterBidi = strings.NewReplacer("\u061c", "%D8%9C", "\u2066", "%E2%81%A6", "\u2067", "%E2%81%A7", "\u2068",
	"%E2%81%A8", "\u2069", "%E2%81%A9")

// iriDifference returns the class of a known difference with the crates, or "" for none.
func iriDifference(base, text, got, want string, i int) string {
	b, err := rfc3986.ParseOptions{AllowIRI: true}.Parse(base)
	switch {
	case bidi.Replace(text) != text, i == 10 && bidi.Replace(base) != base:
		return "formatting characters are rejected"
	case i == 9 && laterBidi.Replace(got) == laterBidi.Replace(bidi.Replace(want)):
		return "formatting characters are not decoded"
	case i == 10 && want == "!" && err == nil && (b.PathForm() == "path-rootless" || b.PathForm() == "path-empty"):
		return "base without an authority or a path from the root"
	case i == 10 && err == nil && b.Path() != b.Normalize(rfc3986.StepPercent|rfc3986.StepPath).Path():
		return "dot segments of the base"
	}
	r, _ := rfc3986.ParseOptions{AllowIRI: true}.Parse(text)
	for segment := range r.Normalize(rfc3986.StepPercent).Segments() {
		if segment == "." || segment == ".." {
			return "dot segments that a relative path or the root keeps"
		}
	}
	return ""
}

func compareIRIs(t *testing.T, questions, answers []string) {
	t.Helper()
	classes := map[string]int{}
	bad := 0
	for n, question := range questions {
		b, s, _ := strings.Cut(question, " ")
		base, text := unhex(b), unhex(s)
		fields := strings.Fields(answers[n])
		got := iriAnswer(base, text)
		if len(fields) != len(got) {
			t.Fatalf("answer %q has %d fields, want %d", answers[n], len(fields), len(got))
		}
		for i, field := range fields {
			want := field
			if text, ok := strings.CutPrefix(field, "="); ok {
				want = unhex(text)
			}
			if got[i] == want {
				continue
			}
			if class := iriDifference(base, text, got[i], want, i); class != "" {
				classes[class]++
				continue
			}
			if bad++; bad < 30 {
				t.Errorf("%+q, %+q: field %d is %+q, want %+q", base, text, i, got[i], want)
			}
		}
	}
	t.Logf("%d questions, %d different, known: %v", len(questions), bad, classes)
}

// TestLiveIRI compares with the crates fluent-uri and iri-string. EARL_IRI_CRATES is the program that cargo makes of
// testdata/iri.
func TestLiveIRI(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	program := os.Getenv("EARL_IRI_CRATES")
	if program == "" {
		t.Skip("EARL_IRI_CRATES is not set")
	}
	rng := rand.New(rand.NewPCG(rand.Uint64(), 0))
	var questions []string
	for range urltest.Number(t, "EARL_CALLS", 20_000) {
		questions = append(questions, iriQuestion(iriText(rng), iriText(rng)))
	}
	cmd := exec.Command(program)
	cmd.Stdin = strings.NewReader(strings.Join(questions, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v, want success", program, err)
	}
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if *recordIRIs {
		var b bytes.Buffer
		for i := range min(len(questions), 1500) {
			b.WriteString(questions[i] + "\t" + answers[i] + "\n")
		}
		if err := os.WriteFile("testdata/iri/answers.txt", b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compareIRIs(t, questions, answers)
}

// TestIRIAnswers compares with recorded answers of the crates.
func TestIRIAnswers(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/iri/answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var questions, answers []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		question, answer, _ := strings.Cut(lines.Text(), "\t")
		questions, answers = append(questions, question), append(answers, answer)
	}
	compareIRIs(t, questions, answers)
}
