package audit

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// presetLength is the MaxLength of most presets. Servers and browsers have lower limits for most URLs.
const presetLength = 64 << 10

// Strict returns the zero Policy with a MaxLength of 64 KiB. Use it for URLs that programs write. If people copy URLs
// from a browser, it rejects about one in ten.
func Strict() Policy { return Policy{MaxLength: presetLength} }

// Web returns a policy for URLs that people copy from a browser. In contrast to [Strict], it accepts "%2F" in paths,
// two slashes at the start of a path, a root dot after the host, characters that browsers escape, such as non-ASCII
// letters and "[", and a "%" in a path or a query that does not begin an escape. The dialects that accept the URL must
// agree on the scheme, the userinfo, the host and the port.
//
// Programs look up different public names for hosts with these letters:
//
//   - "ß" (U+00DF) and "ς" (U+03C2): browsers keep them, IDNA 2003 maps them to "ss" and "σ".
//   - "ẞ" (U+1E9E): "ß" by UTS #46 since Unicode 15.1, "ss" by earlier versions and by IDNA 2003.
//   - "İ" (U+0130): "i" with a dot above (U+0307) by UTS #46 and IDNA 2003, and "i" by CPython 2.7.
//   - the joiners U+200C and U+200D: browsers keep them in some scripts, IDNA 2003 removes them.
func Web() Policy {
	return Policy{
		MaxLength: presetLength,
		MayDiffer: Acceptance | AspectsOf(urlerr.Path, urlerr.Query, urlerr.Fragment),
		Ignore: []string{"host-root-dot", "idna-deviation", "network-path-ref", "path-encoded-slash", "path-network",
			"path-parameter", "pct-double", "pct-malformed"},
	}
}

// Webhook returns a policy for URLs to which an application posts events. In contrast to [Strict], it accepts only
// https, and at most 2,048 bytes.
func Webhook() Policy { return Policy{Schemes: []string{"https"}, MaxLength: 2048} }

// metadataRanges returns the addresses of the metadata services of clouds, and of other services that clouds offer to
// their machines. Other such addresses are link-local.
var metadataRanges = sync.OnceValue(func() []netip.Prefix { return prefixes(list("metadata")...) })

func prefixes(texts ...string) (all []netip.Prefix) {
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// Intranet returns a policy for a product that runs in the network of its owner and must reach this network. In
// contrast to [Strict], it accepts private and local addresses and names. It rejects the machine itself and the
// services that clouds offer to it, whatever Internal and InternalFor list:
//
//   - loopback and unspecified, link-local, multicast and reserved addresses, also inside other addresses
//   - the addresses of the metadata services of clouds
//   - names for loopback, names for metadata, and names that contain their address, such as 127.0.0.1.nip.io
//
// To reject more, append to Refused and RefusedHosts. A name can have any address: also install [Policy.Control] in the
// dialer, or use package guard.
func Intranet() Policy {
	p := Policy{MaxLength: presetLength, AllowInternal: true,
		Refused: append(prefixes(list("machine")...), metadataRanges()...)}
	for _, domains := range internalByLabel() {
		for _, d := range domains {
			if d.which&machine == 0 {
				continue
			}
			if d.which&itself != 0 {
				p.RefusedHosts = append(p.RefusedHosts, d.name)
			}
			if d.which&below != 0 {
				p.RefusedHosts = append(p.RefusedHosts, "."+d.name)
			}
		}
	}
	slices.Sort(p.RefusedHosts)
	return p
}

// Validate returns nil, or an error that lists the values in p that cannot have an effect. Examples are a scheme in
// capitals, an unknown ID in Ignore, and the host "*.example.com". The correct form of this host is ".example.com".
func (p Policy) Validate() error {
	var problems []error
	report := func(field, value, problem string) {
		if problem != "" {
			problems = append(problems, fmt.Errorf("audit: Policy.%s: %q %s", field, value, problem))
		}
	}
	for _, s := range p.Schemes {
		if s == "" || ascii.SchemeColon(s+":") != len(s) || s != ascii.ToLower(s) {
			report("Schemes", s, "is not a scheme in lower case without a colon")
		}
	}
	for _, h := range p.Hosts {
		report("Hosts", h, invalidHost("Hosts", strings.TrimPrefix(h, ".")))
	}
	for _, h := range p.RefusedHosts {
		report("RefusedHosts", h, invalidHost("RefusedHosts", strings.TrimPrefix(h, ".")))
		if slices.Contains(p.Hosts, h) {
			report("Hosts", h, "is in RefusedHosts too")
		}
	}
	for h, ranges := range p.InternalFor {
		host, port := splitPort(h)
		problem := invalidHost("InternalFor", strings.TrimPrefix(host, "."))
		switch isAddr := ParseHost(host).Addr.IsValid(); {
		case problem != "":
		case isAddr && port == 0:
			problem = "is an address: list it in Internal, or add the port to accept"
		case isAddr && len(ranges) > 0:
			problem = "is an address, which needs no address ranges"
		case !isAddr && len(ranges) == 0:
			problem = "has no address ranges"
		}
		report("InternalFor", h, problem)
		problems = append(problems, invalidRanges("InternalFor", ranges))
	}
	for _, r := range p.Internal {
		if isWithin(r, p.Refused) {
			report("Internal", r.String(), "is in Refused too")
		}
	}
	for _, id := range p.Ignore {
		if !slices.ContainsFunc(catalogue(), func(e entry) bool { return e.ID == id }) {
			report("Ignore", id, "is not the ID of a finding")
		}
	}
	for _, port := range p.Ports {
		if slices.Contains(p.RefusedPorts, port) {
			report("Ports", fmt.Sprint(port), "is in RefusedPorts too")
		}
	}
	if p.MaxLength < 0 {
		report("MaxLength", fmt.Sprint(p.MaxLength), "is negative")
	}
	if p.Dialects != nil && len(p.Dialects) == 0 {
		problems = append(problems, errors.New("audit: Policy.Dialects: it is empty, so no URL is accepted"))
	}
	return errors.Join(append(problems,
		invalidRanges("Internal", p.Internal), invalidRanges("Refused", p.Refused))...)
}

// invalidHost returns the reason why the item h of a field such as Hosts can never match a host, or "" if it can.
func invalidHost(field, h string) string {
	value := ParseHost(h)
	switch {
	case value.Addr.IsValid():
		return ""
	case strings.HasPrefix(h, "*."):
		return fmt.Sprintf("has a wildcard: write %q for all names below it", h[1:])
	case strings.Contains(h, "://"):
		return "is a URL, not a host"
	case strings.Contains(h, ":") && field == "InternalFor":
		return "has an invalid port"
	case strings.Contains(h, ":"):
		return "has a port: list it in Ports"
	case value.Name == "" || !isPlainName(value.Name):
		return "is not a host"
	}
	return ""
}

func invalidRanges(field string, ranges []netip.Prefix) error {
	if slices.ContainsFunc(ranges, func(r netip.Prefix) bool { return !r.IsValid() }) {
		return fmt.Errorf("audit: Policy.%s: an address range is invalid", field)
	}
	return nil
}
