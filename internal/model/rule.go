package model

import "earl.example/urlerr"

// Rule returns a rule that URLs can break. The section is a function, class or error of the program. Its documentation
// is at the address.
func Rule(section, address, name, example string, kind urlerr.Kind) urlerr.Rule {
	return urlerr.Rule{Name: name, Section: section, Address: address, Example: example, Kind: kind}
}
