package audit

import (
	"net/netip"
	"syscall"
)

// Control rejects an address that is not public, unless the policy allows the address. Set [net.Dialer.Control] to it:
// the dialer then calls Control with each address to which it connects. A check of a URL cannot replace this check,
// because the address of a name can change between the check and the connection.
//
// The error is a [*PolicyError]. These addresses are not public:
//
//   - addresses that are not globally reachable, by IANA's special-purpose registries
//   - multicast addresses, and addresses in unallocated ranges
//   - the address of the platform services of Azure
//   - IPv6 addresses that contain an IPv4 address of this list: IPv4-mapped, NAT64 with the well-known prefix, 6to4,
//     Teredo and ISATAP
//
// Control rejects networks other than TCP and UDP over IP, unless AllowInternal is set.
//
// If a client uses a proxy, Control is called only with the address of the proxy, and the proxy must check the
// addresses of the servers. Control does not know which public addresses belong to the machine and its network: list
// them in Refused. Control ignores Hosts, InternalFor, Ports and RefusedPorts.
func (p Policy) Control(network, address string, _ syscall.RawConn) error {
	if p.AllowInternal && p.Refused == nil {
		return nil
	}
	switch network {
	case "tcp", "tcp4", "tcp6", "udp", "udp4", "udp6":
	default:
		if p.AllowInternal {
			return nil
		}
		return refuseAddr(address, "The policy allows only TCP and UDP.")
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return refuseAddr(address, "This is not an address with a port.")
	}
	if why := p.mindsAddr(HostValue{}, to.Addr()); why != "" {
		return refuseAddr(address, "The address is not public: "+why+".")
	}
	return nil
}

// CheckAddr returns nil if the policy accepts addr, an address of the host with the given name. If the policy rejects
// addr, CheckAddr returns a [*PolicyError]. CheckAddr applies the rules of [Policy.Control], and also accepts the
// ranges that InternalFor lists for the given name. The name may be empty.
func (p Policy) CheckAddr(name string, addr netip.Addr) error {
	if why := p.mindsAddr(ParseHost(name), addr); why != "" {
		return refuseAddr(addr.String(), "The address is not public: "+why+".")
	}
	return nil
}

func refuseAddr(address, message string) error {
	return refuse(address, "dest-internal", message, span(0, len(address)))
}
