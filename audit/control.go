package audit

import (
	"net/netip"
	"syscall"
)

// Control is a function for [net.Dialer.Control]. The dialer calls it with the address of a name. Control rejects an
// address that is not public, unless the policy allows it. Only this check decides where a connection goes: the address
// of a name can change between the check of a URL and the connection.
//
// The error is a [*PolicyError]. These addresses are not public:
//
//   - ranges in IANA's special-purpose registries that are not globally reachable
//   - multicast, and ranges that are not allocated
//   - the address of Azure's platform
//   - addresses that contain such an IPv4 address: IPv4-mapped, NAT64 with the well-known prefix, 6to4, Teredo and
//     ISATAP
//
// Control rejects networks other than TCP and UDP over IP, unless AllowInternal is set.
//
// If a client uses a proxy, Control sees only the address of the proxy, and the proxy must make this check. Control
// does not know the public addresses of the machine or of its network: list them in Refused. It ignores Hosts,
// InternalFor, Ports and RefusedPorts.
func (p Policy) Control(network, address string, _ syscall.RawConn) error {
	refuse := func(message string) error {
		return newPolicyError(address, refusal("dest-internal", message, span(0, len(address))))
	}
	if p.AllowInternal && p.Refused == nil {
		return nil
	}
	switch network {
	case "tcp", "tcp4", "tcp6", "udp", "udp4", "udp6":
	default:
		if p.AllowInternal {
			return nil
		}
		return refuse("The policy allows only TCP and UDP.")
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return refuse("This is not an address with a port.")
	}
	if why := p.mindsAddr(HostValue{}, to.Addr()); why != "" {
		return refuse("The address is not public: " + why + ".")
	}
	return nil
}

// CheckAddr returns nil if the policy accepts addr as an address of the host name. Otherwise it returns a
// [*PolicyError]. It is the check of [Policy.Control] with the ranges that InternalFor has for name. An empty name has
// none.
func (p Policy) CheckAddr(name string, addr netip.Addr) error {
	why := p.mindsAddr(ParseHost(name), addr)
	if why == "" {
		return nil
	}
	text := addr.String()
	return newPolicyError(text, refusal("dest-internal", "The address is not public: "+why+".", span(0, len(text))))
}
