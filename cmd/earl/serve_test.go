package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
)

// served returns the answers of serve to requests, each of two lines.
func served(t *testing.T, requests ...string) []string {
	t.Helper()
	var out, messages bytes.Buffer
	in := strings.NewReader(strings.Join(requests, "\n") + "\n")
	if status := run(t.Context(), []string{"serve"}, in, &out, &messages); status != cli.StatusOK || messages.Len() > 0 {
		t.Fatalf("serve has status %d, %q, want success", status, &messages)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// TestServe: the answers are the results of the same commands without serve.
func TestServe(t *testing.T) {
	t.Parallel()
	records := []string{
		`{"url":"http://good.example\\@127.0.0.1/"}`, `{"url":"HTTP://H.example/%7E?a=b"}`, `{"url":"x"}`, `{"url":"\ud800é\u0000"}`,
		`{"url":"../c","base":"http://a/b/"}`, `{"url":1}`, `[]`, `{}`, "", "x",
	}
	for _, command := range []string{
		"audit", "audit --as whatwg,requests", "parse", "parse --as urllib@3.9", "join http://a/b/c", "normalize",
		"normalize --profile surt", "check", "check --policy strict --hosts .example", "get {host}",
	} {
		args, err := json.Marshal(strings.Fields(command))
		if err != nil {
			t.Fatal(err)
		}
		var requests []string
		for _, record := range records {
			requests = append(requests, string(args), record)
		}
		var out bytes.Buffer
		alone := append(strings.Fields(command), strings.Fields("--in jsonl --json --surrogates --quiet")...)
		run(t.Context(), alone, strings.NewReader(strings.Join(records, "\n")+"\n"), &out, io.Discard)
		if got, want := strings.Join(served(t, requests...), "\n")+"\n", out.String(); got != want {
			t.Errorf("serve of %s:\n%s\nwant\n%s", command, got, want)
		}
	}
}

// TestServeDocuments: a document has its results in one array.
func TestServeDocuments(t *testing.T) {
	t.Parallel()
	texts := []string{"", "see http://a.example/\nand\u2028http://b.example/é", "none", "http://a.example/\x00"}
	for _, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		args := strings.Fields("extract --type text --json --surrogates --quiet")
		run(t.Context(), args, strings.NewReader(text), &out, io.Discard)
		want := "[" + strings.ReplaceAll(strings.TrimSuffix(out.String(), "\n"), "\n", ",") + "]"
		if got := served(t, `["extract","--type","text"]`, string(quoted)); len(got) != 1 || got[0] != want {
			t.Errorf("links of %q: %s, want %s", text, got, want)
		}
	}
}

// TestServeUsage: a request that no command accepts has an answer, and the next request has one too.
func TestServeUsage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ args, input, message string }{
		{`["parse","--az"]`, `{"url":"x"}`, "unknown flag --az: did you mean --as?"},
		{`["parse","--as","whatwk"]`, `{"url":"x"}`, "did you mean whatwg?"},
		{`["prase"]`, `{"url":"x"}`, "did you mean parse?"},
		{`["serve"]`, `{"url":"x"}`, "unknown command"},
		{`["stats","--field","host"]`, `{"url":"x"}`, "unknown command"},
		{`["parse","http://h/"]`, `{"url":"x"}`, "an argument is one record"},
		{`["parse","--help"]`, `{"url":"x"}`, "--help is not for requests"},
		{`["parse","-i","/etc/passwd"]`, `{"url":"x"}`, "--i is not for requests"},
		{`["parse","--where=host == \"a\""]`, `{"url":"x"}`, "--where is not for requests"},
		{`["audit","--only-findings"]`, `{"url":"http://h.example/"}`, "--only-findings is not for requests"},
		{`["get","--each","{params}"]`, `{"url":"http://a/?x=1&y=2"}`, "--each is not for requests"},
		{`["check","--hosts","@/etc/hosts"]`, `{"url":"x"}`, "--hosts @FILE is not for requests"},
		{`["check","--hosts=@/etc/hosts"]`, `{"url":"x"}`, "--hosts @FILE is not for requests"},
		{`["extract"]`, `{"url":"x"}`, "a JSON string for extract"},
		{`["parse"]`, `"http://h/"`, "a JSON string for extract"},
		{`[]`, `{"url":"x"}`, "the first line is not a JSON array with a command"},
		{`{"url":"http://u:secretpw@h/"}`, `["parse"]`, "the first line is not a JSON array with a command"},
		{`["extract","--type","foo"]`, `"x"`, "unknown value"},
		{`["extract"]`, `"x`, "the second line is not a JSON string"},
	} {
		for range 2 {
			got := served(t, tt.args, tt.input, `["get","{host}"]`, `{"url":"http://h/"}`)
			if strings.Contains(strings.Join(got, ""), "secretpw") {
				t.Errorf("%s: the answer shows a password: %q", tt.args, got)
			}
			var answer struct {
				Error struct{ Kind, Message string }
			}
			if len(got) != 2 || json.Unmarshal([]byte(got[0]), &answer) != nil || answer.Error.Kind != "usage" ||
				!strings.Contains(answer.Error.Message, tt.message) || !strings.Contains(got[1], `"h"`) {
				t.Errorf("%s: %q, want a usage error with %q and a host", tt.args, got, tt.message)
			}
		}
	}
}

