package literal

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// A URL implements the interface URL (§6.1), including its query object.
type URL struct {
	Record
	standard *Standard
}

// New implements the constructor "new URL(url, base)". It returns nil for failure. A nil base means that there is no
// base.
func (s *Standard) New(url string, base *string) *URL {
	var parsedBase *Record
	if base != nil {
		if parsedBase, _ = s.Parse(*base, nil); parsedBase == nil {
			return nil
		}
	}
	record, _ := s.Parse(url, parsedBase)
	if record == nil {
		return nil
	}
	return &URL{*record, s}
}

// Origin returns the serialization of the origin (§4.7).
func (u *URL) Origin() string {
	switch u.Scheme {
	case "blob":
		pathURL, _ := u.standard.Parse(u.pathString(), nil)
		if pathURL == nil {
			return "null"
		}
		switch pathURL.Scheme {
		case "http", "https", "file":
			return (&URL{*pathURL, u.standard}).Origin()
		}
	case "ftp", "http", "https", "ws", "wss":
		return u.Scheme + "://" + u.HostPort()
	}
	return "null"
}

// Protocol is the getter protocol.
func (u *URL) Protocol() string { return u.Scheme + ":" }

// HostPort is the getter host.
func (u *URL) HostPort() string {
	switch {
	case u.Host == nil:
		return ""
	case u.Record.Port == nil:
		return u.Host.String()
	}
	return u.Host.String() + ":" + strconv.Itoa(int(*u.Record.Port))
}

// Hostname is the getter hostname.
func (u *URL) Hostname() string {
	if u.Host == nil {
		return ""
	}
	return u.Host.String()
}

// PortString is the getter port.
func (u *URL) PortString() string {
	if u.Port == nil {
		return ""
	}
	return strconv.Itoa(int(*u.Port))
}

// Pathname is the getter pathname.
func (u *URL) Pathname() string { return u.pathString() }

// Search is the getter search.
func (u *URL) Search() string {
	if u.Query == nil || *u.Query == "" {
		return ""
	}
	return "?" + *u.Query
}

// Hash is the getter hash.
func (u *URL) Hash() string {
	if u.Fragment == nil || *u.Fragment == "" {
		return ""
	}
	return "#" + *u.Fragment
}

// SetHref is the setter href. It returns false if the setter throws.
func (u *URL) SetHref(value string) bool {
	v := u.standard.New(value, nil)
	if v == nil {
		return false
	}
	*u = *v
	return true
}

// SetProtocol is the setter protocol.
func (u *URL) SetProtocol(value string) { u.standard.parseInto(&u.Record, value+":", schemeStart) }

// SetUsername is the setter username.
func (u *URL) SetUsername(value string) {
	if !u.cannotHaveUsernamePasswordPort() {
		points, _ := scalars(value)
		u.Username = percentEncode(points, userinfoSet, false)
	}
}

// SetPassword is the setter password.
func (u *URL) SetPassword(value string) {
	if !u.cannotHaveUsernamePasswordPort() {
		points, _ := scalars(value)
		u.Password = percentEncode(points, userinfoSet, false)
	}
}

// SetHost is the setter host.
func (u *URL) SetHost(value string) {
	if !u.Opaque {
		u.standard.parseInto(&u.Record, value, host)
	}
}

// SetHostname is the setter hostname.
func (u *URL) SetHostname(value string) {
	if !u.Opaque {
		u.standard.parseInto(&u.Record, value, hostname)
	}
}

// SetPort is the setter port.
func (u *URL) SetPort(value string) {
	switch {
	case u.cannotHaveUsernamePasswordPort():
	case value == "":
		u.Port = nil
	default:
		u.standard.parseInto(&u.Record, value, port)
	}
}

// SetPathname is the setter pathname.
func (u *URL) SetPathname(value string) {
	if !u.Opaque {
		u.Path = nil
		u.standard.parseInto(&u.Record, value, pathStart)
	}
}

// SetSearch is the setter search.
func (u *URL) SetSearch(value string) {
	if value == "" {
		u.Query = nil
		return
	}
	u.Query = new("")
	u.standard.parseInto(&u.Record, strings.TrimPrefix(value, "?"), query)
}

// SetHash is the setter hash.
func (u *URL) SetHash(value string) {
	if value == "" {
		u.Fragment = nil
		return
	}
	u.Fragment = new("")
	u.standard.parseInto(&u.Record, strings.TrimPrefix(value, "#"), fragment)
}

// A Pair is a tuple of name and value.
type Pair struct{ Name, Value string }

// ParseForm implements the application/x-www-form-urlencoded string parser (§5.1).
func ParseForm(input string) []Pair {
	points, _ := scalars(input)
	var output []Pair
	for _, bytes := range strings.Split(string(points), "&") {
		if bytes == "" {
			continue
		}
		name, value, _ := strings.Cut(bytes, "=")
		output = append(output, Pair{formDecode(name), formDecode(value)})
	}
	return output
}

func formDecode(s string) string {
	points, _ := utf8Decode(percentDecode(strings.ReplaceAll(s, "+", " ")))
	return string(points)
}

// SerializeForm implements the application/x-www-form-urlencoded serializer (§5.2).
func SerializeForm(tuples []Pair) string {
	output := ""
	for _, tuple := range tuples {
		name, _ := scalars(tuple.Name)
		value, _ := scalars(tuple.Value)
		if output != "" {
			output += "&"
		}
		output += percentEncode(name, formSet, true) + "=" + percentEncode(value, formSet, true)
	}
	return output
}

// Params returns the list of pairs of the query object.
func (u *URL) Params() []Pair {
	if u.Query == nil {
		return nil
	}
	return ParseForm(*u.Query)
}

// Update implements the "update" steps of URLSearchParams (§6.2) for a query object with the given list.
func (u *URL) Update(list []Pair) {
	u.Query = nil
	if serialized := SerializeForm(list); serialized != "" {
		u.Query = &serialized
	}
}

// Sorted implements the method sort of URLSearchParams on a copy of list.
func Sorted(list []Pair) []Pair {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Pair) int {
		return slices.Compare(utf16.Encode([]rune(a.Name)), utf16.Encode([]rune(b.Name)))
	})
	return list
}
