// Package cross has tests that compare several packages: the hosts of models with the addresses that clients reach,
// conversions between net/url and the dialects, the resolution of references in all dialects, and the secrets that
// errors of any dialect hide.
package cross
