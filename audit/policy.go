package audit

import (
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"earl.example"
	"earl.example/internal/names/idna"
	"earl.example/internal/names/ipaddr"
	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A Policy says which URLs an application accepts. The zero Policy is strict: it
// accepts URLs of http and https that all dialects of [Dialects] take and agree
// about, without userinfo, without a host that is not public, and without
// findings from Medium on. Each field allows more, or less.
//
// A Policy is for URLs from a source that is not trusted. It does not make a
// request safe by itself: see [Policy.Control].
type Policy struct {
	// Schemes are those that are accepted, in lower case; nil means http and
	// https. Of a URL inside another, as in view-source:http://h/, both have to be
	// among them. A URL without a host that can be judged is refused, such as
	// jdbc:oracle:thin:@h, unless its scheme has none, as mailto and urn, or any
	// host is accepted: with AllowInternal and no Hosts.
	Schemes []string

	// Hosts are the hosts that are accepted, in any spelling: "example.com" is
	// that name, ".example.com" any name below it of letters, digits, "-" and "_".
	// Nil means all, but for names of one label such as "redis", which have to be
	// named here: only a local network knows them. A host in letters has to be
	// accepted as IDNA of 2003 maps it, too, which of "straße.de" is "strasse.de".
	Hosts []string

	// Ports are those that are accepted, that of the scheme included. Nil means
	// all that are without a finding.
	Ports []uint16

	// RefusedPorts are those that are not accepted, that of the scheme included,
	// such as 8500 where a service listens that trusts who reaches it.
	RefusedPorts []uint16

	// Dialects must all take the URL and agree about it; nil means those of
	// Dialects, of which rfc3986 refuses what is not escaped: letters beyond ASCII,
	// spaces, "|", "[" in a query. Name at least those of the programs that will
	// read the URL.
	Dialects []earl.Dialect

	// MayDiffer are aspects that dialects need not agree about. Acceptance among
	// them means that some may refuse the URL, if one takes it: with it a host in
	// letters and a path with a space are accepted.
	MayDiffer Aspects

	// FailOn is the least severity of findings that are refused; zero means
	// Medium.
	FailOn Severity

	// Ignore are the IDs of findings that are accepted all the same, such as
	// "path-encoded-slash" for those who call GitLab, whose paths have %2F.
	Ignore []string

	// AllowUserinfo accepts user names and passwords.
	AllowUserinfo bool

	// AllowInternal accepts hosts and addresses that are not public.
	AllowInternal bool

	// Internal are ranges of addresses that are accepted though they are not
	// public. A name is not one of them: which address it has is not known.
	Internal []netip.Prefix

	// MaxLength is the greatest length of a URL in bytes; zero means no limit.
	MaxLength int
}

// A PolicyError says why a policy refuses a URL or an address.
type PolicyError struct {
	Input   string  // the URL or the address, as it was given, passwords included
	Finding Finding // what is wrong with it; its ID is of Kinds, or begins with "policy-"
}

// Error returns one line, in which passwords are hidden.
func (e *PolicyError) Error() string {
	return "audit: refused: " + e.Finding.ID + ": " + e.Finding.Message + " In " + strconv.Quote(urlerr.Excerpt(e.Input, e.Finding.Span.Start))
}

// Format prints Error by any verb of fmt, so that none shows a password, of a
// PolicyError that is no pointer either.
func (e PolicyError) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), e.Error())
}

// LogValue gives the error's fields to log/slog, the input as Error shows it.
func (e PolicyError) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("finding", e.Finding.ID),
		slog.String("severity", e.Finding.Severity.String()),
		slog.String("message", e.Finding.Message),
		slog.String("input", urlerr.Excerpt(e.Input, e.Finding.Span.Start)),
	)
}

// maxNested is how many URLs may stand inside each other.
const maxNested = 3

// Check returns nil if the policy accepts url, and otherwise a [*PolicyError]
// with what is wrong first.
//
// A URL inside a URL without a host, as in view-source:http://h/, jar: and jdbc:,
// has to be accepted too, its scheme included. Those in queries are not judged, nor
// what the parameters of a database's driver do.
//
// That the host of a URL is a name says nothing of where it leads. What must not
// be reached has to be refused when the name has become an address: give
// [Policy.Control] to the dialer too, and check each redirect.
func (p Policy) Check(url string) error {
	if p.MaxLength > 0 && len(url) > p.MaxLength {
		return &PolicyError{url, refusal("policy-length", "The URL is longer than the policy allows.", span(p.MaxLength, len(url)))}
	}
	at := span(0, len(url))
	for range maxNested {
		refused, inner := p.checkOne(at.Of(url))
		if refused.ID != "" {
			refused.Span.Start, refused.Span.End = refused.Span.Start+at.Start, refused.Span.End+at.Start
			return &PolicyError{url, refused}
		}
		if !inner.Present() {
			return nil
		}
		at = span(at.Start+inner.Start, at.Start+inner.End)
	}
	return &PolicyError{url, refusal("policy-nested", "Too many URLs stand inside each other.", at)}
}

