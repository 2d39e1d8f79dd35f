package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
)

// effectInputs are inputs on which each flag can have an effect, by the name of the file in effectRuns.
var effectInputs = map[string]string{
	"LIST": "lines\x00table\x00",
	"lines": "HTTP://us%65r:pw@WWW.Example.co.uk:80/%7Ea/../b/index.html?utm_source=x&b=2;c=3&a=1&a&%ff=%ff#f\n" +
		"http://xn--bcher-kva.example/a/b?q=1\n http://h/trim \nexample.com/guess\nhttp://h/\xff\nhxxp://evil[.]example/a\n" +
		"https://www.google.com/url?q=http%3A%2F%2Fin.example%2F\nhttp://[/\nhttp://a.github.io/x?\n../rel?x\n\n" +
		"HTTP://us%65r:pw@WWW.Example.co.uk:80/%7Ea/../b/index.html?utm_source=x&b=2;c=3&a=1&a&%ff=%ff#f\n" +
		"http://secret:pw@h:port/\nhttp://h/" + strings.Repeat("x", 200) + "\nmailto:a@b;type=x\nhttp:g\n//u/p;q\nhttp://EX%41.example/\n",
	"table": "id;url,url,base,link\n1,HTTP://us:pw@A.github.io:80/%7Ea?b=2;c&a=1&utm_x#f,http://b/,http://l/\n2, http://h/a ,,x\n" +
		"3,a.example/x,,http://l/\n4,g,http://xn--bcher-kva.example/d/,\n5,http://[/,,\n6,hxxp://e[.]example,,\n" +
		"7,https://www.google.com/url?q=http://in.example/,,\n8,http://h/\xff,,\n1,HTTP://us:pw@A.github.io:80/%7Ea?b=2;c&a=1&utm_x#f,http://b/,http://l/\n" +
		"9,http://h/" + strings.Repeat("x", 200) + ",,\n",
	"json": `{"url":"HTTP://us:pw@A.github.io:80/%7Ea?b=2;c&a=1&utm_x#f","link":"http://l/","id":1,"time":"2026-11-28T00:50:00"}` + "\n" +
		`{"url":" http://h/a ","link":"x"}` + "\n" + `{"url":"g","base":"http://xn--bcher-kva.example/d/","link":"y","b":"http://B/"}` + "\n" +
		`{"url":"http://[/","link":"http://[/"}` + "\n" + `{"url":"a.example/x","link":"z"}` + "\n" + `{"url":"http://h/\udcff","link":"z"}` + "\n" +
		`{"url":"hxxp://e[.]example","link":"hxxp://e[.]example"}` + "\n" + `{"url":"https://www.google.com/url?q=http://in.example/","link":"u","time":"2026-11-28T00:00:00Z"}` + "\n",
	"pairs":    "http://A/%7e\thttp://a/~\nhttp://a/\thttp://b/\nx\ty\nexample.com\thttp://example.com/\nhttp://[/\thttp://a/\nhttp://h/\xff\thttp://h/\n" + strings.Repeat("y", 300) + "\tz\n",
	"fields":   "a=1 é\tb=~/\nnone\n\xff=\xff\n" + strings.Repeat("y", 300) + "=z\n",
	"values":   `{"a":[1,"é"],"b":"~/"}` + "\n" + `7` + "\n" + `{"\udcff":"\udcff"}` + "\n",
	"texts":    "%0A\na b/é%\n\xff\n+%20%E9%\n" + strings.Repeat("y", 300) + "\n",
	"page":     `<noscript><base href="/n/"></noscript><body><base href="/d/"><a href=a>x</a> <a href="http://[/">y</a><a href="http://u:p@X.github.io/%C3%A9?a#f">z</a>`,
	"document": "hxxp://e[.]example https://www.google.com/url?q=http://in.example/ See http://h/é, `http://h/x`, a@b.com, example.com/bare and <http://h/\nlong>\nhttp://h/\xff\n",
	"mail":     "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: multipart/mixed; boundary=y\n\n--y\nContent-Type: text/html\n\n<a href=http://h/a>\n--y--\n--x--\n",
	"feed":     "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://f.example/'><link href='a'/></feed>",
	"response": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Location: http://location.example/\r\n\r\n<a href=a>",
}

