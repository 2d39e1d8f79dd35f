package answer

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
	"earl.example/urlerr"
)

// A pair has the rows of the program that checks the URL and of the program that fetches it.
type pair struct{ check, fetch *row }

// A phrase is a part of a sentence.
type phrase struct {
	text string
	role string // "a" for the host that the check reads, "b" for the host of the request, "both", or ""
}

// pair returns the rows of the two programs of the request.
func (t *table) pair() (p pair, err error) {
	if p.check, err = t.find(t.request.Check, "urllib"); err != nil {
		return pair{}, err
	}
	p.fetch, err = t.find(t.request.Fetch, "whatwg")
	return p, err
}

// find returns the row of a dialect. If the name is empty, it returns the row of the dialect with the name standard.
func (t *table) find(name, standard string) (*row, error) {
	d, err := parseDialect(cmp.Or(name, standard))
	if err != nil {
		return nil, err
	}
	for i := range t.rows {
		r := &t.rows[i]
		if r.Dialect.Name() == d.Name() && (r.Dialect.Release() == d.Release() || slices.Contains(r.same, d.Release())) {
			return r, nil
		}
	}
	return nil, fmt.Errorf("the dialect %q has no row", d) // cannot happen: the table has every dialect
}

func parseDialect(name string) (earl.Dialect, error) {
	d, err := earl.ParseDialect(name)
	if e, ok := errors.AsType[*urlerr.Error](err); ok {
		err = fmt.Errorf("unknown dialect %q: %s", show.Visible(urlerr.Excerpt(name, 0)), e.Rule.Name)
	}
	return d, err
}

// seen returns the host as the program reads it, in visible characters.
func (r *row) seen() string {
	name, _ := r.Reading.Host()
	return visible(strings.ToLower(name))
}

// written returns the host as seen does, without brackets and the dot at the end.
func (r *row) written() string { return strings.Trim(r.seen(), "[].") }

// place returns the host that the program contacts, and in parentheses the reason why it is not public.
func (r *row) place() string {
	why, _, _ := strings.Cut(r.internal, " (RFC")
	if r.elsewhere != "" {
		why = strings.TrimSuffix("on some platforms "+r.elsewhere+", "+why, ", ")
	}
	if r.host == "" || why == "" {
		return r.host
	}
	return r.host + " (" + why + ")"
}

// fault says where the program rejects the URL, after "rejects it".
func (r *row) fault() string {
	err := r.Reading.Err()
	if at := wrongPart(r.Reading.Input(), err); at != nil {
		return fmt.Sprintf(" at byte %d, “%s”", at[0].Start, visible(r.Reading.Input()[at[0].Start:at[0].End]))
	}
	return ": " + Message(err)
}

// portText returns the port that the program contacts, in words.
func (r *row) portText() string {
	if r.port == "" || r.port == ":?" {
		return "an unknown port"
	}
	return "port " + r.port[1:]
}

// headline returns the sentences that say which hosts the two programs read.
func (p pair) headline() []phrase {
	check, fetch := p.check.client(), p.fetch.client()
	a, b, both := phrase{p.check.place(), "a"}, phrase{p.fetch.place(), "b"}, phrase{p.fetch.place(), "both"}
	if p.check.host == "" {
		a = phrase{text: "no host"}
	}
	x, y := p.check.Reading.Err() != nil, p.fetch.Reading.Err() != nil
	for _, r := range []*row{p.check, p.fetch} {
		if r.unmodelled() {
			return []phrase{{text: "What " + r.client() + " does with it is not modelled" + r.fault() + "."}}
		}
	}
	switch {
	case x && y:
		return []phrase{{text: "Neither program accepts it: " + check + " rejects it" + p.check.fault() + "."}}
	case x && p.fetch.host != "":
		rejects := capital(check) + " rejects it" + p.check.fault() + ". Without this check, the request goes to "
		return []phrase{{text: rejects}, b, {text: "."}}
	case x:
		return []phrase{{text: capital(check) + " rejects it" + p.check.fault() + ", so the check stops it."}}
	case y:
		return []phrase{{text: "The check sees "}, a,
			{text: ". " + capital(fetch) + " sends no request: it rejects it" + p.fetch.fault() + "."}}
	case p.check.host == "" && p.fetch.host == "":
		return []phrase{{text: "Both read a URL without a host" + p.differ() + "."}}
	case p.fetch.host == "":
		return []phrase{{text: "The check sees "}, a, {text: ". " + capital(fetch) + " finds no host to contact."}}
	case p.check.host != p.fetch.host:
		return []phrase{{text: "The check sees "}, a, {text: ". The request goes to "}, b, {text: "."}}
	case p.respelled():
		return []phrase{{text: "The check sees "}, {p.check.seen(), "a"}, {text: ", a spelling of "}, b,
			{text: ", where the request goes."}}
	case p.check.port != p.fetch.port:
		return []phrase{{text: "Both go to "}, both,
			{text: ": " + check + " to " + p.check.portText() + ", " + fetch + " to " + p.fetch.portText() + "."}}
	}
	if differ := p.differ(); differ != "" {
		return []phrase{{text: "Both go to "}, both, {text: differ + "."}}
	}
	return []phrase{{text: "Both read "}, both, {text: "."}}
}

