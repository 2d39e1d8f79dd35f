package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/gallery"
	"earl.example/internal/show"
	"earl.example/urlerr"
	"earl.example/web/internal/answer"
)

// urls returns the tricky URLs, the examples of findings with their near misses, and generated mutations of them.
func urls(generated int) []string {
	var all []string
	for _, url := range gallery.Tricky {
		all = append(all, url)
	}
	for _, a := range gallery.Advisories {
		all = append(all, a.URL)
	}
	for _, kind := range audit.Kinds() {
		all = append(append(all, kind.Examples...), kind.NearMiss)
	}
	slices.Sort(all)
	all = slices.DeleteFunc(slices.Compact(all), func(s string) bool { return s == "" || len(s) > 900 })
	tricky := len(all)
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"\\", "@", ":", "/", "//", "?", "#", "[", "]", "%2f", "%00", "%", ".", "..", " ", "\t", "\n", "\r", "é", "。",
		"\u202e", "0x7f", "user:pw@", ":80", ";", "&", "=", "+", "😀", "<b>", "\"", "'"}
	seen := map[string]bool{}
	for len(all) < tricky+generated {
		url := []rune(all[random.IntN(tricky)])
		for range 1 + random.IntN(3) {
			at := random.IntN(len(url) + 1)
			if random.IntN(3) == 0 && at < len(url) {
				url = slices.Delete(url, at, at+1)
			} else {
				url = slices.Insert(url, at, []rune(pieces[random.IntN(len(pieces))])...)
			}
		}
		if s := string(url); s != "" && len(s) < 900 && !seen[s] && !slices.Contains(all[:tricky], s) {
			seen[s] = true
			all = append(all, s)
		}
	}
	return all
}

// A shown is the page's content for a URL.
type shown struct {
	Record string
	Rows   []struct {
		Name, Error string
		Odd         bool // of a rejection
		Cells       map[string]struct {
			Text   string
			Absent bool
			Odd    bool
		}
	}
	Findings []struct{ ID, Severity, Message, Address, Safe string }
}

// collect shows URLs by their links, and returns the content.
const collect = `(async () => {
	const all = [];
	document.querySelector("#record").open = true;
	for (const fragment of ARG) {
		const done = new Promise(resolve => addEventListener("answered", resolve, { once: true }));
		location.hash = fragment;
		await done;
		all.push({
			Record: document.querySelector("#json").textContent,
			Rows: [...document.querySelectorAll("#compared tr")].filter(tr => tr.dataset.dialect !== "this browser").map(tr => ({
				Name: tr.dataset.dialect + "@" + tr.dataset.release,
				Error: tr.querySelector(".error")?.textContent ?? "",
				Odd: tr.querySelector(".rejected.odd") !== null,
				Cells: Object.fromEntries([...tr.querySelectorAll("td[data-c]")].map(td => [td.dataset.c, {
					Text: td.querySelector(".value")?.textContent ?? "",
					Absent: td.querySelector(".absent") !== null,
					Odd: td.classList.contains("odd") && td.querySelector(".sign") !== null,
				}])),
			})),
			Findings: [...document.querySelectorAll("#findings li[data-id]")].map(li => ({
				ID: li.dataset.id, Severity: li.querySelector(".badge").textContent,
				Message: li.querySelector(".message").textContent,
				Address: li.querySelector("a").getAttribute("href"),
				Safe: li.querySelector(".safe code")?.textContent ?? "",
			})),
		});
	}
	return all;
})()`

// TestSameAsCommand checks that the record of the page is the output of earl audit --json with the releases of the
// default dialects, and that the table and the findings show the same report.
func TestSameAsCommand(t *testing.T) {
	all := urls(1000)
	t.Logf("%d URLs", len(all))
	var input, want bytes.Buffer
	for _, url := range all {
		text, err := json.Marshal(url)
		if err != nil {
			t.Fatal(err)
		}
		input.Write(append(text, '\n'))
	}
	options := audit.Options{IsTopLevel: answer.IsTopLevel}
	var names []string
	for _, d := range audit.Dialects() {
		if d.Release() != "" {
			d = earl.MustParseDialect(d.Name() + "@" + d.Release())
		}
		options.Dialects = append(options.Dialects, d)
		names = append(names, d.String())
	}
	cmd := exec.Command(command, "audit", "--json", "--in", "jsonl", "--as", strings.Join(names, ","))
	cmd.Stdin, cmd.Stdout = &input, &want
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	records := strings.Split(strings.TrimSuffix(want.String(), "\n"), "\n")
	if len(records) != len(all) {
		t.Fatalf("the command wrote %d records for %d URLs", len(records), len(all))
	}
	p := open(t, "")
	for chunk := range slices.Chunk(all, 100) {
		var fragments []string
		for _, url := range chunk {
			fragments = append(fragments, fragment(url))
		}
		for i, got := range eval[[]shown](p, "await "+collect, fragments) {
			if got.Record != records[0] {
				t.Errorf("%q: the page has\n%s\nand the command\n%s", chunk[i], got.Record, records[0])
			}
			records = records[1:]
			want := options.Audit(chunk[i])
			want.Findings = show.WithoutNotNormal(want.Findings)
			if reason := differs(&got, want); reason != "" {
				t.Errorf("%q: %s, want the command's answer", chunk[i], reason)
			}
		}
		if t.Failed() {
			break
		}
	}
	p.quiet()
}

// differs returns how the page differs from a report, or "".
func differs(got *shown, want audit.Report) string {
	if len(got.Rows) != len(want.Verdicts) || len(got.Findings) != len(want.Findings) {
		return fmt.Sprintf("%d rows and %d findings", len(got.Rows), len(got.Findings))
	}
	odd := want.Odd()
	for i := range want.Verdicts {
		v, row := &want.Verdicts[i], got.Rows[i]
		if name := v.Dialect.Name() + "@" + v.Dialect.Release(); row.Name != name {
			return fmt.Sprintf("row %d is of %s, want %s", i, row.Name, name)
		}
		if err := v.Reading.Err(); err != nil {
			if text := answer.Message(err); row.Error != text || row.Odd != (odd[i]&audit.Acceptance != 0) {
				return fmt.Sprintf("%s has the error %q, want %q", row.Name, row.Error, text)
			}
			continue
		}
		for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
			cell, ok := row.Cells[c.String()]
			text, present := v.Reading.Get(c)
			aspect := c
			if c == urlerr.Params {
				aspect = urlerr.Path
			}
			switch {
			case c == urlerr.Authority || c == urlerr.Username || c == urlerr.Password:
			case !ok && c == urlerr.Params && text == "":
			case !ok || cell.Absent == present || cell.Text != show.Visible(text) || cell.Odd != odd[i].Has(aspect):
				return fmt.Sprintf("%s of %s is %+v, want %q, present: %v", c, row.Name, cell, text, present)
			}
		}
	}
	for i := range want.Findings {
		f, finding := &want.Findings[i], got.Findings[i]
		if finding.ID != f.ID || finding.Severity != f.Severity.String() || finding.Message != show.Visible(f.Message) ||
			finding.Address != f.Kind().Address || finding.Safe != show.Visible(f.Safe) {
			return fmt.Sprintf("finding %d is %+v, want %+v", i, finding, *f)
		}
	}
	return ""
}
