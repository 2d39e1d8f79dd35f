package oracle

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const serverVariable = "ORACLE_TEST_SERVER"

// TestMain is a line server of the release in the environment: it answers each question with the line itself.
func TestMain(m *testing.M) {
	release := os.Getenv(serverVariable)
	if release == "" {
		os.Exit(m.Run())
	}
	fmt.Println(release + "\tfor a test")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch line := in.Text(); line {
		case "- ":
			fmt.Println("!empty")
		default:
			fmt.Println(echo(release, line))
		}
	}
}

// echo returns the answer of the line server to a line. Release 1.3 differs for some lines.
func echo(release, line string) string {
	if release == "1.3" && strings.HasSuffix(line, "f") {
		line = release
	}
	return fmt.Sprintf("=%x\t-\t=\t=ff", line)
}

func TestServer(t *testing.T) {
	t.Setenv(serverVariable, "1.2")
	t.Setenv("ORACLE_TEST", os.Args[0])
	p := Program{Name: "test", Variable: "ORACLE_TEST", Args: []string{"-test.run=^$"}}
	servers := p.Start(t, func(release string) bool { return release == "1.2" })
	if len(servers) != 1 || servers[0].About != "for a test" {
		t.Fatalf("servers %+v, want the one of release 1.2", servers)
	}
	var got []string
	servers[0].Ask(t, []Question{{}, {URL: "a\"'"}, {Base: "b", HasBase: true, URL: ""}}, func(_ Question, answer string) {
		got = append(got, answer)
	})
	want := []string{
		"!empty", Fields(Quote("- 612227"), Absent, Quote(""), `'\xff'`), Fields(Quote("=62 "), Absent, Quote(""), `'\xff'`),
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestGenerate: generated questions are the same each time, and new ones differ.
func TestGenerate(t *testing.T) {
	t.Parallel()
	a, b := Generate(1000, []string{"<more>"}, []string{"<base>"}), Generate(1000, []string{"<more>"}, []string{"<base>"})
	if !slices.Equal(a, b) || !slices.Equal(Mutations(100), Mutations(200)[:100]) {
		t.Error("two runs differ")
	}
	different, bases := map[Question]bool{}, 0
	for _, q := range a {
		different[q] = true
		if q.HasBase {
			bases++
		}
	}
	if len(different) < 900 || bases < 200 {
		t.Errorf("%d different questions, %d bases", len(different), bases)
	}
}

// TestRecordOne records three releases one after another, each with only its own program installed.
func TestRecordOne(t *testing.T) {
	t.Setenv("RECORD_TEST", os.Args[0])
	file := filepath.Join(t.TempDir(), "answers.jsonl")
	var releases []string
	for _, release := range []string{"1.2", "1.1", "1.3"} {
		releases = append(releases, release)
		suite := Suite{
			Program:  Program{Name: "test", Variable: "RECORD_TEST", Args: []string{"-test.run=^$"}},
			Releases: releases,
			More:     []string{"\xff", release}, // another question for each release
			Bases:    []string{"b"},
			Answer: func(release string, q Question) string {
				line := fmt.Sprintf("- %x", q.URL)
				if q.HasBase {
					line = fmt.Sprintf("%s %x", Token(q.Base), q.URL)
				} else if q.URL == "" {
					return "!empty"
				}
				return decode(echo(release, line))
			},
		}
		t.Setenv(serverVariable, release)
		suite.Recorded(t, file, true)
	}
	was := readRecording(t, file)
	if got := was.answers[Question{URL: "\xff"}]; len(got) != 3 || got["1.3"] == got["1.2"] || got["1.1"] != got["1.2"] {
		t.Errorf("answers %v, want the same ones of 1.1 and 1.2", got)
	}
	if got := was.answers[Question{URL: "1.3"}]; len(got) != 1 || got["1.3"] == "" {
		t.Errorf("answers to a question that only 1.3 was asked: %v", got)
	}
	if len(was.answers) < 2*len(Tricky())+inFull/2 || len(was.digests) != mutations/100 {
		t.Errorf("%d answers and %d digests", len(was.answers), len(was.digests))
	}
}
