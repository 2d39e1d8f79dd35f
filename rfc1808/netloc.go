package rfc1808

import (
	"log/slog"
	"strings"

	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// A Login is a net_loc taken apart as RFC 1738 §3.1 has it, "user:password@host:port",
// where all but the host may be absent. Nothing is decoded.
type Login struct {
	User, Password, Host, Port    string
	HasUser, HasPassword, HasPort bool
}

// LogValue gives the login to log/slog as it stands in a URL, with "***" for what
// [urlerr.Redact] takes for a password.
func (l Login) LogValue() slog.Value {
	const slashes = "//" // they say that no scheme comes first
	text := slashes + l.User
	if l.HasPassword {
		text += ":" + l.Password
	}
	if l.HasUser {
		text += "@"
	}
	text += l.Host
	if l.HasPort {
		text += ":" + l.Port
	}
	return slog.StringValue(strings.TrimPrefix(urlerr.Redact(text), slashes))
}

// Login takes the net_loc of u apart. That is no part of §2.4, and it has no
// error either: the last "@" ends the login, the first colon in it the user, and
// a port is the digits behind the last colon, or nothing.
func (u URL) Login() (l Login) {
	netLoc, _ := u.NetLoc()
	if at := strings.LastIndexByte(netLoc, '@'); at >= 0 {
		l.User, l.Password, l.HasPassword = strings.Cut(netLoc[:at], ":")
		l.HasUser = true
		netLoc = netLoc[at+1:]
	}
	l.Host = netLoc
	if colon := strings.LastIndexByte(netLoc, ':'); colon >= 0 && ascii.All(netLoc[colon+1:], ascii.Digit) {
		l.Host, l.Port, l.HasPort = netLoc[:colon], netLoc[colon+1:], true
	}
	return l
}

// Userinfo returns the net_loc up to its last "@", user and password as they
// stand, and whether there is one.
func (u URL) Userinfo() (userinfo string, ok bool) {
	netLoc, _ := u.NetLoc()
	at := strings.LastIndexByte(netLoc, '@')
	if at < 0 {
		return "", false
	}
	return netLoc[:at], true
}