// effectRuns are the runs to which each flag is added, by command. The first word is the input.
var effectRuns = map[string][]string{
	"parse":     {"lines parse", "lines parse --json", "lines parse --out csv", "table parse --in csv --column url", "json parse --in jsonl", "- parse http://a.github.io/%7Ea?b=1#f", "json parse --in jsonl --since 2026-11-28T00:30", "lines parse --as urllib --json", "lines parse --as rfc1808"},
	"get":       {"lines get {host}", "lines get {href}{param:b}{suffix}", "lines get --json {href}", "table get --in csv --column url {href}", "table get --in csv --column url --field host --field path", "json get --in jsonl --json {href}", "lines get --count {host}", "json get --in jsonl {time|hour}", "lines get --count --json {href}", "lines get --only host", "table get --in csv --column url --only path", "lines get --each {params}", "- get {host} http://a.github.io/x"},
	"join":      {"lines join http://B.example/a/", "lines join --json http://b/", "json join --in jsonl", "table join --in csv --column url http://B.example/a/", "lines join example.com/a/", "- join http://b/ a", "json join --in jsonl --since 2026-11-28T00:30 http://b/", "- join --explain http://b/ a"},
	"normalize": {"lines normalize", "lines normalize --json", "lines normalize --profile whatwg", "table normalize --in csv --column url", "- normalize http://H/", "- normalize --explain http://H/", "json normalize --in jsonl --since 2026-11-28T00:30"},
	"compare":   {"pairs compare", "pairs compare --json", "- compare http://A/ http://a/"},
	"set":       {"lines set --host new", "lines set --json --path x", "table set --in csv --column url --fragment f", "lines set --as whatwg --drop-tracking", "- set --port 1 http://h/", "lines set --each-value F", "json set --in jsonl --host new --since 2026-11-28T00:30"},
	"dedupe":    {"lines dedupe", "lines dedupe --by whatwg", "lines dedupe --by {host}", "lines dedupe --count --json --by {suffix}", "table dedupe --in csv --column url --by whatwg", "- dedupe http://h/ http://h/", "json dedupe --in jsonl --since 2026-11-28T00:30"},
	"stats":     {"lines stats --out text", "lines stats --json --field path", "lines stats --out csv --field registered_domain", "json stats --in jsonl --field params", "- stats http://h/", "json stats --in jsonl --field time"},
	"quote":     {"texts quote", "texts quote --json", "texts quote --as whatwg", "table quote --in csv --column url", "- quote é"},
	"unquote":   {"texts unquote", "texts unquote --json", "texts unquote --as whatwg", "- unquote %E9"},
	"query":     {"lines query", "lines query --url", "lines query --url --json", "lines query --url --as whatwg --each", "table query --in csv --column url --url", "- query a=1", "lines query --url --names", "json query --in jsonl --url --since 2026-11-28T00:30"},
	"urlencode": {"fields urlencode", "values urlencode --in jsonl --json", "fields urlencode --as whatwg", "- urlencode a=1"},
	"extract":   {"page extract --base http://b/", "document extract", "document extract --json", "mail extract --type message", "response extract", "feed extract", "page extract --type html", "document extract --type text"},
	"audit": {"lines audit", "lines audit --json", "lines audit --out sarif", "table audit --in csv --column url", "document audit --extract", "- audit --list", "- audit --explain multi-at --json", "- audit --advisories", "- audit http://a@b@c/", "json audit --in jsonl --since 2026-11-28T00:30",
		"- audit http://h.example/?url=http://169.254.169.254/ http://h.example/", "- audit --below /admin/ /%61dmin/secret http://h.example/"},
	"check": {"lines check", "lines check --json", "table check --in csv --column url", "- check http://h.example/é ftp://h.example/ example.com/guess"},
	"serve": {"- serve"},
	"find-disagreement": {"- find-disagreement --tries 2000 urllib whatwg", "- find-disagreement --paths nginx tomcat",
		"- find-disagreement urllib whatwg --tries 2000 --allowed a.example --target b.example"},
	"dialects":   {"- dialects"},
	"version":    {"- version"},
	"completion": {"- completion bash"},
	"man":        {"- man DIR"},
}

