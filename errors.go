package earl

import "earl.example/urlerr"

// The vocabulary of errors is that of package urlerr, whose names are repeated
// here. [errors.As] with an [*Error] and [errors.Is] with a [Kind] work on the
// errors of every dialect.
type (
	// An Error says what is wrong with an input and where.
	Error = urlerr.Error
	// A Kind is the coarse reason of an error.
	Kind = urlerr.Kind
	// A Component is the part of a URL that an error is about.
	Component = urlerr.Component
	// A Rule is one requirement of a specification.
	Rule = urlerr.Rule
)

// The kinds of errors.
const (
	BadScheme   = urlerr.BadScheme
	BadUserinfo = urlerr.BadUserinfo
	BadHost     = urlerr.BadHost
	BadPort     = urlerr.BadPort
	BadPath     = urlerr.BadPath
	BadQuery    = urlerr.BadQuery
	BadFragment = urlerr.BadFragment
	BadEscape   = urlerr.BadEscape
	BadText     = urlerr.BadText
	UnknownName = urlerr.UnknownName
	BadValue    = urlerr.BadValue
	NoBase      = urlerr.NoBase
	TooLong     = urlerr.TooLong
)

// The components of a URL.
const (
	NoComponent = urlerr.NoComponent
	Scheme      = urlerr.Scheme
	Authority   = urlerr.Authority
	Userinfo    = urlerr.Userinfo
	Username    = urlerr.Username
	Password    = urlerr.Password
	Host        = urlerr.Host
	Port        = urlerr.Port
	Path        = urlerr.Path
	Params      = urlerr.Params
	Query       = urlerr.Query
	Fragment    = urlerr.Fragment
)

// Message returns an error in the words of its dialect: for urllib exactly the
// text that CPython's exception has. Unlike err.Error() it may quote the
// input, passwords included. Errors of no dialect give their own text.
func Message(err error) string {
	if text, ok := pythonText(err); ok {
		return text
	}
	return err.Error()
}
