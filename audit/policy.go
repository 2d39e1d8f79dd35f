package audit

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"

	"earl.example"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/redact"
	"earl.example/reading"
	"earl.example/urlerr"
)

// A Policy defines which URLs from untrusted sources an application accepts. The zero Policy is strict. It accepts a
// URL only if all of this is true:
//
//   - The scheme is http or https.
//   - Every dialect in [Dialects] accepts the URL, and they agree on every aspect (see [Aspects]).
//   - The URL has no userinfo, not even an empty one.
//   - The host is public.
//   - No finding has severity Medium or higher.
//
// Each field relaxes or tightens one of these conditions.
//
// A Policy alone does not make a request safe: a name can change its address after the check. Also install
// [Policy.Control] in the dialer.
type Policy struct {
	// Schemes lists the accepted schemes, in lower case. Nil means http and https.
	//
	// A URL inside another URL is checked too. In this case, only the inner URL needs a host. For
	// view-source:http://h/, list both schemes, and add "nested-url" to Ignore.
	//
	// An empty host, as in file:///a, is always rejected. A URL without any host, such as foo:bar, is rejected unless
	// AllowInternal is set or the scheme never has a host (mailto, urn). If Hosts is set, a URL without a host is
	// always rejected.
	Schemes []string

	// Hosts lists the accepted hosts, in any spelling. "example.com" accepts only this name. ".example.com" accepts all
	// names below example.com that consist of ASCII letters, digits, "-" and "_". A host with a root dot, such as
	// "example.com.", is another host: only an item with a root dot accepts it.
	//
	// Nil accepts every public host. A name of one label, such as "redis", is known only to a local network. It is
	// rejected unless Hosts lists it or AllowInternal is set.
	//
	// UTS #46 and IDNA 2003 map some non-ASCII names differently, and both results must be accepted. For "straße.de",
	// list "strasse.de" as well.
	Hosts []string

	// RefusedHosts lists hosts to reject, in the syntax of Hosts. A host is rejected if some program reads a listed
	// host, even if Hosts or InternalFor lists it too, or AllowInternal is set. ".example.com" lists all names below
	// it, of whatever characters. Another name with the same address is not rejected: list address ranges in Refused.
	RefusedHosts []string

	// Ports lists the accepted ports. A URL without a port has the default port of its scheme. Nil accepts every port
	// that has no finding. For a listed port, the finding port-scheme-mismatch is ignored.
	Ports []uint16

	// RefusedPorts lists ports to reject, explicit or implied by the scheme. An example is 8500, if it serves an API
	// without authentication.
	RefusedPorts []uint16

	// Dialects lists the dialects that must accept the URL and agree on it. Nil means the result of [Dialects]. List
	// at least the dialect of every program that will parse the URL. [Stack] has the dialects of usual programs.
	//
	// The default includes rfc3986, which rejects unescaped characters: non-ASCII letters, spaces, "|", and "[" in a
	// query.
	Dialects []earl.Dialect

	// MayDiffer is the set of aspects on which the dialects may disagree. With Acceptance, one accepting dialect is
	// enough. This allows unescaped non-ASCII hosts and spaces in paths.
	MayDiffer Aspects

	// FailOn is the lowest severity at which a finding rejects the URL. Zero means Medium.
	FailOn Severity

	// Ignore lists IDs of findings that do not reject the URL. The GitLab API needs "path-encoded-slash", because its
	// paths contain %2F. Ignore does not override other fields: a private host is rejected even if Ignore lists
	// "dest-internal".
	Ignore []string

	// AllowUserinfo accepts user names and passwords.
	AllowUserinfo bool

	// AllowInternal accepts hosts and addresses that are not public.
	AllowInternal bool

	// Internal lists address ranges to accept although they are not public. It applies to literal addresses only. A
	// name such as "localhost" is still rejected, because its address is not known yet. The address of the metadata
	// service of a cloud, such as fd00:ec2::254, needs an item of its own: fc00::/7 does not accept it.
	Internal []netip.Prefix

	// InternalFor lists names to accept although they are not public, in any spelling. For each name it lists the
	// address ranges to accept although they are not public. [Policy.CheckAddr] and package guard use these ranges.
	// [Policy.Control] does not know the name that was looked up, so it still rejects the addresses.
	//
	// ".corp" lists all names below corp. A port limits an item to this port: "grafana.corp:3000". An item can also be
	// an address with a port, such as "10.1.2.3:3000" or "[fd00::1]:80", with no ranges.
	InternalFor map[string][]netip.Prefix

	// Refused lists address ranges to reject although they are public, such as the ranges of the network of the
	// application. AllowInternal, Internal and InternalFor do not override it. If it lists loopback, it also lists the
	// unspecified addresses 0.0.0.0 and "::", which systems connect to the machine itself.
	Refused []netip.Prefix

	// MaxLength is the maximum length of a URL in bytes. Zero means no limit. A host of more than 16 KiB is always
	// rejected.
	MaxLength int
}