// effectValues are values of flags that differ from their defaults, by flag or by command and flag.
var effectValues = map[string]string{
	"as": "whatwg", "base": "http://x.example/y/", "in": "nul", "column": "link", "base-column": "b", "get base-column": "base", "parse base-column": "base", "delimiter": ";", "match": "(?P<url>[^ ]+)",
	"max-record-size": "60", "where": `host != "www.example.co.uk"`, "suffixes": "icann", "result-column": "renamed", "out": "nul",
	"output": "FILE", "errors": "FILE", "input": "INPUT", "max-errors": "1", "color": "always", "query-separator": ";", "strict": "rfc2068", "scheme": "ftp",
	"field": "depth", "only": "depth", "steps": "none", "profile": "signature", "by": "signature", "default": "fragment=new", "iterate": "port=1 2", "drop": "query",
	"segment": "1=s", "append-segment": "s", "append-path": "a/b", "set-param": "p=1", "replace-param": "a=9", "default-param": "p=1", "append-param": "p=1", "set-values": "v",
	"append-values": "v", "each-value": "v", "drop-param": "a", "keep-param": "a", "top": "1", "encode-set": "path", "safe": "~", "encoding": "latin-1",
	"encoding-errors": "ignore", "blank": "drop", "max-num-fields": "1", "via": "quote", "type": "text", "default-base": "http://d/", "charset": "latin-1", "max-depth": "1",
	"stack": "browser-and-proxy", "fail-on": "low", "min-severity": "medium", "ignore": "not-normal", "explain": "multi-at", "limit": "1", "tries": "100", "seed": "7",
	"username": "u", "password": "p", "userinfo": "u", "host": "h", "port": "99", "path": "/p", "query": "q", "fragment": "g", "set scheme": "ftp",
	"normalize as": "rfc3987", "compare as": "rfc3987", "quote as": "whatwg", "find-disagreement out": "csv", "show-dropped": "1", "dialects out": "nul",
	"extract as": "urllib", "audit --explain multi-at out": "csv", "extract where": `host != "h"`, "audit out": "drawing", "query blank": "drop", "compare base": "http://x/", "compare steps": "none", "compare max-record-size": "60",
	"extract base": "http://o.example/", "audit as": "whatwg,rfc1808", "check as": "whatwg", "hosts": ".example.co.uk", "schemes": "ftp", "policy": "webhook", "files0-from": "LIST", "allow-bad": "1", "sarif": "FILE", "unquote encoding": "latin-1", "audit ignore": "not-normal,multi-at,acceptance-split",
	"allowed": "c.example", "target": "d.example", "below": "/x/", "front": "traefik", "check": "nginx", "server": "tomcat",
	"memory": "128M", "log-format": "%h %r", "log-escape": "none", "since": "2026-11-28T00:00Z", "until": "2026-11-28T00:00Z", "zone": "+02:00", "tmpdir": "DIR", "jobs": "2", "man as": "x",
}

// effectless lists flags that say how earl runs and not what it does, with the reason.
var effectless = map[string]string{
	"jobs": "speed", "memory": "memory", "tmpdir": "memory", "color": "terminals", "progress": "time", "help": "help",
	"resume": "there is no run to continue",
}

// byData lists flags whose effect depends on the records. They may change nothing in a run, but must in one of each
// command that has them. Each other flag has an effect in all runs, or a message says that it has none.
var byData = strings.Fields(`quiet skip-bad max-errors fail-fast errors max-record-size show-passwords surrogates trim refang
	unwrap guess-scheme where as base stack by unicode-hosts query-separator suffixes field top charset email readable head-only
	type base-column backward-compatible profile steps group blank encoding encoding-errors strict max-num-fields each plus safe via
	host drop default encode replace-param set-values append-values drop-param keep-param drop-tracking sort-params no-script uts58 xml-base
	default-base content-location bare-domains appendix-c max-depth ignore min-severity fail-on iterate missing-as-none scheme only-findings params below front
	policy hosts schemes allow-bad no-fragments show-dropped sort limit tries seed zone since until`)

