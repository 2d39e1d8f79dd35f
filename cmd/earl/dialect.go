package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/urlerr"
	"earl.example/urllib"
	"earl.example/urllib/codecs"
)

// A dialectFlag is the value of --as.
type dialectFlag struct{ earl.Dialect }

func (f *dialectFlag) Type() string { return "DIALECT" }

func (f *dialectFlag) Set(s string) error {
	d, err := earl.ParseDialect(s)
	if err != nil {
		if e, ok := errors.AsType[*urlerr.Error](err); ok {
			return errors.New(e.Rule.Name)
		}
		return err
	}
	f.Dialect = d
	return nil
}

// byDefault adds --as to a command, whose default it is.
func (f *dialectFlag) byDefault(cmd *cobra.Command, name string) {
	if err := f.Set(name); err != nil {
		panic(err)
	}
	cmd.Flags().Var(f, "as", "the `DIALECT` to work by, such as urllib@3.9; see earl dialects")
}

// mustBe rejects dialects that a command does not support.
func (f *dialectFlag) mustBe(cmd *cobra.Command, names ...string) error {
	if !slices.Contains(names, f.Name()) {
		return fmt.Errorf("--as %s: %s works by %s only", f, cmd.Name(), strings.Join(names, " and "))
	}
	return nil
}

// onlyFor rejects flags that only the named dialect supports.
func (f *dialectFlag) onlyFor(cmd *cobra.Command, name string, flags ...string) error {
	for _, flag := range flags {
		if cmd.Flags().Changed(flag) && f.Name() != name {
			return fmt.Errorf("--%s is for --as %s, not for %s", flag, name, f)
		}
	}
	return nil
}

// python returns the interpreter for a command that supports urllib and whatwg. ok is false for whatwg. The flags are
// for urllib only.
func (f *dialectFlag) python(cmd *cobra.Command, flags ...string) (py urllib.Python, ok bool, err error) {
	if err := f.mustBe(cmd, "urllib", "whatwg"); err != nil {
		return py, false, err
	}
	py, ok = f.Python()
	py.Codecs = codecs.All{}
	return py, ok, f.onlyFor(cmd, "urllib", flags...)
}

// dialectOptions are the flags that configure a dialect.
type dialectOptions struct {
	scheme             string // urllib
	noFragments        bool   // urllib
	strict             bool   // rfc1808
	backwardCompatible bool   // rfc3986
}

// configured returns the dialect with the options of o. It rejects flags that the dialect does not support.
func (f *dialectFlag) configured(cmd *cobra.Command, o dialectOptions) (earl.Dialect, error) {
	if err := f.onlyFor(cmd, "urllib", "scheme", "no-fragments"); err != nil {
		return f.Dialect, err
	}
	if err := f.onlyFor(cmd, "rfc3986", "backward-compatible"); err != nil {
		return f.Dialect, err
	}
	if cmd.Flags().Changed("strict") && !hasGrammar(f.Dialect) {
		return f.Dialect, fmt.Errorf("--strict is for --as rfc1808 and rfc2068, not for %s", f)
	}
	opt := earl.ParseOptions{DefaultScheme: o.scheme, NoFragments: o.noFragments, Strict: o.strict}
	return f.Configured(opt, o.backwardCompatible), nil
}

// validating returns d with the option to reject what its grammar does not allow, if d accepts any text otherwise.
func validating(d earl.Dialect) earl.Dialect {
	return d.Configured(earl.ParseOptions{Strict: hasGrammar(d)}, false)
}

// hasGrammar reports whether d accepts any text, but has a grammar of what is valid.
func hasGrammar(d earl.Dialect) bool { return d.Name() == "rfc1808" || d.Name() == "rfc2068" }

// plusIsSpace reports whether d reads "+" in a query as a space.
func plusIsSpace(d earl.Dialect) bool {
	return slices.Contains([]string{"urllib", "whatwg", "net/url"}, d.Name())
}