// A PolicyError says why a policy rejects a URL or an address.
type PolicyError struct {
	Input   string  // the URL or the address, with its passwords
	Finding Finding // its ID is one of Kinds, or begins with "policy-"

	cause error
}

// Unwrap returns the error of the dialect that rejects the URL. It is usually a [*urlerr.Error]. If no dialect rejects
// the URL, Unwrap returns nil.
func (e *PolicyError) Unwrap() error { return e.cause }

// Error returns one line without passwords.
func (e *PolicyError) Error() string {
	input := redact.Quote(urlerr.Excerpt(e.Input, e.Finding.Span.Start))
	return "audit: rejected: " + Escape(e.Finding.ID+": "+e.Finding.Message) + " In " + input
}

// Format writes the result of Error for every verb of package fmt, so that no verb prints a password.
func (e PolicyError) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
}

// LogValue returns the finding and the redacted input.
func (e PolicyError) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("finding", e.Finding.ID),
		slog.String("severity", e.Finding.Severity.String()),
		slog.String("message", e.Finding.Message),
		slog.String("input", urlerr.Excerpt(e.Input, e.Finding.Span.Start)),
	)
}

// MarshalJSON returns an object with the fields of LogValue.
func (e PolicyError) MarshalJSON() ([]byte, error) { return redact.JSON(e.LogValue()) }

// maxNested is the maximum depth of nested URLs, including the outermost.
const maxNested = 3

// Check returns nil if the policy accepts url. If the policy rejects url, Check returns a [*PolicyError] with the first
// problem.
//
// If url has no authority but contains another URL, as in view-source:http://h/, the inner URL must be accepted too.
// This also applies to jar: and jdbc: URLs. Check does not look at URLs in queries, or at parameters of database
// drivers.
//
// Check does not look up names. Also install [Policy.Control] in the dialer, and check every redirect with
// [Policy.CheckRef].
func (p Policy) Check(url string) error { return p.check(url, nil) }

// CheckRef is like [Policy.Check], but each dialect first resolves ref against base. Use it for the Location header of
// a redirect. Pass the header unchanged, because resolving can remove a text on which the dialects disagree. The
// scheme, host and port of the resolved URL must be accepted too.
func (p Policy) CheckRef(base, ref string) error { return p.check(ref, &base) }

