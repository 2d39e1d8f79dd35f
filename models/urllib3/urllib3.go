package urllib3

import (
	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Dialect models parse_url of one release of urllib3. The zero Dialect models the newest supported release. It
// implements [reading.Dialect] and [reading.Releases]. Username and password of a reading are the parts of the field
// auth before and after the first colon.
type Dialect = model.Dialect[program]

type program struct{}

func (program) Name() string       { return "urllib3" }
func (program) Table() model.Table { return table }

type row struct {
	model.Release

	// plainHost means that escapes in a host are not decoded. Escapes, and hosts in the forms of inet_aton, are converted
	// to lower case. Control characters are accepted. At the end of the authority, a newline after a port or a bracket is
	// removed.
	plainHost bool
}

var table = model.Releases[row]{
	{Release: "2.8.0"},
	{Release: "2.7.0", plainHost: true},
	{Release: "2.6.3", plainHost: true},
	{Release: "2.5.0", plainHost: true},
	{Release: "2.2.3", plainHost: true},
	{Release: "1.26.20", plainHost: true},
}

func (program) Read(r *reading.Reading, release uint8, url string) error {
	p := parser{row: &table[release], url: url}
	if err := p.run(); err != nil {
		return err
	}
	var w model.Writer
	p.write(&w)
	w.Accept(r, w.Len(), &p.in)
	return nil
}

const docs = "https://urllib3.readthedocs.io/en/stable/reference/urllib3.util.html#urllib3.util.parse_url"

var (
	ruleHost    = cite.Page("parse_url", docs, "not a valid host or port", "http://h:x/", urlerr.BadHost)
	ruleControl = cite.Page("parse_url", docs, "control character or space in the host", "http://a b/", urlerr.BadHost)
	ruleLabel   = cite.Page("parse_url", docs, "not a valid IDNA label", "http://\u2100/", urlerr.BadHost)
	rulePort    = cite.Page("parse_url", docs, "port above 65535", "http://h:65536/", urlerr.BadPort)
)
