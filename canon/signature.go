package canon

import (
	"slices"
	"strings"

	"earl.example/reading"
	"earl.example/whatwg"
)

func signatureForm(url string) (string, error) {
	u, err := whatwg.Parse(url)
	if err != nil {
		return "", err
	}
	query, hasQuery := u.Query()
	_, hasFragment := u.Fragment()
	if !hasQuery && !hasFragment && !u.HasCredentials() {
		return u.Href(), nil
	}
	var names []string
	for name := range whatwg.ParseForm(query) {
		names = append(names, name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	var b strings.Builder
	b.WriteString(u.Protocol())
	if u.HostKind() != reading.NoHost {
		b.WriteString("//")
		b.WriteString(u.Host())
	} else if strings.HasPrefix(u.Pathname(), "//") {
		b.WriteString("/.") // as in the standard's serializer, §4.5
	}
	b.WriteString(u.Pathname())
	for i, name := range names {
		b.WriteByte("?&"[min(i, 1)])
		if name == "" {
			name = "=" // an empty text would not be a pair
		} else {
			name = whatwg.ComponentSet.Encode(name)
		}
		b.WriteString(name)
	}
	return b.String(), nil
}
