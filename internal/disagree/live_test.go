package disagree

import (
	"testing"

	"earl.example"
	"earl.example/internal/testing/oracle"
	"earl.example/internal/testing/urltest"
)

// hostPrograms are the programs that dialects model. Their arguments are servers of testdata/hosts.
var hostPrograms = []struct {
	dialect, name, variable, command string
	args                             []string
}{
	{"urllib", "CPython", "EARL_PYTHONS", "python3", []string{"testdata/hosts/hosts.py", "urllib"}},
	{"urllib3", "urllib3", "EARL_URLLIB3S", "python3", []string{"testdata/hosts/hosts.py", "urllib3"}},
	{"yarl", "yarl", "EARL_YARLS", "python3", []string{"testdata/hosts/hosts.py", "yarl"}},
	{"whatwg", "Node.js", "EARL_NODES", "node", []string{"testdata/hosts/hosts.js", "whatwg"}},
	{"nodejs-legacy", "Node.js", "EARL_NODES", "node", []string{"testdata/hosts/hosts.js", "nodejs-legacy"}},
	{"php", "PHP", "EARL_PHPS", "php", []string{"testdata/hosts/hosts.php"}},
	{"php-uri", "PHP", "EARL_PHPS", "php", []string{"testdata/hosts/hosts.php", `Uri\Rfc3986\Uri`}},
	{"php-url", "PHP", "EARL_PHPS", "php", []string{"testdata/hosts/hosts.php", `Uri\WhatWg\Url`}},
	{"java.net.URI", "Java", "EARL_JAVAS", "java", []string{"testdata/hosts/Hosts.java", "java.net.URI"}},
	{"java.net.URL", "Java", "EARL_JAVAS", "java", []string{"testdata/hosts/Hosts.java", "java.net.URL"}},
	{"ruby", "Ruby", "EARL_RUBIES", "ruby", []string{"testdata/hosts/hosts.rb"}},
}

// atRelease returns the dialect of a program in its release. ok is false if the model does not know the release.
func atRelease(name, release string) (d earl.Dialect, ok bool) {
	if d = earl.MustParseDialect(name); len(d.Releases()) == 0 {
		return d, true
	}
	d, err := earl.ParseDialect(name + "@" + release)
	return d, err == nil
}

// TestFindDisagreementLive: programs that are installed read the hosts that find-disagreement prints for them.
func TestFindDisagreementLive(t *testing.T) {
	urltest.Live(t)
	t.Parallel()
	for _, p := range hostPrograms {
		t.Run(p.dialect, func(t *testing.T) {
			t.Parallel()
			program := oracle.Program{Name: p.name, Variable: p.variable, Command: p.command, Args: p.args}
			known := func(release string) bool { _, ok := atRelease(p.dialect, release); return ok }
			for _, server := range program.Start(t, known) {
				d, _ := atRelease(p.dialect, server.Release)
				var questions []oracle.Question
				for _, other := range earl.Dialects() {
					s := Search{Dialects: [2]earl.Dialect{d, other}, Seed: 1, Tries: 300}
					for _, url := range s.URLs() {
						questions = append(questions, oracle.Question{URL: url})
					}
				}
				server.Ask(t, questions, func(q oracle.Question, answer string) {
					r, err := earl.Parse(d, q.URL)
					host, _ := r.Host()
					if err != nil || answer != oracle.Quote(host) {
						t.Errorf("%s %s reads %s in %s, the model %q, %v", p.name, server.Release, answer, q, host, err)
					}
				})
				if t.Logf("%s %s: %d questions", p.name, server.Release, len(questions)); len(questions) < 20 {
					t.Error("too few questions")
				}
			}
		})
	}
}