func (p *Policy) check(url string, base *string) error {
	if p.MaxLength > 0 && len(url) > p.MaxLength {
		return refuse(url, "policy-length", "The URL is longer than the policy allows.", span(p.MaxLength, len(url)))
	}
	switch before, _, colon := strings.Cut(url, ":"); {
	case base == nil && p.acceptsOrdinary(url):
		return nil
	case hasLongHost(url):
		return refuse(url, "policy-host", "The host is longer than any name can be.", span(0, len(url)))
	case base != nil && colon && !strings.ContainsAny(before, "/?#") && ascii.SchemeColon(url) != len(before):
		// as url.resolve of Node.js does
		return refuse(url, "policy-dialects", "Some programs read a scheme before the colon.", span(0, len(before)+1))
	}
	at := span(0, len(url))
	for range maxNested {
		v, refused := p.checkOne(url[at.Start:at.End], base)
		if refused != nil {
			found := refused.Finding
			found.Span = span(at.Start+found.Span.Start, at.Start+found.Span.End)
			return &PolicyError{url, found, refused.cause}
		}
		inner, nested := v.nested()
		if !nested {
			return nil
		}
		at = span(at.Start+inner.Start, at.Start+inner.End)
		base = nil
	}
	return refuse(url, "policy-nested", "Too many URLs are inside each other.", at)
}

// maxHost is a length that no host of a name of 253 characters reaches, if it has escapes and characters that compose.
const maxHost = 16 << 10

// hasLongHost reports whether the host of url is too long for a name. No dialect needs to read such a URL, and some
// would need much memory: NFKC makes 18 characters of one.
func hasLongHost(url string) bool {
	if len(url) <= maxHost {
		return false
	}
	v := view{text: url}
	v.scan()
	return len(v.of(v.hostport())) > maxHost
}

func refuse(input, id, message string, at reading.Span) *PolicyError {
	return &PolicyError{Input: input, Finding: Finding{ID: id, Severity: High, Span: at, Message: message}}
}

// checkOne returns the reason why the policy rejects url, or nil and the view of url if the policy accepts url. It does
// not check a URL inside url.
func (p *Policy) checkOne(url string, base *string) (*view, *PolicyError) {
	var r Report
	v := Options{Dialects: p.Dialects, Base: base}.audit(&r, url)
	if refused := p.checkDialects(&r); refused != nil {
		return nil, refused
	}
	if v == nil {
		v = newView(&r, nil)
	}
	if p.refusesHost(v) {
		return nil, refuse(url, "policy-host", "The policy lists this host in RefusedHosts.", v.at(v.hostSpan()))
	}
	internal := p.internalHost(v)
	for i := range r.Findings {
		if p.minds(&r.Findings[i], v, internal) {
			return nil, &PolicyError{Input: url, Finding: r.Findings[i]}
		}
	}
	return v, p.checkParts(v, internal)
}

// checkDialects checks that the dialects accept the URL and agree.
func (p *Policy) checkDialects(r *Report) *PolicyError {
	at := span(0, len(r.Input))
	refuse := func(message string, cause error) *PolicyError {
		return &PolicyError{r.Input, Finding{ID: "policy-dialects", Severity: High, Span: at, Message: message}, cause}
	}
	var first error
	for i := range r.Verdicts {
		err := r.Verdicts[i].Reading.Err()
		if err != nil && p.MayDiffer&Acceptance == 0 {
			at.Start = max(errorOffset(err, r.Input), 0)
			return refuse("The dialect "+r.Verdicts[i].Dialect.String()+" rejects this URL.", err)
		}
		first = cmp.Or(first, err)
	}
	if len(r.accepted()) == 0 {
		return refuse("No dialect accepts this URL.", first)
	}
	if differ := r.Differ &^ p.MayDiffer; differ != 0 {
		if len(r.Findings) > 0 {
			at = r.Findings[0].Span
		}
		return refuse("Dialects disagree on the "+strings.ReplaceAll(differ.String(), ",", ", ")+".", nil)
	}
	return nil
}

