// Package testscript, whose flag -update the test shares, does not build on these.

//go:build !js && !plan9

package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"earl.example/cmd/earl/internal/cli"
	"earl.example/internal/testing/urltest"
)

//go:generate go test -count=1 -run ^TestMistakes$ . -update

// mistakes are commands as people type them who know another program, or who make a slip. < FILE is standard input, from
// the files of testdata/recipes or the inputs of TestEachFlagHasAnEffect.
var mistakes = strings.Split(strings.TrimSpace(`
earl set --qtrim 'utm_*' http://h/?utm_x=1
earl set --trim 'utm_*' http://h/?utm_x=1
earl set --sort-query http://h/?b&a
earl set host=b http://h/
earl set id=7 http://h/
earl set http://h/
earl set --set host=evil.example http://h/
earl set --query-values FUZZ http://h/
earl set --each-param FUZZ http://h/
earl set --append q=1 http://h/
earl set --append query=q=1 http://h/
earl set --redirect ../b http://h/a
earl set --encode --host b http://h/
earl set --default scheme=https --scheme http http://h/
earl set --drop query --query a http://h/
earl set --path a --path b http://h/
earl 'status == 404' access.log
earl 'select host from urls.txt'
earl query 'select host from urls.txt'
earl set 'query.*=FUZZ' urls.txt
earl get query.id urls.txt
earl get --ext php,html '{href}' urls.txt
earl get --exclude-hosts urls.txt '{href}' urls.txt
earl join urls.txt urls.txt --on host
earl stats access.log --where 'user_agent ~ "Googlebot"' --by path
earl count hour access.log
earl top referer access.log
earl hour access.log
earl top paths access.log
earl errors access.log
earl report access.log
earl count domain urls.txt
earl count host shops.csv
earl unique host urls.txt
earl status access.log
earl filter 'scheme == "https"' urls.txt
earl grep utm urls.txt
earl diff urls.txt scope.txt
earl remove utm_source urls.txt
earl remove query urls.txt
earl csv urls.txt
earl parse -o json http://h/
earl join ../x http://h/a/
earl get --where 'has(param("id"))' '{href}' urls.txt
earl get --where 'params.id != null' '{href}' urls.txt
earl get --where 'host ends with ".example"' '{href}' urls.txt
earl get --where 'path startswith "/a"' '{href}' urls.txt
earl get --where 'path =~ /x|y/i' '{href}' urls.txt
earl get '{query}' --decode urls.txt
earl get --in clf --group hour access.log
earl get hour access.log
earl get id urls.txt
earl get '{utm_source}' http://h/
earl get '{path:1}' http://h/
earl get '{status}' http://h/
earl get .page.url events.jsonl
earl get 'select(.n==1) | .url' events.jsonl
earl get host,path http://h/
earl get --count=host http://h/
earl get --log-format combined '{host}' access.log
earl get --in clf --where 'time > now - 1h' '{path}' access.log
earl get --in clf --where 'time > now() - "90m"' '{path}' access.log
earl get --in clf --where 'time > NOW() - INTERVAL 1 DAY' '{path}' access.log
earl get --in clf --where 'time > yesterday' '{path}' access.log
earl get --in clf --where 'time > "1h"' '{path}' access.log
earl get --in clf --where 'hour == 22' '{path}' access.log
earl get --in clf --where 'useragent contains "bot"' '{path}' access.log
earl get --in clf --where 'ip == "192.0.2.1"' '{path}' access.log
earl get --in clf --where 'size > 100' '{path}' access.log
earl get --in clf --where 'response_code == 404' '{path}' access.log
earl get --in clf --where 'refferer == ""' '{path}' access.log
earl get --in clf --where 'nope == ""' '{path}' access.log
earl get --in clf --where 'status == 4xx' '{path}' access.log
earl get --in clf --where 'status between 400 and 499' '{path}' access.log
earl get --in clf --where 'referer != "-"' '{path}' access.log
earl get --in csv --column link --where 'n > 5' '{host}' shops.csv
earl get --in jsonl --where '.n == 1' '{host}' events.jsonl
earl stats time access.log
earl stats host urls.txt
earl dedupe host urls.txt
earl dedupe --by domain urls.txt
earl dedupe --ignore-query urls.txt
earl join urls.txt http://h/
earl unquote urls.txt
earl query --json http://h/?a=1
earl query --csv http://h/?a=1
earl query h.example/?a=1
earl query --json < urls.txt
earl get --count '{host}' paths.csv
earl get '{host}' rows.csv
earl get --in csv '{host}' rows.csv
earl get '{host}' odd.csv
earl get '{host}' records.ndjson
earl get '{host}' page.html
earl get '{host}' squid.log
earl get '{host}' uvicorn.log
earl stats access.log
earl audit --min-severity high access.log
earl join http://h/ -i access.log
earl query --url access.log
earl check access.log
earl normalize events.jsonl
earl parse http://münchen.example/
earl set --host münchen.example http://h/
earl normalize http://münchen.example/
earl set --remove utm_source http://h/
earl set --remove
earl normalize --remove query http://h/
earl audit --finding host-disagreement urls.txt
earl audit --only host-disagreement urls.txt
earl audit --only-findings=host-disagreement urls.txt
earl audit --only-findings host-disagreement urls.txt
earl audit --where 'finding == "multi-at"' urls.txt
earl audit host-disagreement
earl audit --below /a --server tomcat --check multi-at http://h/
earl extract --external page.html
earl parse --as curl http://h/
earl parse --as python3.9 http://h/
earl parse --as chrome http://h/
earl parse --as go http://h/
earl '.link | host' array.json
earl internal http://h/
earl redirects http://h/
earl allow http://h/
earl decode http://h/
earl frobnicate http://h/
earl unquote 'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fin.example%2F&data=x'
earl dedupe --ignore-tracking http://h/
earl get --base http://h/ '{path}' access.log
earl check --hosts @empty.txt http://h.example/
earl check --hosts '' http://h.example/
earl check --hosts '*.example' http://h.example/
earl check --allow-bad 5%
earl check --base http://h.example/ --guess-scheme x
earl audit --extract --sarif s --output s shops.csv
earl audit --extract --sarif - shops.csv
earl audit --extract --sarif shops.csv shops.csv
earl audit --extract --sarif s --output o --resume shops.csv
earl get --url http://h/ '{host}'
earl get host http://h/
earl get '{netloc}' http://h/
earl get '{must:query}' http://h/
earl get '{query|default:x}' http://h/
earl get '{hots}' http://h/
earl get %d http://h/
earl get -r '{host}' http://h/
earl get -v '{host}' http://h/
earl get --unique '{host}' http://h/
earl get --limit 5 '{host}' http://h/
earl get --suffixes icann '{host}' http://h/
earl get --unicode-hosts '{path}' http://h/
earl get --query-separator ';' '{host}' http://h/
earl get --only order,host --in csv --column link < shops.csv
earl get --in csv --column typo '{host}' < shops.csv
earl get --in csv --column scheme=id,host=typo,path=n '{host}' < shops.csv
earl get --in csv --column link '{member:nn}' < shops.csv
earl get --in jsonl --column path=pth,host=hst '{host}' < events.jsonl
earl get --in jsonl '{host}' < events.jsonl
earl get '{host}' < events.jsonl
earl get '{host}' < shops.csv
earl get '{host}' < access.log
earl get --in jsonl '{host}' < array.json
earl get --in jsonl '{host}' < pretty.json
earl get --in jsonl '{host}' http://h/
earl get '{fragment}' < urls.txt
earl get --each '{host}' < urls.txt
earl get --where 'port == "80"' '{host}' < urls.txt
earl get --where 'path.startswith("/a")' '{host}' < urls.txt
earl get --where 'not host in ["a"]' '{host}' < urls.txt
earl get --where 'port == 8080 or 8443' '{host}' < urls.txt
earl get --where 'param in ["id"]' '{host}' < urls.txt
earl get --where 'ext = js' '{host}' < urls.txt
earl get --where 'under(host, file("bad-scope.txt"))' '{host}' < urls.txt
earl get --where 'host == "none"' '{host}' < urls.txt
earl query --names < urls.txt
earl query '?a=1'
earl query --where 'host != ""' a=1
earl dedupe urls.txt
earl dedupe -u < urls.txt
earl dedupe --sort < urls.txt
earl dedupe --by surt http://www1355544.com/ http://www3288.com/
earl dedupe --guess-scheme a.example
earl stats --number --json < urls.txt
earl domains < urls.txt
earl keys < urls.txt
earl urlencode --doseq a=1
earl extract --base http://b/ --default-base http://c/ page.html
earl extract --base http://b/ --email page.html
earl audit --list --fail-on high
earl audit --extract --in csv page.html
earl parse --decode http://h/
earl parse --show-passwords http://h/
earl compare -i urls.txt http://a/ http://b/
earl compare --as libcurl --as requests urls.txt
earl get --in csv '{href}' access.log
earl get --in clf '{host}' urls.txt
earl stats --in clf records.ndjson
earl get --in vhost --count '{status}' access.log
earl get --in csv --field page.url '{host}' odd.csv
earl get --in clf '{member:time|day}' access.log
earl dedupe --by whatwg+ignore-scheme+strip-trailing-slash urls.txt
earl extract '{host}' access.log
earl extract --guess-scheme access.log
earl top host urls.txt -n 10
earl logs access.log
earl stats --top path access.log
earl stats --by param urls.txt
earl stats --by '{param:none}' urls.txt
earl get --where 'port != ""' '{href}' urls.txt
earl get --count '{segments}' urls.txt
earl get '{param:none}' urls.txt
earl get --in clf --column request_uri '{host}' access.log
`), "\n")

