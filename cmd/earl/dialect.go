package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/canon"
	"earl.example/internal/neturl"
	"earl.example/reading"
	"earl.example/rfc1808"
	"earl.example/rfc3986"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
	"earl.example/whatwg"
)

type dialectFlag struct{ earl.Dialect }

func (f *dialectFlag) Type() string { return "DIALECT" }

func (f *dialectFlag) Set(s string) error {
	d, err := parseDialect(s)
	if err == nil {
		f.Dialect = d
	}
	return err
}

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
			return d, fmt.Errorf("unknown dialect: did you mean %s? There are %s", other,
				strings.Join(dialectNames(), ", "))
		}
		return d, unknown("dialect", name, dialectNames())
	case release == "" || len(releases) == 0:
		return d, fmt.Errorf("%s has no releases: use --as %s", name, name)
	default:
		return d, unknown("release of "+name, release, releases)
	}
}

// byDefault adds --as to a command, with the named dialect as the default.
func (f *dialectFlag) byDefault(cmd *cobra.Command, name string) {
	if err := f.Set(name); err != nil {
		panic(err)
	}
	cmd.Flags().Var(f, "as", "the `DIALECT`, such as urllib@3.9")
}

// is reports whether d is implemented by the type T.
func is[T reading.Dialect](d earl.Dialect) bool {
	_, ok := d.Options().(T)
	return ok
}

// unsupported returns the error for a dialect that cmd does not support. names are the supported dialects.
func (f *dialectFlag) unsupported(cmd *cobra.Command, names ...string) error {
	if cmd.Flags().Lookup("profile") != nil {
		if _, err := canon.ParseProfile(f.Name()); err == nil {
			return fmt.Errorf("--as %s: %s takes no --as but %s: use --profile %s", f, cmd.Name(), names[0], f.Name())
		}
	}
	if len(names) == 1 {
		return fmt.Errorf("--as %s: %s takes only %s: leave out --as", f, cmd.Name(), names[0])
	}
	return fmt.Errorf("--as %s: %s takes only %s", f, cmd.Name(), strings.Join(names, " and "))
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

// onlyFor rejects flags that only the named dialect supports. If given is true, that dialect is chosen, and onlyFor
// accepts the flags.
func (f *dialectFlag) onlyFor(cmd *cobra.Command, name string, given bool, flags ...string) error {
	for _, flag := range flags {
		if cmd.Flags().Changed(flag) && !given {
			return fmt.Errorf("--%s does not apply to %s: add --as %s", flag, f, name)
		}
	}
	return nil
}

// python returns the interpreter for a command that supports urllib and whatwg. For whatwg, ok is false, and the given
// flags are errors, because only urllib supports them.
func (f *dialectFlag) python(cmd *cobra.Command, flags ...string) (py urllib.Python, ok bool, err error) {
	switch options := f.Options().(type) {
	case urllib.Dialect:
		return urllib.Python{Version: options.Version, Codecs: codecs.All{}}, true, nil
	case whatwg.Dialect:
		return py, false, f.onlyFor(cmd, "urllib", false, flags...)
	}
	return py, false, f.unsupported(cmd, "urllib", "whatwg")
}

// dialectOptions has the flags that configure a dialect.
type dialectOptions struct {
	scheme             string      // only for urllib
	noFragments        bool        // only for urllib
	strict             grammarFlag // only for rfc1808
	backwardCompatible bool        // only for rfc3986
}

// addStrict adds --strict. effect is the beginning of its description, such as "reject URLs".
func (o *dialectOptions) addStrict(cmd *cobra.Command, effect string) {
	flag := cmd.Flags().VarPF(&o.strict, "strict", "",
		"rfc1808: "+effect+" that break the `GRAMMAR`, rfc1808 or rfc2068 (--strict=rfc2068)")
	flag.NoOptDefVal = "rfc1808"
}

// A grammarFlag is the value of --strict.
type grammarFlag rfc1808.Grammar

func (g *grammarFlag) Type() string { return "GRAMMAR" }

func (g *grammarFlag) String() string {
	if *g == 0 {
		return ""
	}
	return rfc1808.Grammar(*g).String()
}

func (g *grammarFlag) Set(s string) error {
	for _, grammar := range []rfc1808.Grammar{rfc1808.RFC1808, rfc1808.RFC2068} {
		if s == grammar.String() {
			*g = grammarFlag(grammar)
			return nil
		}
	}
	return errors.New("must be rfc1808 or rfc2068")
}

// configured returns the dialect with the options of o. It rejects flags that the dialect does not support.
func (f *dialectFlag) configured(cmd *cobra.Command, o dialectOptions) (earl.Dialect, error) {
	if err := f.onlyFor(cmd, "urllib", is[urllib.Dialect](f.Dialect), "scheme", "no-fragments"); err != nil {
		return f.Dialect, err
	}
	if err := f.onlyFor(cmd, "rfc3986", is[rfc3986.Dialect](f.Dialect), "backward-compatible"); err != nil {
		return f.Dialect, err
	}
	if err := f.onlyFor(cmd, "rfc1808", is[rfc1808.Dialect](f.Dialect), "strict"); err != nil {
		return f.Dialect, err
	}
	switch options := f.Options().(type) {
	case urllib.Dialect:
		options.Scheme, options.NoFragments = o.scheme, o.noFragments
		return f.WithOptions(options), nil
	case rfc3986.Dialect:
		options.BackwardCompatible = o.backwardCompatible
		return f.WithOptions(options), nil
	case rfc1808.Dialect:
		options.Strict = rfc1808.Grammar(o.strict)
		return f.WithOptions(options), nil
	}
	return f.Dialect, nil
}

// validating returns d. If d is rfc1808, which accepts every text by default, validating sets its option to reject
// texts that do not match the grammar of RFC 1808.
func validating(d earl.Dialect) earl.Dialect {
	if options, ok := d.Options().(rfc1808.Dialect); ok {
		options.Strict = rfc1808.RFC1808
		return d.WithOptions(options)
	}
	return d
}

// plusIsSpace reports whether d reads "+" in a query as a space.
func plusIsSpace(d earl.Dialect) bool {
	return is[urllib.Dialect](d) || is[whatwg.Dialect](d) || is[neturl.Dialect](d)
}