func refusal(id, message string, at earl.Span) Finding {
	return Finding{ID: id, Severity: High, Span: at, Message: message}
}

// checkOne returns why the policy refuses a URL, zero if it does not, and where
// another one stands in it that has to be checked.
func (p Policy) checkOne(url string) (refused Finding, inner earl.Span) {
	r := Options{Dialects: p.Dialects}.Audit(url)
	taken := false
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		taken = taken || v.Accepted()
		if !v.Accepted() && !p.MayDiffer.Has(Acceptance) {
			at := max(errorOffset(v.Err, url), 0)
			return refusal("policy-dialects", "The dialect "+v.Dialect.String()+" refuses this URL.", span(at, len(url))), earl.NoSpan()
		}
	}
	if !taken {
		return refusal("policy-dialects", "No dialect takes this URL.", span(0, len(url))), earl.NoSpan()
	}
	if differ := r.Differ &^ p.MayDiffer; differ != 0 {
		return refusal("policy-dialects", "Dialects do not agree on its "+strings.ReplaceAll(differ.String(), ",", ", ")+".", p.worstSpan(&r)), earl.NoSpan()
	}
	v := newView(&r, nil)
	internal := p.internalHost(v)
	for i := range r.Findings {
		if f := &r.Findings[i]; p.minds(f, v, internal) {
			return *f, earl.NoSpan()
		}
	}
	inner = v.nested()
	return p.checkParts(v, inner.Present(), internal), inner
}

// worstSpan is where the worst finding is.
func (p Policy) worstSpan(r *Report) earl.Span {
	if len(r.Findings) == 0 {
		return span(0, len(r.Input))
	}
	return r.Findings[0].Span
}

// minds reports whether the policy refuses a finding; internal says why it refuses
// the host.
func (p Policy) minds(f *Finding, v *view, internal string) bool {
	least := p.FailOn
	if least == 0 {
		least = Medium
	}
	if f.Severity < least || slices.Contains(p.Ignore, f.ID) {
		return false
	}
	switch f.ID {
	case "dest-internal", "ipv6-embeds-ipv4":
		return internal != ""
	case "userinfo-secret":
		return !p.AllowUserinfo
	case "scheme-active":
		return !slices.Contains(p.Schemes, ascii.ToLower(readings(v.report)[0].Scheme.Value))
	case "port-scheme-mismatch":
		return !slices.Contains(p.Ports, uint16(max(number(readings(v.report)[0].Port.Value), 0)))
	}
	return true
}

// readings are the parts as the dialects that take the URL read them.
func readings(r *Report) []*earl.Parts {
	var all []*earl.Parts
	for i := range r.Verdicts {
		if v := &r.Verdicts[i]; v.Accepted() {
			all = append(all, &v.Parts)
		}
	}
	return all
}

// internalHost says why some reading of the host is refused, "" if none is.
func (p Policy) internalHost(v *view) string {
	if p.AllowInternal {
		return ""
	}
	host := v.host.Of(v.text) // behind the last "@", as those read it who do not mind what stands before it
	if why := p.internal(host, true); why != "" {
		return why
	}
	last := host
	for _, parts := range readings(v.report) {
		if parts.Host.Value == host || parts.Host.Value == last {
			continue
		}
		last = parts.Host.Value
		if why := p.internal(last, true); why != "" {
			return why
		}
	}
	start, escaped, _ := strings.Cut(host, "%")
	if escaped != "" {
		if why := p.internal(strings.TrimRight(start, "."), false); why != "" { // the host to url.parse of Node.js
			return why
		}
	}
	return p.internal(v.lateHost(), false)
}

// internal says why a host is refused that is not public in some spelling, or,
// if it has to be one that there is, not in the public DNS.
func (p Policy) internal(host string, exists bool) string {
	for _, spelling := range spellings(host) {
		h := ParseHost(spelling)
		if h.IsAddr() && !p.mindsAddr(h.Addr) {
			continue
		}
		why := h.Internal()
		if why == "" && exists && !p.names(h) {
			why = unresolvable(h)
		}
		if why != "" {
			return why
		}
	}
	return ""
}