// TestEachFlagHasAnEffect adds each flag to runs of its command. Either the results or the messages differ.
func TestEachFlagHasAnEffect(t *testing.T) {
	if testing.Short() {
		t.Skip("runs each command with each flag")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range effectInputs {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	do := func(line string, more ...string) (result, messages string) {
		words := strings.Fields(line)
		words = append(words, more...)
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "DIR", filepath.Join(dir, "folder"))
		}
		os.RemoveAll("folder")
		os.Mkdir("folder", 0o700)
		in := strings.NewReader(effectInputs[words[0]])
		var out, errout bytes.Buffer
		status := run(t.Context(), words[1:], in, &out, &errout)
		text, _ := os.ReadFile("FILE")
		os.Remove("FILE")
		return fmt.Sprintf("%d\n%s\n%s", status, &out, text), errout.String()
	}
	for _, cmd := range cli.Documented(newRoot(new(record.Process), nil))[1:] {
		if cmd.Name() == "help" {
			continue
		}
		if len(effectRuns[cmd.Name()]) == 0 {
			t.Errorf("no run of %s", cmd.Name())
		}
		worked := map[string]bool{}
		for _, line := range effectRuns[cmd.Name()] {
			before, said := do(line)
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				args := flagArgs(t, cmd, f, line)
				after, says := do(line, args...)
				changed := after != before || says != said
				worked[f.Name] = worked[f.Name] || after != before || says != said && !strings.Contains(says, "--"+f.Name)
				if !changed && effectless[f.Name] == "" && !slices.Contains(byData, f.Name) &&
					!strings.Contains(" "+line+" ", " --"+f.Name+" ") {
					t.Errorf("earl %s: %q changes nothing, and no message says so", line, args)
				}
			})
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !worked[f.Name] && effectless[f.Name] == "" {
				t.Errorf("--%s changes nothing in any run of %s, want one in which it does", f.Name, cmd.Name())
			}
		})
	}
}

// flagArgs returns the arguments for a flag, with a value that is not its default.
func flagArgs(t *testing.T, cmd *cobra.Command, f *pflag.Flag, line string) []string {
	t.Helper()
	if f.Value.Type() == "bool" {
		return []string{"--" + f.Name}
	}
	value, ok := effectValues[cmd.Name()+" "+f.Name]
	if !ok {
		value, ok = effectValues[f.Name]
	}
	if !ok {
		t.Errorf("no value for --%s of %s", f.Name, cmd.Name())
	}
	if value == "INPUT" {
		value, _, _ = strings.Cut(line, " ")
		if value == "-" || value == "lines" {
			value = "texts"
		} else {
			value = "lines"
		}
	}
	return []string{"--" + f.Name + "=" + value}
}

// TestTablesOfFlags: each row of flags.tsv and needs.tsv is about flags that its commands have.
func TestTablesOfFlags(t *testing.T) {
	t.Parallel()
	has := map[string]bool{} // "command flag", and "flag" for flags of any command
	for _, cmd := range cli.Documented(newRoot(new(record.Process), nil)) {
		has[cmd.Name()] = true
		cmd.Flags().VisitAll(func(f *pflag.Flag) { has[cmd.Name()+" "+f.Name], has["* "+f.Name] = true, true })
	}
	for _, name := range []string{"cli/flags.tsv", "command/needs.tsv"} {
		table, err := os.ReadFile(filepath.Join("internal", name))
		if err != nil {
			t.Fatal(err)
		}
		for row := range strings.Lines(string(table)) {
			cells := strings.Split(row, "\t")
			if row[0] == '#' {
				continue
			}
			commands := strings.Fields(cells[0])
			if slices.Contains(cli.Groups, cells[0]) {
				commands = []string{"*"}
			}
			flags := strings.Fields(cells[1])
			if name == "command/needs.tsv" {
				for term := range strings.SplitSeq(strings.ReplaceAll(cells[2], "no ", ""), " or ") {
					if !strings.Contains(term, " ") && !slices.Contains([]string{"args", "file", "hosts", "log", "never"}, term) {
						flags = append(flags, term)
					}
				}
			}
			for _, command := range commands {
				for _, flag := range flags {
					if !has[command+" "+flag] {
						t.Errorf("%s: earl %s has no flag --%s: %q", name, command, flag, row)
					}
				}
			}
		}
	}
}
