package urlerr

import (
	"fmt"
	"net/netip"
	"strings"

	"earl.example/internal/text/ascii"
)

// advice returns the correction of a text that people often take for a URL, or "": a password with a delimiter, an IPv6
// address without brackets, a list of hosts, and an address of scp.
func (e *Error) advice() string {
	switch e.Rule.Kind {
	case BadScheme, BadUserinfo, BadHost, BadPort, BadPath:
	default:
		return ""
	}
	n := strings.Index(e.Input, "//")
	if n >= 0 && e.Rule.Kind == BadScheme {
		return ""
	}
	if n < 0 {
		user, rest, _ := strings.Cut(e.Input, "@")
		host, path, ok := strings.Cut(rest, ":")
		if ok && user != "" && ascii.All(user+host, ascii.Unreserved) && strings.Contains(path, "/") {
			return "this is an address of scp, not a URL: write ssh:// before it, and / instead of the colon"
		}
		return ""
	}
	rest := e.Input[n+len("//"):]
	end := ascii.IndexFrom(rest, 0, ascii.AuthorityEnd)
	authority := rest[:end]
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	user, last, colon := strings.Cut(authority, ":")
	switch {
	case host == authority && colon && last != "" && (user == "" || !ascii.All(last, ascii.Digit)) &&
		strings.Contains(rest[end:], "@"):
		return `if this is a password, percent-encode "` + rest[end:end+1] + `" in it as %` + fmt.Sprintf("%02X", rest[end])
	case strings.Count(authority, "@") > 1 && e.Rule.Kind != BadPath:
		at := e.Offset - n - len("//")
		if at < 0 || at >= end || authority[at] == '@' || ascii.Is(authority[at], ascii.UserinfoChar|ascii.NonASCII) {
			return `percent-encode "@" in the userinfo as %40`
		}
		return `percent-encode this character and "@" in the userinfo`
	case strings.Contains(host, ",") && strings.Contains(host, ":"):
		return "a URL has one host: write a URL for each of them"
	case strings.Count(host, ":") > 1 && !strings.Contains(host, "[") && !strings.Contains(rest[end:], "@"):
		if addr, err := netip.ParseAddr(host); err == nil && addr.Is6() && addr.Zone() == "" {
			return "write the IPv6 address in brackets, as in [" + host + "]"
		}
	}
	return ""
}