// minds reports whether the policy rejects a URL because of the finding f. internal is the reason why the policy
// rejects the host, or "" if it accepts the host.
func (p *Policy) minds(f *Finding, v *view, internal string) bool {
	if f.Severity < cmp.Or(p.FailOn, Medium) || slices.Contains(p.Ignore, f.ID) {
		return false
	}
	switch f.ID {
	case "dest-internal", "ipv6-embeds-ipv4":
		return internal != ""
	case "userinfo-secret":
		return !p.AllowUserinfo
	case "host-root-dot":
		host := value(v.report.accepted()[0], urlerr.Host)
		_, listed := p.internalFor(ParseHost(host), portNumber(v.scheme, v.get(urlerr.Port)))
		return !listed && !p.acceptsHost(host) // lists with a root dot
	case "scheme-local":
		return false // checkParts rejects a scheme that Schemes does not list
	case "scheme-active":
		return !slices.Contains(p.Schemes, ascii.ToLower(value(v.report.accepted()[0], urlerr.Scheme)))
	case "port-scheme-mismatch":
		port := value(v.report.accepted()[0], urlerr.Port)
		return p.Ports == nil || !p.acceptsPort(portNumber(v.scheme, port))
	}
	return true
}

// accepted returns the readings of the dialects that accept the URL.
func (r *Report) accepted() []*reading.Reading {
	var all []*reading.Reading
	for i := range r.Verdicts {
		if v := &r.Verdicts[i]; v.accepted() {
			all = append(all, &v.Reading)
		}
	}
	return all
}

// checkParts checks the components that the dialects found. If the URL contains another URL, only the inner URL needs a
// host. internal is the reason why the policy rejects the host, or "" if it accepts the host.
func (p *Policy) checkParts(v *view, internal string) *PolicyError {
	schemes := p.Schemes
	if schemes == nil {
		schemes = []string{"http", "https"}
	}
	refuse := func(id, message string, at reading.Span) *PolicyError { return refuse(v.input, id, message, at) }
	accepted := p.acceptsHost(v.decodedHost())
	_, inside := v.nested()
	for _, r := range v.report.accepted() {
		host, port := value(r, urlerr.Host), value(r, urlerr.Port)
		none := host == ""
		elsewhere := none && inside
		switch {
		case !slices.Contains(schemes, ascii.ToLower(value(r, urlerr.Scheme))):
			return refuse("policy-scheme", "The policy does not accept this scheme.", v.at(span(0, v.afterScheme())))
		case !p.AllowUserinfo && (value(r, urlerr.Username) != "" || value(r, urlerr.Password) != ""):
			return refuse("policy-userinfo", "The policy does not accept userinfo.", v.inInput(urlerr.Userinfo))
		case none && v.has(urlerr.Authority):
			return refuse("policy-host", "There is no host.", v.inInput(urlerr.Authority))
		case p.Hosts != nil && !elsewhere && !(p.acceptsHost(host) && (accepted || !v.has(urlerr.Authority))):
			return refuse("policy-host", "The policy does not accept this host.", v.at(v.hostSpan()))
		case !p.AllowUserinfo && v.has(urlerr.Userinfo): // some programs read no host after an empty userinfo
			return refuse("policy-userinfo", "The policy does not accept an empty userinfo.", v.inInput(urlerr.Authority))
		case strings.ContainsAny(v.get(urlerr.Userinfo), "[]"):
			return refuse("policy-userinfo", "Some programs end the host at a bracket in the userinfo.",
				v.inInput(urlerr.Userinfo))
		case none && !inside && !p.AllowInternal && !slices.Contains(list("hostless"), v.scheme):
			return refuse("policy-host", "There is no host to check.", v.at(span(v.afterScheme(), len(v.text))))
		case internal != "": // FailOn and Ignore do not matter here
			return refuse("dest-internal", "The host is not public: "+internal+".", v.at(v.hostSpan()))
		case r.PortErr() != nil || port != "" && number(port) < 0: // a program may find another host
			return refuse("policy-port", "The port is invalid.", v.at(v.hostSpan()))
		case !elsewhere && !p.acceptsPort(portNumber(value(r, urlerr.Scheme), port)):
			return refuse("policy-port", "The policy does not accept this port.", v.at(v.hostSpan()))
		}
	}
	return nil
}

// acceptsPort reports whether the policy accepts port.
func (p *Policy) acceptsPort(port uint16) bool {
	return (p.Ports == nil || slices.Contains(p.Ports, port)) && !slices.Contains(p.RefusedPorts, port)
}
