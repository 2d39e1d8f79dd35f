package reading

// A HostKind is the kind of a host. All packages use the same kinds.
type HostKind uint8

// The kinds of hosts.
const (
	NoHost        HostKind = iota // no host, as in mailto:a@b
	HostEmpty                     // the empty host, as in file:///p
	HostName                      // a name: a domain of the URL Standard, or a reg-name of RFC 3986
	HostOpaque                    // an opaque host of the URL Standard: any text, as the scheme is not special
	HostIPv4                      // an IPv4 address
	HostIPv6                      // an IPv6 address
	HostIPvFuture                 // an IPvFuture of RFC 3986, as in [v7.x]
)

var hostKinds = [...]string{"none", "empty", "name", "opaque", "ipv4", "ipv6", "ipvfuture"}

// String returns the name of k, such as "ipv4".
func (k HostKind) String() string {
	if int(k) < len(hostKinds) {
		return hostKinds[k]
	}
	return "host kind out of range"
}