// maxDecoded is how often a host may be decoded between a check and a look-up.
const maxDecoded = 3

// spellings returns a host as those may read it who look it up: decoded, mapped
// by IDNA of 2003, an IPv4 address with leading zeros as decimal, as in Java, and
// each part between characters that no host has: up to a null octet or a blank as
// in C, up to "~" as in url.parse of Node.js until 16, one of several as clients of
// databases take, or what is a host once it is decoded.
func spellings(host string) []string {
	all := []string{host}
	if ascii.All(host, ascii.Unreserved) && !strings.HasPrefix(host, "0") && !strings.Contains(host, ".0") && strings.IndexByte(host, '~') < 0 {
		return all
	}
	for len(all) <= maxDecoded {
		last := all[len(all)-1]
		decoded, _ := percent.DecodeString(last, false)
		if decoded == last {
			break
		}
		all = append(all, decoded)
	}
	for _, text := range all {
		if old := toASCII2003(text); old != "" {
			all = append(all, old)
		}
	}
	for _, text := range all {
		if strings.IndexByte(text, ':') >= 0 && ParseHost(text).IsAddr() {
			continue // it may have a zone
		}
		for part := range strings.FieldsFuncSeq(text, isNoHost) {
			if part != text {
				all = append(all, part)
			}
		}
	}
	for _, text := range all {
		if decimal := withoutZeros(text); decimal != text {
			all = append(all, decimal)
		}
	}
	return all
}

// isNoHost reports whether no host has a character.
func isNoHost(r rune) bool {
	if r >= utf8.RuneSelf {
		return unicode.IsSpace(r)
	}
	return (!ascii.Is(byte(r), ascii.Unreserved) || r == '~') && r != ':' && r != '%'
}

// withoutZeros returns a host without the zeros that its labels begin with.
func withoutZeros(host string) string {
	var b strings.Builder
	first := true
	for i := range len(host) {
		if first && host[i] == '0' && i+1 < len(host) && ascii.Is(host[i+1], ascii.Digit) {
			continue
		}
		b.WriteByte(host[i])
		first = host[i] == '.'
	}
	return b.String()
}

// unresolvable says why a name is none that the public DNS has an address for,
// "" if it may be one. What some resolver makes of it is then a local matter.
func unresolvable(h HostValue) string {
	name := strings.Trim(h.Name, ".")
	switch {
	case h.Name == "":
	case name == "":
		return "dots alone, which are no name"
	case strings.IndexByte(name, ':') >= 0:
		return "neither a name nor an address of a version that there is"
	case strings.IndexByte(name, '.') < 0:
		return "a name of one label, which the network that looks it up completes"
	case ipaddr.EndsInNumber(name):
		return "a number that is no address, of which some resolvers keep 32 bits"
	}
	return ""
}

// mindsAddr reports whether the policy refuses an address.
func (p Policy) mindsAddr(addr netip.Addr) bool {
	if _, internal := ipaddr.Internal(addr); !internal {
		return false
	}
	addr = addr.WithZone("")
	return !slices.ContainsFunc(p.Internal, func(prefix netip.Prefix) bool {
		return prefix.Contains(addr) || prefix.Contains(addr.Unmap())
	})
}

// checkParts checks what the dialects read. The host may be that of a URL inside;
// internal says why it is refused.
func (p Policy) checkParts(v *view, inside bool, internal string) Finding {
	schemes := p.Schemes
	if schemes == nil {
		schemes = []string{"http", "https"}
	}
	accepted := p.acceptsHost(v.bareHost())
	for _, parts := range readings(v.report) {
		none := parts.Host.Value == ""
		switch {
		case !slices.Contains(schemes, ascii.ToLower(parts.Scheme.Value)):
			return refusal("policy-scheme", "The policy does not accept this scheme.", v.at(span(0, v.rest)))
		case !p.AllowUserinfo && (parts.Username.Value != "" || parts.Password.Value != ""):
			return refusal("policy-userinfo", "The policy accepts no userinfo.", v.at(v.userinfo))
		case none && v.authority.Present():
			return refusal("policy-host", "There is no host.", v.at(v.authority))
		case p.Hosts != nil && !(none && inside) && !(p.acceptsHost(parts.Host.Value) && (accepted || !v.authority.Present())):
			return refusal("policy-host", "The policy does not accept this host.", v.at(v.hostSpan()))
		case none && !inside && !p.AllowInternal && !isHostless(v.scheme):
			return refusal("policy-host", "There is no host that can be judged.", v.at(span(v.rest, len(v.text))))
		case internal != "": // whatever FailOn and Ignore say
			return refusal("dest-internal", "The host is not public: "+internal+".", v.at(v.hostSpan()))
		case parts.PortErr != nil || parts.Port.Value != "" && number(parts.Port.Value) < 0: // it may be another host
			return refusal("policy-port", "The port cannot be read.", v.at(v.hostSpan()))
		case !(none && inside) && !p.acceptsPort(parts):
			return refusal("policy-port", "The policy does not accept this port.", v.at(v.hostSpan()))
		}
	}
	return Finding{}
}