// advised matches a corrected command line.
var advised = regexp.MustCompile(`(?:or write|Write).*:\n  earl (.*?)(?: \| (?:head|awk|sed|sort|earl) .*)?\n`)

// TestMistakes compares what earl says to mistakes with recorded messages, which were read once. It runs the commands that
// messages advise.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/recipes")); err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile("../../docs/guide/testdata/access.log")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"access.log": string(log), "array.json": `[{"url":"http://a/"},{"url":"http://b/"}]` + "\n",
		"paths.csv": "2026-01-01,/a/b,200\n2026-01-02,/a/c,200\n", "rows.csv": "https://a.example/x,200\nhttps://b.example/y,404\n",
		"odd.csv": "when (utc),page.url\n2026-01-01,https://a.example/x\n", "records.ndjson": "\n{\"url\":\"http://a/\"}\n",
		"squid.log":   "1795906544.302      0 192.0.2.1 TCP_DENIED/403 1558 GET http://h.example/ - HIER_NONE/- text/html\n",
		"uvicorn.log": "INFO:     192.0.2.1:35935 - \"GET / HTTP/1.1\" 200 OK\n",
		"empty.txt":   "\n", "pretty.json": "{\n  \"url\": \"http://a/\"\n}\n", "bad-scope.txt": "example.com\nhttps://full.example/path\n",
	} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var all strings.Builder
	t.Run("run", func(t *testing.T) {
		t.Chdir(dir)
		for _, line := range mistakes {
			command, name, _ := strings.Cut(line, " < ")
			in, _ := os.ReadFile(name)
			var out, messages bytes.Buffer
			run(t.Context(), words(command)[1:], bytes.NewReader(in), &out, &messages)
			if messages.Len() == 0 {
				t.Errorf("%s: no message, want one", line)
			}
			if m := advised.FindStringSubmatch(messages.String()); m != nil {
				var result, failure bytes.Buffer
				status := run(t.Context(), words(m[1]), bytes.NewReader(in), &result, &failure)
				if result.Len() == 0 && status != cli.StatusOK && status != cli.StatusNo || status == cli.StatusUsage {
					t.Errorf("%s: the advice earl %s has no result: %s", line, m[1], &failure)
				}
			}
			all.WriteString("$ " + line + "\n" + messages.String())
		}
	})
	urltest.Page(t, "testdata/mistakes.out", all.String(), *update)
}
