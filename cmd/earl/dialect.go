package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/canon"
	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

// dialectsOf maps names of programs and languages to dialects.
var dialectsOf = map[string]string{
	"python": "urllib", "urllib.parse": "urllib", "browser": "whatwg", "chrome": "whatwg", "node": "whatwg",
	"requests": "urllib3", "aiohttp": "yarl",
	"curl": "libcurl", "go": "net/url", "golang": "net/url",
	"rfc2068": "rfc1808 with --strict=rfc2068",
}

// parseDialect returns the named dialect. Its errors list the known dialects or releases.
func parseDialect(s string) (earl.Dialect, error) {
	d, err := earl.ParseDialect(s)
	if err == nil {
		return d, nil
	}
	name, release, _ := strings.Cut(s, "@")
	d, unknownName := earl.ParseDialect(name)
	switch releases := d.Releases(); {
	case unknownName != nil && strings.ContainsAny(s, ":/\\"):
		return d, errors.New("not a dialect: write " + alternatives(dialectNames()) + " after --as, then the URL")
	case unknownName != nil:
		if other := dialectsOf[nearest(name, slices.Sorted(maps.Keys(dialectsOf)))]; other != "" {
			return d, suggestion("unknown dialect", other, dialectNames(), "")
		}
		return d, unknown("dialect", name, dialectNames())
	case len(releases) == 0:
		return d, fmt.Errorf("%s has no releases: use --as %s", name, name)
	default:
		return d, unknown("release of "+name, release, releases)
	}
}

// dialectChoices returns the dialects with their releases, for the completion.
func dialectChoices() (all []string) {
	for _, d := range earl.Dialects() {
		all = append(all, cobra.CompletionWithDesc(d.Name(), d.About()))
		for _, release := range d.Releases() {
			all = append(all, d.Name()+"@"+release)
		}
	}
	return all
}

// resolvingNames returns the dialects that resolve references.
func resolvingNames() []string {
	return slices.DeleteFunc(dialectNames(), func(name string) bool {
		return resolving("", earl.MustParseDialect(name)) != nil
	})
}

func dialectNames() []string { return namesOf(earl.Dialects(), earl.Dialect.Name) }

// supported returns the dialects that --as of a command accepts. The default comes first.
func supported(cmd *cobra.Command) []string {
	if f := cmd.Flags().Lookup("as"); f != nil {
		return f.Annotations[dialectKey]
	}
	return nil
}

// checkDialect returns an error if cmd does not support the dialect of --as, or if a flag is for another dialect.
func (s *Given) checkDialect(cmd *cobra.Command) (err error) {
	names, name := supported(cmd), cmd.Name()
	if names == nil || s.dialect.IsZero() || slices.Contains(names, s.dialect.Name()) {
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if only := annotation(f, dialectKey); f.Name != "as" && only != "" && only != s.dialect.Name() {
				err = cmp.Or(err, fmt.Errorf("--%s does not apply to %s: add --as %s", f.Name, s.dialect, only))
			}
		})
		return err
	}
	if len(names) > 2 { // the command resolves references
		return resolving("--as", s.dialect)
	}
	if cmd.Flags().Lookup("profile") != nil {
		if _, err := canon.ParseProfile(s.dialect.Name()); err == nil {
			return fmt.Errorf("--as %s: %s takes no --as but %s: use --profile %[1]s", s.dialect, name, names[0])
		}
	}
	return fmt.Errorf("--as %s: %s takes only %s", s.dialect, name, strings.Join(names, " and "))
}

// resolving returns an error if a dialect does not resolve references. The error begins with the given flag, which
// needs resolution.
func resolving(flag string, dialects ...earl.Dialect) error {
	for _, d := range dialects {
		if _, ok := d.Options().(reading.Resolver); !ok && !d.IsZero() {
			return fmt.Errorf("%s: %s does not resolve references: resolve them with earl join --as DIALECT, such as urllib",
				flag, d)
		}
	}
	return nil
}

// python returns the interpreter for a command that supports urllib and whatwg. For whatwg, ok is false.
func (s *Given) python() (py urllib.Python, ok bool) {
	options, ok := s.dialect.Options().(urllib.Dialect)
	return urllib.Python{Version: options.Version, Codecs: codecs.All{}}, ok
}

// dialectOptions has the options of dialects that flags set.
type dialectOptions struct {
	urllib  urllib.Dialect
	rfc1808 rfc1808.Dialect
}

func (o *dialectOptions) addNoFragments(flags *pflag.FlagSet) {
	flags.BoolVar(&o.urllib.NoFragments, "no-fragments", false,
		`treat "#" as an ordinary character (allow_fragments=False)`)
}

// addStrict adds --strict. effect is the beginning of its description, such as "reject URLs".
func (o *dialectOptions) addStrict(flags *pflag.FlagSet, effect string) {
	declare(flags, dialectKey, "rfc1808", func(flags *pflag.FlagSet) {
		flag := pick(flags, &o.rfc1808.Strict, "strict", "",
			effect+" that break the `GRAMMAR`, rfc1808 or rfc2068 (--strict=rfc2068)", rfc1808.RFC1808, rfc1808.RFC2068)
		flag.NoOptDefVal = "rfc1808"
	})
}

// configure sets the options of a dialect.
func (o *dialectOptions) configure(d *earl.Dialect) {
	switch options := d.Options().(type) {
	case urllib.Dialect:
		o.urllib.Version = options.Version
		*d = d.WithOptions(o.urllib)
	case rfc1808.Dialect:
		*d = d.WithOptions(o.rfc1808)
	}
}

// plusIsSpace reports whether d reads "+" in a query as a space.
func plusIsSpace(d earl.Dialect) bool {
	return slices.Contains([]string{"urllib", "whatwg", "net/url"}, d.Name())
}
