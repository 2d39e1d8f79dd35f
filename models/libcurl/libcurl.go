package libcurl

import (
	_ "embed" // embeds the rules

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
)

// A Dialect models the parser of one release of libcurl. The zero Dialect models the newest supported release. It
// implements [reading.Releases] and [reading.Resolver].
//
// Read parses a URL as libcurl does before a transfer. libcurl may guess the scheme, which then does not occur in the
// input. Login options, as in imap://user;AUTH=PLAIN@h/, are part of the userinfo, but not of the username or the
// password.
//
// Resolve returns the URL that a transfer requests after a redirect from base to ref. libcurl then parses ref with the
// flags CURLU_URLENCODE and CURLU_ALLOW_SPACE: it escapes octets, accepts a space, and does not guess a scheme.
type Dialect = model.ResolvingDialect[program]

type program struct{}

const dialect = "libcurl"

func (program) Name() string       { return dialect }
func (program) Table() model.Table { return table }

type row struct {
	model.Release

	// Parsing.
	schemeByDigit bool   // a scheme may begin with a digit, as in 1http://h
	numbersFirst  bool   // numeric addresses are recognised before the host is decoded
	dottedNumbers bool   // a numeric host with a dot at its end, such as 127.0.0.1., is a name
	colonAtEnd    bool   // an IPv6 address may have a single colon at the end
	anyZone       bool   // a zone may have any characters
	decodedHost   bool   // a host may have an escaped DEL, or escaped brackets around an IPv6 address
	shorterIPv6   bool   // an IPv6 address is rewritten only if its normal form is shorter
	hostBad       string // the characters that are rejected in a host
	dotsAtEnd     bool   // a host may be "." or end in ".."
	rawDots       bool   // %2e does not count as a dot in a dot segment
	relativeFile  bool   // file:a, without a slash, is accepted

	// Results.
	blankQuery bool // an empty query is present
	fileQuery  bool // the URL that libcurl returns for a file URL has no query
	hostEscape bool // "%" in a host is written as %25

	// Redirects.
	concat     bool // base and reference are joined as texts; only "../" at the beginning of the reference is resolved
	oldEscapes bool // only non-ASCII octets are escaped, in lower case, and not in a fragment
	noControls bool // an absolute reference cannot have control characters
	schemes    model.Names
}

// The schemes that libcurl has: all supported releases, releases since 7.88.1, and only 7.88.1.
const (
	allSchemes model.Names = " dict file ftp ftps gopher gophers http https imap imaps ldap ldaps mqtt pop3 pop3s rtsp " +
		"scp sftp smb smbs smtp smtps telnet tftp "
	newSchemes model.Names = " mqtts socks socks4 socks4a socks5 socks5h ws wss "
	oldSchemes model.Names = " rtmp rtmpe rtmps rtmpt rtmpte rtmpts "
)

// badHost lists the characters that every release rejects in a host.
const badHost = " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()"

var table = model.Releases[row]{
	{Release: "8.23.0", hostBad: badHost + "%|", schemes: allSchemes + newSchemes},
	{
		Release: "8.22.0", colonAtEnd: true, anyZone: true, decodedHost: true, noControls: true, hostBad: badHost + "%|",
		schemes: allSchemes + newSchemes,
	},
	{
		Release: "7.88.1", schemeByDigit: true, numbersFirst: true, dottedNumbers: true, anyZone: true, decodedHost: true,
		noControls: true, shorterIPv6: true, hostBad: badHost, dotsAtEnd: true, rawDots: true, relativeFile: true,
		blankQuery: true, fileQuery: true, hostEscape: true, concat: true, oldEscapes: true,
		schemes: allSchemes + oldSchemes,
	},
}

func (program) Read(r *reading.Reading, release uint8, url string) error {
	p := parser{row: &table[release], url: url}
	if err := p.run(); err != nil {
		return err
	}
	var w model.Writer
	href := p.u.write(&w, p.row, false)
	w.Accept(r, href, &p.in)
	return nil
}

// Resolve returns the URL of a redirect from base to ref.
func (program) Resolve(release uint8, base, ref string) (string, error) {
	row := &table[release]
	u, err := row.resolve(base, ref)
	if err != nil {
		return "", err
	}
	return u.text(row, false), nil
}

//go:embed rules.tsv
var rulesText string

// rules has the rules that a URL can break. The example of each rule is a URL that breaks the rule in the newest
// release. For the rule of schemes, the example is a reference.
var rules = cite.ParseTable(rulesText, nil)

var (
	ruleMalformed   = *rules.Named("malformed input: a control character or a space")
	ruleNUL         = *rules.Named("a string of C ends at its first NUL")
	ruleTooLong     = *rules.Named("longer than 8,000,000 bytes")
	ruleSlashes     = *rules.Named("other than one to three slashes")
	ruleUnsupported = *rules.Named("a redirect to a scheme that libcurl does not have")
	ruleNoHost      = *rules.Named("no host")
	ruleHost        = *rules.Named("host name")
	ruleIPv6        = *rules.Named("IPv6 address")
	rulePort        = *rules.Named("port number")
	ruleFile        = *rules.Named("file URL")
)
