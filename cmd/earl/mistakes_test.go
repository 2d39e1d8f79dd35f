// Package testscript, whose flag -update the test shares, does not build on these.

//go:build !js && !plan9

package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

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
earl set --redirect ../b http://h/a
earl set --encode --host b http://h/
earl set --default scheme=https --scheme http http://h/
earl set --drop query --query a http://h/
earl set --path a --path b http://h/
earl 'status == 404' access.log
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
`), "\n")

// TestMistakes compares what earl says to mistakes with recorded messages, which were read once.
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
		"empty.txt": "\n", "pretty.json": "{\n  \"url\": \"http://a/\"\n}\n", "bad-scope.txt": "example.com\nhttps://full.example/path\n",
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
			all.WriteString("$ " + line + "\n" + messages.String())
		}
	})
	urltest.Page(t, "testdata/mistakes.out", all.String(), *update)
}