// names reports whether Hosts has this very host.
func (p Policy) names(host HostValue) bool {
	return slices.ContainsFunc(p.Hosts, func(accepted string) bool { return ParseHost(accepted).Same(host) })
}

// acceptsHost reports whether Hosts has a host, both as UTS #46 maps it and as IDNA
// of 2003 does, which makes another name of "exᵃmple.com", and of what UTS #46
// refuses a name that programs do not agree about.
func (p Policy) acceptsHost(host string) bool {
	if _, err := idna.AppendToASCII(nil, host, idna.Options{}); err != nil && ascii.Index(host, ascii.NonASCII) >= 0 {
		return false
	}
	old := toASCII2003(host)
	return p.acceptsValue(ParseHost(host)) && (old == "" || p.acceptsValue(ParseHost(old)))
}

func (p Policy) acceptsValue(host HostValue) bool {
	return slices.ContainsFunc(p.Hosts, func(accepted string) bool {
		if domain, below := strings.CutPrefix(accepted, "."); below {
			value := ParseHost(domain)
			return isPlainName(host.Name) && host.Name != value.Name && isBelow(host.Name, value.Name)
		}
		return ParseHost(accepted).Same(host)
	})
}

// isPlainName reports whether a name has what names have, and nothing at which
// some program ends it: evil.com%2F.example.com is not below example.com to all.
func isPlainName(name string) bool {
	for i := range len(name) {
		if !ascii.Is(name[i], ascii.Alpha|ascii.Digit) && name[i] != '-' && name[i] != '.' && name[i] != '_' {
			return false
		}
	}
	return true
}

// acceptsPort reports whether the policy has nothing against the port, or against that
// of the scheme where there is none.
func (p Policy) acceptsPort(parts *earl.Parts) bool {
	if p.Ports == nil && p.RefusedPorts == nil {
		return true
	}
	port := scheme.Lookup(parts.Scheme.Value).Port
	if parts.Port.Value != "" {
		port = uint16(number(parts.Port.Value))
	}
	return (p.Ports == nil || slices.Contains(p.Ports, port)) && !slices.Contains(p.RefusedPorts, port)
}

// Control is for [net.Dialer.Control]: it is called when a name has become an
// address, and refuses one that is not public, unless the policy allows it. Only
// this check settles where a connection goes: between a look-up for a check and
// that for the connection a name can change its address.
//
// The error is a [*PolicyError]. What is not public are the ranges of IANA's
// special-purpose registries that are not globally reachable, multicast, what is
// not allocated, the address of Azure's platform, and addresses that hold an IPv4
// address in such a range: IPv4-mapped, NAT64 by the well-known prefix, 6to4,
// Teredo and ISATAP. A network that is not TCP or UDP over IP is refused unless
// AllowInternal is set.
//
// It sees what the dialer dials: of a client with a proxy that is the proxy, so
// that the proxy has to do this check. It does not know the public addresses of
// the machine itself or of its network; Ports, RefusedPorts and Hosts are for Check alone.
func (p Policy) Control(network, address string, _ syscall.RawConn) error {
	refuse := func(message string) error {
		return &PolicyError{address, Finding{ID: "dest-internal", Severity: High, Span: span(0, len(address)), Message: message}}
	}
	if p.AllowInternal {
		return nil
	}
	switch network {
	case "tcp", "tcp4", "tcp6", "udp", "udp4", "udp6":
	default:
		return refuse("The policy dials TCP and UDP only.")
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return refuse("This is no address with a port.")
	}
	if p.mindsAddr(to.Addr()) {
		why, _ := ipaddr.Internal(to.Addr())
		return refuse("The address is not public: " + why.Name + " (" + why.RFC + ").")
	}
	return nil
}
