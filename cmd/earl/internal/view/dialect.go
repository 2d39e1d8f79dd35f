package view

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"earl.example"
	"earl.example/canon"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/reading"
	"earl.example/urlerr"
)

// ParseDialect returns the named dialect. Its errors list the known dialects or releases.
func ParseDialect(s string) (earl.Dialect, error) {
	d, err := earl.ParseDialect(s)
	if err == nil {
		return d, nil
	}
	name, release, _ := strings.Cut(s, "@")
	d, unknownName := earl.ParseDialect(name)
	switch releases := d.Releases(); {
	case unknownName != nil && strings.ContainsAny(s, ":/\\"):
		return d, errors.New("not a dialect: write " + cli.Alternatives(DialectNames()) + " after --as, then the URL")
	case unknownName != nil:
		if other := cli.Habit("dialect", strings.ToLower(name)); other != "" {
			return d, cli.Suggestion("unknown dialect", other, DialectNames(), "")
		}
		return d, cli.Unknown("dialect", name, DialectNames())
	case len(releases) == 0:
		return d, fmt.Errorf("%s has no releases: use --as %s", name, name)
	default:
		return d, cli.Unknown("release of "+name, release, releases)
	}
}

// DialectChoices returns the dialects with their releases, for the completion.
func DialectChoices() (all []string) {
	for _, d := range earl.Dialects() {
		all = append(all, d.Name()+"\t"+d.About())
		for _, release := range d.Releases() {
			all = append(all, d.Name()+"@"+release)
		}
	}
	return all
}

// ResolvingNames returns the dialects that resolve references.
func ResolvingNames() []string {
	return slices.DeleteFunc(DialectNames(), func(name string) bool {
		return Resolving("", earl.MustParseDialect(name)) != nil
	})
}

// DialectNames returns the names of the dialects.
func DialectNames() []string { return cli.NamesOf(earl.Dialects(), earl.Dialect.Name) }

// Resolving returns an error if a dialect does not resolve references. The error begins with the given flag, which
// needs resolution.
func Resolving(flag string, dialects ...earl.Dialect) error {
	for _, d := range dialects {
		if _, ok := d.Options().(reading.Resolver); !ok && !d.IsZero() {
			return fmt.Errorf("%s: %s does not resolve references: resolve them with earl join --as DIALECT, such as urllib",
				flag, d)
		}
	}
	return nil
}

// PlusIsSpace reports whether d reads "+" in a query as a space.
func PlusIsSpace(d earl.Dialect) bool {
	return slices.Contains([]string{"urllib", "whatwg", "net/url"}, d.Name())
}

// ParseProfile returns the named profile. Its errors list the known profiles.
func ParseProfile(s string) (canon.Profile, error) {
	p, err := canon.ParseProfile(s)
	name, _, _ := strings.Cut(strings.ReplaceAll(s, "@", "+"), "+")
	if e, ok := errors.AsType[*urlerr.Error](err); ok && slices.Contains(ProfileNames(), name) {
		return p, errors.New(e.Rule.Name)
	}
	if err != nil {
		return p, cli.Unknown("profile", s, ProfileNames())
	}
	return p, nil
}

// Profiles returns all profiles, as canon.ParseProfile accepts them.
func Profiles() []string { return cli.NamesOf(canon.Profiles(), canon.Profile.String) }

// ProfileNames returns the names of the profiles of version 1, for messages. It omits "w3lib@2", because redaction
// would mask a list with an "@".
func ProfileNames() []string {
	return slices.DeleteFunc(Profiles(), func(name string) bool { return strings.Contains(name, "@") })
}