// TestServeSessions: more command lines than run at a time, each asked again after the others.
func TestServeSessions(t *testing.T) {
	t.Parallel()
	var requests, want []string
	for round := range 2 {
		for i := range 80 {
			requests = append(requests, fmt.Sprintf(`["join","http://a/%d/"]`, i), fmt.Sprintf(`{"url":"r%d"}`, round))
			want = append(want, fmt.Sprintf(`{"input":"r%d","ok":true,"href":"http://a/%d/r%[1]d"}`, round, i))
		}
	}
	if got := served(t, requests...); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("answers %q, want %q", got, want)
	}
}

// TestServeCut: a request that is not complete is an error.
func TestServeCut(t *testing.T) {
	t.Parallel()
	for _, input := range []string{"[", `["get","{host}"]`, "[\"get\",\"{host}\"]\n", "[\"get\",\"{host}\"]\n{\"url\":\"http://h/\"}"} {
		var out, messages bytes.Buffer
		status := run(t.Context(), []string{"serve"}, strings.NewReader(input), &out, &messages)
		if status != cli.StatusIO || out.Len() > 0 || !strings.Contains(messages.String(), "the input ends within a request") {
			t.Errorf("%q: status %d, %q, %q, want an error", input, status, &out, &messages)
		}
	}
}

// TestServeInterrupted: serve ends although its input stays open.
func TestServeInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	in, requests := io.Pipe()
	out, answers := io.Pipe()
	status := make(chan int)
	go func() { status <- run(ctx, []string{"serve"}, in, answers, io.Discard) }()
	go io.WriteString(requests, "[\"get\",\"{host}\"]\n{\"url\":\"http://h/\"}\n")
	if _, err := out.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	cancel()
	if got := <-status; got != cli.StatusInterrupted {
		t.Errorf("status %d, want %d", got, cli.StatusInterrupted)
	}
}

// TestCheck compares the command with the rows of what it should accept.
func TestCheck(t *testing.T) {
	t.Parallel()
	list := filepath.Join(t.TempDir(), "hosts")
	if err := os.WriteFile(list, []byte(".good.example\ncdn.example\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ flags, url, rule string }{
		{"--hosts @FILE", "http://a.good.example/", ""},
		{"--hosts @FILE --hosts b.example", "http://b.example/", ""},
		{"--hosts @FILE", "http://good.example/", "policy-host"},
		{"--guess-scheme", "h.example/a", ""},
		{"", "http://h.example/é", ""},
		{"", "http://10.0.0.1/", "dest-internal"},
		{"", "http://u:secretpw@h.example/", "userinfo-secret"},
		{"--policy strict", "http://h.example/é", "policy-dialects"},
		{"--policy webhook", "http://h.example/", "policy-scheme"},
		{"--policy webhook", "https://h.example/", ""},
		{"--policy intranet", "http://10.0.0.1/", ""},
		{"--policy intranet", "http://169.254.169.254/", "dest-internal"},
		{"--schemes ftp,https", "ftp://h.example/", ""},
		{"--schemes https", "http://h.example/", "policy-scheme"},
		{"--hosts .good.example --hosts cdn.example", "http://a.good.example/", ""},
		{"--hosts .good.example,cdn.example", "http://cdn.example/", ""},
		{"--hosts .good.example,cdn.example", "http://good.example/", "policy-host"},
		{"--as whatwg,java.net.URI", "http://h.example/|", ""},
		{"--stack go", "http://h.example/a", ""},
		{"--base https://h.example/", "/a", ""},
		{"--base https://h.example/", "//10.0.0.1/a", "dest-internal"},
	} {
		var out, messages bytes.Buffer
		tt.flags = strings.ReplaceAll(tt.flags, "FILE", list)
		args := append([]string{"check", "--json", tt.url}, strings.Fields(tt.flags)...)
		status := run(t.Context(), args, strings.NewReader(""), &out, &messages)
		var got struct {
			OK    bool
			Error struct{ Kind, Rule string }
		}
		err := json.Unmarshal(out.Bytes(), &got)
		want := cli.StatusOK
		if tt.rule != "" {
			want = cli.StatusRecords
		}
		if err != nil || got.Error.Rule != tt.rule || got.OK != (tt.rule == "") || status != want {
			t.Errorf("%q: status %d, %s, want %d, %q", args, status, &out, want, tt.rule)
		}
		if strings.Contains(messages.String(), "secretpw") {
			t.Errorf("%q prints the password: %s", args, &messages)
		}
	}
}
