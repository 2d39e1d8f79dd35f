package fasturi

import (
	"cmp"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models the functions parse, normalize and resolve of one release of fast-uri. The zero Dialect models the
// newest supported release. It implements [reading.Releases] and [reading.Resolver].
type Dialect = model.ResolvingDialect[program]

type program struct{}

func (program) Name() string       { return "fast-uri" }
func (program) Table() model.Table { return table }

type row struct {
	model.Release

	// lax means that the scheme and the host are decoded, and that the domain of a host is not checked or converted. Only
	// the path, the port and a missing host can be invalid.
	lax bool

	// noHost means that ws and wss need no host.
	noHost bool

	// third selects the rules of 3.1.9: only delimiters are encoded in a host, a zone is parsed again for serialization,
	// white space at both ends and a resolved URL without a host are accepted, and mailto is not special.
	third bool
}

var table = model.Releases[row]{
	{Release: "4.2.4"},
	{Release: "4.2.3", noHost: true},
	{Release: "3.1.9", noHost: true, third: true},
	{Release: "3.1.2", noHost: true, lax: true},
}

// Read sets r to the reading of url. The components are the fields of parse(url). The URL is normalize(url).
func (program) Read(r *reading.Reading, release uint8, url string) error {
	u := parser{row: &table[release], url: url, text: model.Standard.Decode(url)}
	u.parse(false)
	if ascii.ToLower(u.scheme.Text) == "urn" {
		u.fail(0, urlerr.Scheme, ruleModel)
	}
	if u.err != nil {
		return u.err
	}
	offset := func(at int) int { return model.Standard.Origin(url, at) }
	u.in.Map(offset, offset)
	var w model.Writer
	href := u.serialize(false)
	u.write(&w, href)
	w.Accept(r, len(href), &u.in)
	return nil
}

// Resolve returns resolve(base, ref).
func (program) Resolve(release uint8, base, ref string) (string, error) {
	b := parser{row: &table[release], url: base, text: model.Standard.Decode(base)}
	u := parser{row: &table[release], url: ref, text: model.Standard.Decode(ref)}
	b.parse(true)
	u.parse(true)
	if err := cmp.Or(b.err, u.err); err != nil && !u.row.lax {
		return "", err
	}
	u.component, u.err = resolve(&b.component, &u.component, u.row), nil
	if !u.row.lax {
		if !u.row.third {
			u.requireHost(u.scheme.Text, -1)
		}
		// An ASCII host with an escape stays if it cannot be converted.
		if _, _, isIP := ipv6(u.host.Text); !isIP && domains.Has(ascii.ToLower(u.scheme.Text)) {
			u.convertDomain(true)
		}
	}
	if u.err != nil {
		return "", u.err
	}
	return u.serialize(true), nil
}

const docs = "https://github.com/fastify/fast-uri#parse"

var (
	ruleModel     = cite.Page("parse", docs, "scheme that the model has", "urn:a:b", urlerr.NotModelled)
	ruleEdge      = cite.Page("parse", docs, "control character or space at the edge", " x:", urlerr.BadText)
	ruleBackslash = cite.Page("parse", docs, "backslash in the authority, or before it", `http:\\h`, urlerr.BadHost)
	ruleSpace     = cite.Page("parse", docs, "white space before the authority", "http:/\t/h", urlerr.BadHost)
	ruleScheme    = cite.Page("parse", docs, "malformed scheme", "1:", urlerr.BadScheme)
	ruleEscape    = cite.Page("parse", docs, "malformed percent-encoding", "http://h/%", urlerr.BadEscape)
	rulePath      = cite.Page("parse", docs, "path that does not begin with /", "http://h:a/", urlerr.BadPath)
	rulePort      = cite.Page("parse", docs, "malformed port", "http://h:65536/", urlerr.BadPort)
	ruleHost      = cite.Page("parse", docs, "malformed host", "http://a|b/", urlerr.BadHost)
	ruleNoHost    = cite.Page("parse", docs, "HTTP URIs must have a host", "http:", urlerr.BadHost)
	ruleWebSocket = cite.Page("parse", docs, "WebSocket URIs must have a host", "ws:", urlerr.BadHost)
	ruleFragment  = cite.Page("parse", docs, "malformed fragment", "http://h/#%", urlerr.BadFragment)
)
