package oracle

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"testing"
)

const serverVariable = "ORACLE_TEST_SERVER"

// TestMain is a line server if the environment says so: it answers each question with the line itself.
func TestMain(m *testing.M) {
	if os.Getenv(serverVariable) == "" {
		os.Exit(m.Run())
	}
	fmt.Println("1.2\tfor a test")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch line := in.Text(); line {
		case "- ":
			fmt.Println("!empty")
		default:
			fmt.Printf("=%x\t-\t=\t=ff\n", line)
		}
	}
}

func TestServer(t *testing.T) {
	t.Setenv(serverVariable, "1")
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