// differ says on which components the two programs disagree, after the components on which they agree.
func (p pair) differ() string {
	both := audit.Report{Verdicts: []audit.Verdict{p.check.Verdict, p.fetch.Verdict}, Differ: ^audit.Aspects(0)}
	if differ := both.Odd()[1]; differ != 0 {
		return ", but they disagree on the " + strings.ReplaceAll(differ.String(), ",", " and the ")
	}
	return ""
}

// respelled reports whether the program that checks reads the host of the other one in a different spelling.
func (p pair) respelled() bool {
	name := p.check.written()
	return name != p.fetch.written() && name != strings.Trim(p.check.host, "[].")
}

// verdict returns the meaning of the two readings for a check: "bypass", "blocked", "no request", "same host", or "not
// modelled".
func (p pair) verdict() string {
	switch {
	case p.check.unmodelled() || p.fetch.unmodelled():
		return "not modelled"
	case p.fetch.Reading.Err() != nil || p.fetch.host == "":
		return "no request"
	case p.check.Reading.Err() != nil || p.stopped():
		return "blocked"
	case p.check.host == p.fetch.host && (!p.respelled() || p.fetch.internal == ""):
		return "same host"
	}
	return "bypass"
}

// stopped reports whether a block list stops the URL: the check reads a host that is not public, the fetch another one.
func (p pair) stopped() bool {
	return p.check.internal != "" && p.fetch.internal == "" && p.check.host != p.fetch.host
}

