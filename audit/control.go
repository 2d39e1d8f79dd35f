package audit

import (
	"net/netip"
	"syscall"

	"earl.example/internal/names/ipaddr"
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
// does not know the public addresses of the machine or of its network. It ignores Hosts, Ports and RefusedPorts.
func (p Policy) Control(network, address string, _ syscall.RawConn) error {
	refuse := func(message string) error {
		return &PolicyError{address, refusal("dest-internal", message, span(0, len(address)))}
	}
	if p.AllowInternal {
		return nil
	}
	switch network {
	case "tcp", "tcp4", "tcp6", "udp", "udp4", "udp6":
	default:
		return refuse("The policy allows only TCP and UDP.")
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return refuse("This is not an address with a port.")
	}
	if p.mindsAddr(to.Addr()) {
		why, _ := ipaddr.Internal(to.Addr())
		return refuse("The address is not public: " + why.Name + " (" + why.RFC + ").")
	}
	return nil
}
