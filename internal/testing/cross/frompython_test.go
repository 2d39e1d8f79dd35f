package cross_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"earl.example/internal/testing/urltest"
	"earl.example/urllib"
)

const (
	pythonURL   = "http://User:pw@Example.COM:8042/a;p/%7e?q=a+b&q=%C3%A9&x=#top"
	pythonQuery = "a=1&b=x+y&a=%C3%A9&c="
	pythonText  = "\u00a0É/a b+\xff\x1f"
)

// pythonRows runs the rows of the table in from-python.md. The expressions are of CPython, with the texts u, qs and s.
// The row about missing_as_none needs 3.15: the tests of urllib have it.
var pythonRows = []struct {
	cell, python string
	run          func(py urllib.Python) string
}{
	{"`urlsplit(url)`, `urlparse(url)`", "repr(urlsplit(u)) + repr(urlparse(u))", func(urllib.Python) string {
		return must(urllib.Split(pythonURL)).String() + must(urllib.Parse(pythonURL)).String()
	}},
	{"`urlunsplit(r)`, `r.geturl()`", "urlunsplit(urlsplit(u)) + urlsplit(u).geturl()", func(urllib.Python) string {
		r := must(urllib.Split(pythonURL))
		return r.GetURL() + r.GetURL()
	}},
	{"`urljoin(base, url)`", "urljoin(u, '../g?y')", func(urllib.Python) string { return must(urllib.Join(pythonURL, "../g?y")) }},
	{"`urldefrag(url)`", "repr(urldefrag(u))", func(urllib.Python) string { return must(urllib.Defrag(pythonURL)).String() }},
	{"`quote(s)`, `quote_plus(s)`", "quote('É/a b+') + quote_plus('É/a b+')", func(urllib.Python) string {
		return must(urllib.Quote("É/a b+")) + must(urllib.QuotePlus("É/a b+"))
	}},
	{"`unquote(s)`, `unquote_plus(s)`", "unquote(qs) + unquote_plus(qs)", func(urllib.Python) string {
		return urllib.Unquote(pythonQuery) + urllib.UnquotePlus(pythonQuery)
	}},
	{"`parse_qs(qs)`, `parse_qsl(qs)`", "repr(parse_qs(qs)) + ''.join(f'{n}={v};' for n, v in parse_qsl(qs))", func(urllib.Python) string {
		text := urllib.ParseQS(pythonQuery).String()
		for _, p := range urllib.ParseQSL(pythonQuery) {
			text += p.Name + "=" + p.Value + ";"
		}
		return text
	}},
	{"`urlencode(query)`", "urlencode({'q': 'x y', 'page': 2})", func(urllib.Python) string {
		return must(urllib.Encode([][2]any{{"q", "x y"}, {"page", 2}}))
	}},
	{"`r.hostname`, `r.port`", "f'{urlsplit(u).hostname} {urlsplit(u).port} {urlsplit(\"x\").hostname is not None}'", func(urllib.Python) string {
		r := must(urllib.Split(pythonURL))
		host, _ := r.Hostname()
		port, _, err := r.Port()
		_, ok := must(urllib.Split("x")).Hostname()
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s %d %s", host, port, map[bool]string{false: "False", true: "True"}[ok])
	}},
	{"`r._replace(path=\"/x\")`", "urlsplit(u)._replace(path='/x').geturl()", func(urllib.Python) string {
		r := must(urllib.Split(pythonURL))
		r.Path = "/x"
		return r.GetURL()
	}},
	{"`r == s`", "f'{urlsplit(u) == urlsplit(u)} {urlsplit(u) == urlsplit(u + \"x\")}'", func(urllib.Python) string {
		r, s := must(urllib.Split(pythonURL)), must(urllib.Split(pythonURL+"x"))
		return strings.NewReplacer("true", "True", "false", "False").Replace(fmt.Sprint(urllib.Equal(r, r), urllib.Equal(r, s)))
	}},
	{"`s.lower()`, `s.strip()`", "s.lower() + s.strip()", func(py urllib.Python) string { return py.Lower(pythonText) + py.Strip(pythonText) }},
	{"`f(url.encode())`, for `bytes`", "repr(urlsplit(u.encode()))", func(urllib.Python) string {
		return must(urllib.Interpreter[[]byte]{}.Split([]byte(pythonURL), urllib.URLOptions{})).String()
	}},
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestFromPython runs each row of the table in CPython and in Go.
func TestFromPython(t *testing.T) {
	t.Parallel()
	urltest.Live(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	page, err := os.ReadFile("../../../docs/guide/from-python.md")
	if err != nil {
		t.Fatal(err)
	}
	script := "import os, sys\nfrom urllib.parse import *\nu, qs, s = map(os.fsdecode, map(bytes.fromhex, sys.argv[1:]))\n" +
		"print('%d.%d.%d' % sys.version_info[:3])\n"
	for _, row := range pythonRows {
		if !strings.Contains(string(page), "| "+row.cell+" |") {
			t.Errorf("the table has no row for %s, want one", row.cell)
		}
		script += "print((" + row.python + ").encode('utf-8', 'surrogateescape').hex())\n"
	}
	args := []string{"-X", "utf8", "-c", script}
	for _, text := range []string{pythonURL, pythonQuery, pythonText} {
		args = append(args, hex.EncodeToString([]byte(text)))
	}
	out, err := exec.CommandContext(t.Context(), python, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(out))
	version, err := urllib.ParseVersion(lines[0])
	if err != nil {
		t.Skip(err)
	}
	for i, row := range pythonRows {
		want, err := hex.DecodeString(lines[i+1])
		if got := row.run(urllib.Python{Version: version}); err != nil || got != string(want) {
			t.Errorf("%s: Go has %q, CPython %s %q", row.cell, got, lines[0], want)
		}
	}
}