// worst returns the most severe finding for the two programs, or nil if the check stops the URL. If there is no
// request, only findings about code and links count.
func (r *Request) worst(p pair) *audit.Finding {
	verdict := p.verdict()
	if verdict == "blocked" {
		return nil
	}
	dialects := []earl.Dialect{p.check.Dialect, p.fetch.Dialect}
	options := audit.Options{Base: r.Base, IsTopLevel: IsTopLevel, Dialects: dialects}
	for _, f := range show.WithoutNotNormal(options.Audit(r.URL).Findings) {
		isLink := f.ID == "network-path-ref" || f.ID == "backslash-authority" && strings.IndexAny(r.URL, `/\`) == 0
		if verdict != "no request" || f.ID == "scheme-active" || f.ID == "scheme-local" || isLink {
			return &f
		}
	}
	return nil
}

// why returns a sentence about the use of the disagreement for an attacker, or "".
func (p pair) why() string {
	check, fetch := p.check.client(), p.fetch.client()
	switch {
	case p.fetch.host == "" || p.check.Reading.Err() != nil || p.fetch.Reading.Err() != nil:
		return ""
	case p.check.host == p.fetch.host && !p.respelled():
		return ""
	case p.stopped():
		return fmt.Sprintf("A block list that asks %s for the host stops this URL. With the two programs swapped, or a "+
			"list that allows this host, it is an attack.", check)
	case p.fetch.internal != "" && p.check.internal == "":
		return fmt.Sprintf("A block list that asks %s for the host lets this URL pass, and %s contacts a host that is not "+
			"public.", check, fetch)
	case p.check.host == "":
		return fmt.Sprintf("A check that asks %s for the host takes this URL for a path of its own site, and %s leaves the "+
			"site.", check, fetch)
	}
	return fmt.Sprintf("A list of hosts that is compared with the host of %s does not protect a request by %s.",
		check, fetch)
}

func sentence(o *jsontext.Writer, name string, phrases []phrase) {
	o.Array(name)
	for _, p := range phrases {
		o.Strings("", p.text, p.role)
	}
	o.Close()
}

// client returns the name of the program of the dialect in a sentence.
func (r *row) client() string {
	name, _, _ := strings.Cut(cmp.Or(clients[r.Dialect.Name()], r.Dialect.Name()), ",")
	if name == "browsers" {
		return "a browser"
	}
	return name
}

// capital returns a text with a capital letter if it begins with an article.
func capital(text string) string { return strings.Replace(text, "a browser", "A browser", 1) }

// families lists the dialects that the page shows together.
var families = [...]struct {
	name     string
	dialects []string
}{
	{"the RFCs", []string{"rfc3986", "rfc3987", "rfc1808"}},
	{"browsers", []string{"whatwg"}},
	{"Python", []string{"urllib", "urllib.request", "urllib3", "requests", "yarl", "httpx", "httpx2"}},
	{"Go", []string{"net/url"}},
	{"curl", []string{"libcurl"}},
	{"PHP", []string{"php", "php-uri", "php-url"}},
	{"Java", []string{"java.net.URI", "java.net.URL", "httpclient", "spring", "okhttp"}},
	{"JavaScript", []string{"nodejs-legacy", "fast-uri"}},
	{"Ruby", []string{"ruby"}},
}

// clients has the names by which people know the programs that use a dialect, where the name of the dialect is another.
var clients = map[string]string{
	"urllib": "Python's urlparse", "urllib.request": "Python's urlopen", "yarl": "aiohttp", "whatwg": "browsers, fetch",
	"net/url": "Go's net/http", "libcurl": "curl", "php": "PHP's parse_url", "php-uri": "PHP's Uri\\Rfc3986",
	"php-url": "PHP's Uri\\WhatWg", "java.net.URI": "Java's URI", "java.net.URL": "Java's URL",
	"httpclient": "Apache HttpClient", "spring": "Spring", "okhttp": "OkHttp", "nodejs-legacy": "Node's url.parse",
	"fast-uri": "fast-uri, in Ajv and Fastify", "ruby": "Ruby's URI",
}

// family returns the name of the family of a dialect.
func family(dialect string) string {
	for _, f := range families {
		if slices.Contains(f.dialects, dialect) {
			return f.name
		}
	}
	return dialect
}

// unmodelled reports whether only the model of the program, and perhaps not the program, rejects the URL.
func (r *row) unmodelled() bool { return errors.Is(r.Reading.Err(), urlerr.NotModelled) }

// setOutcome sets the outcome, which programs have in common if they belong together. With a base it has the path
// and the query too, because programs then differ in them.
func (r *row) setOutcome(resolved bool) {
	switch {
	case r.unmodelled():
		r.outcome = "lacks a model of it"
	case r.Reading.Err() != nil:
		r.outcome = "rejects it"
	case r.host == "":
		r.outcome = "reads no host"
	default:
		r.outcome = "reads " + r.place()
		if text := r.written(); text != strings.Trim(r.host, "[].") {
			r.outcome = "reads " + text + ", which means " + r.place()
		}
	}
	if path, ok := r.Reading.Path(); resolved && ok && r.host != "" {
		if params, _ := r.Reading.Params(); params != "" {
			path += ";" + params
		}
		if query, _ := r.Reading.Query(); query != "" {
			path += "?" + query
		}
		r.outcome = "reads " + r.host + visible(path)
	}
}

// plural returns an outcome with the verb in the plural.
func plural(outcome string) string {
	verb, object, _ := strings.Cut(outcome, "s ")
	return verb + " " + object
}

// others returns a sentence for each outcome, with the names of the programs except the pair. If all programs of a
// family have one outcome, the sentence has the name of the family. If all releases of a program have one outcome, it
// has the name of the program without the release.
func (t *table) others(p pair) []string {
	type group struct {
		outcome string
		names   []string
	}
	var groups []group
	for _, f := range families {
		inFamily := func(r *row) bool {
			return slices.Contains(f.dialects, r.Dialect.Name()) && r != p.check && r != p.fetch
		}
		together := t.agree(inFamily)
		for i := range t.rows {
			r := &t.rows[i]
			if !inFamily(r) {
				continue
			}
			name := r.program()
			if together {
				name = f.name
			} else if t.agree(func(other *row) bool { return other.Dialect.Name() == r.Dialect.Name() }) {
				name = r.Dialect.Name()
			}
			at := slices.IndexFunc(groups, func(g group) bool { return g.outcome == r.outcome })
			if at < 0 {
				at, groups = len(groups), append(groups, group{outcome: r.outcome})
			}
			if !slices.Contains(groups[at].names, name) {
				groups[at].names = append(groups[at].names, name)
			}
		}
	}
	slices.SortStableFunc(groups, func(a, b group) int { return len(b.names) - len(a.names) })
	var sentences []string
	for _, g := range groups {
		verb := plural(g.outcome)
		if len(g.names) == 1 && g.names[0] != "browsers" && g.names[0] != "the RFCs" {
			verb = g.outcome
		}
		sentences = append(sentences, list(g.names)+" "+verb)
	}
	return sentences
}

// agree reports whether the chosen rows have the same outcome.
func (t *table) agree(chosen func(*row) bool) bool {
	outcome := ""
	for i := range t.rows {
		r := &t.rows[i]
		if !chosen(r) {
			continue
		}
		if outcome != "" && r.outcome != outcome {
			return false
		}
		outcome = r.outcome
	}
	return true
}

// list joins words with commas and "and".
func list(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " and " + words[n]
	}
	return strings.Join(words, "")
}
