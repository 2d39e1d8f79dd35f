package main

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"

	nlnwa "github.com/nlnwa/whatwg-url/url"

	"earl.example/internal/testing/oracle"
	"earl.example/whatwg"
)

// getters are the attributes of the class URL (§6.1), in the order of an answer.
var getters = []string{"href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search",
	"hash", "origin"}

// A question is a URL with an optional base, or a URL with the name of a setter and its value.
type question struct {
	url    string
	base   *string
	setter string
	value  string
}

// An answer has the value of each getter. It is nil for failure.
type answer []string

// get returns the value of a getter.
func (a answer) get(name string) string {
	if i := slices.Index(getters, name); 0 <= i && i < len(a) {
		return a[i]
	}
	return ""
}

// A peer parses URLs by the URL Standard, or by similar rules.
type peer struct {
	name    string
	ask     func(questions []question) []answer
	lacks   string // a getter that it does not have
	partial bool   // it gives href, host, hostname and pathname, and has no setters
}

// eachOf returns the function that asks a peer one question at a time.
func eachOf(one func(q question) answer) func([]question) []answer {
	return func(questions []question) []answer {
		all := make([]answer, len(questions))
		for i, q := range questions {
			all[i] = one(q)
		}
		return all
	}
}

// whatwgPeers returns the libraries in Go and the given programs.
func whatwgPeers(programs []*program) []peer {
	all := []peer{
		{name: "earl's whatwg", ask: eachOf(askEarl)},
		{name: versioned(nlnwaName), ask: eachOf(askNlnwa), lacks: "origin"},
		{name: "net/url of " + goVersion(), ask: eachOf(askNetURL), partial: true},
	}
	for _, p := range programs {
		all = append(all, peer{name: p.Name, ask: p.askURLs})
	}
	return all
}

// setters are the setters of §6.1.
var setters = map[string]func(u *whatwg.URL, value string) bool{
	"href": (*whatwg.URL).SetHref, "protocol": (*whatwg.URL).SetProtocol, "username": (*whatwg.URL).SetUsername,
	"password": (*whatwg.URL).SetPassword, "host": (*whatwg.URL).SetHost, "hostname": (*whatwg.URL).SetHostname,
	"port": (*whatwg.URL).SetPort, "pathname": (*whatwg.URL).SetPathname, "search": (*whatwg.URL).SetSearch,
	"hash": (*whatwg.URL).SetHash,
}

func askEarl(q question) answer {
	u, err := whatwg.Parse(q.url)
	if q.base != nil {
		if u, err = whatwg.Parse(*q.base); err == nil {
			u, err = u.Resolve(q.url)
		}
	}
	if err != nil {
		return nil
	}
	if q.setter != "" {
		setters[q.setter](&u, q.value)
	}
	return answer{
		u.Href(), u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port(), u.Pathname(), u.Search(),
		u.Hash(), u.Origin().String(),
	}
}

// nlnwaSetters are the setters of nlnwa/whatwg-url.
var nlnwaSetters = map[string]func(u *nlnwa.Url, value string){
	"protocol": (*nlnwa.Url).SetProtocol, "username": (*nlnwa.Url).SetUsername, "password": (*nlnwa.Url).SetPassword,
	"host": (*nlnwa.Url).SetHost, "hostname": (*nlnwa.Url).SetHostname, "port": (*nlnwa.Url).SetPort,
	"pathname": (*nlnwa.Url).SetPathname, "search": (*nlnwa.Url).SetSearch, "hash": (*nlnwa.Url).SetHash,
}

func askNlnwa(q question) answer {
	u, err := nlnwa.Parse(q.url)
	if q.base != nil {
		u, err = nlnwa.ParseRef(*q.base, q.url)
	}
	if err != nil {
		return nil
	}
	if set := nlnwaSetters[q.setter]; set != nil {
		set(u, q.value)
	} else if q.setter == "href" { // it has no such setter, so it parses
		if v, err := nlnwa.Parse(q.value); err == nil {
			u = v
		}
	}
	return answer{
		u.Href(false), u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port(), u.Pathname(), u.Search(),
		u.Hash(), "",
	}
}

// askNetURL accepts a URL if it is absolute after resolving.
func askNetURL(q question) answer {
	u, err := url.Parse(q.url)
	if q.base != nil {
		b, baseErr := url.Parse(*q.base)
		if err != nil || baseErr != nil {
			return nil
		}
		u = b.ResolveReference(u)
	}
	if err != nil || !u.IsAbs() {
		return nil
	}
	a := make(answer, len(getters))
	a[0], a[4], a[5], a[7] = u.String(), u.Host, u.Hostname(), u.EscapedPath()
	return a
}

// askURLs asks a program that understands parse and set.
func (p *program) askURLs(questions []question) []answer {
	lines := make([]string, len(questions))
	for i, q := range questions {
		switch {
		case q.setter != "":
			lines[i] = strings.Join([]string{"set", oracle.Token(q.url), q.setter, oracle.Token(q.value)}, " ")
		case q.base != nil:
			lines[i] = strings.Join([]string{"parse", oracle.Token(q.url), oracle.Token(*q.base)}, " ")
		default:
			lines[i] = "parse " + oracle.Token(q.url)
		}
	}
	all := make([]answer, len(questions))
	for i, line := range p.ask(lines...) {
		all[i] = words(line)
	}
	return all
}

// words returns the texts of an answer, nil for "-".
func words(answer string) []string {
	if answer == "-" {
		return nil
	}
	var texts []string
	for field := range strings.FieldsSeq(answer) {
		text, err := hex.DecodeString(strings.TrimPrefix(field, "="))
		if err != nil {
			panic(fmt.Sprintf("an answer has %q", field))
		}
		texts = append(texts, string(text))
	}
	return texts
}
