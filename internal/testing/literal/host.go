package literal

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A HostKind is the kind of a host (§3.1).
type HostKind int

// The kinds of host. A null host is a nil *Host.
const (
	EmptyHost HostKind = iota
	Domain
	IPv4
	IPv6
	OpaqueHost
)

// A Host is a host (§3.1).
type Host struct {
	Kind HostKind
	Name string // text of a domain or an opaque host
	IPv4 uint32
	IPv6 [8]uint16
}

// A text is a part of the input. offsets holds the offset of each code point, and the offset after the last one.
type text struct {
	points  []rune
	offsets []int
}

func (t text) String() string { return string(t.points) }

// A reporter is a function that receives validation errors.
type reporter func(name string, offset int)

// isForbiddenHost reports whether c is a forbidden host code point (§3.2).
func isForbiddenHost(c rune) bool {
	return c == 0 || strings.ContainsRune("\t\n\r #/:<>?@[\\]^|", c)
}

// isForbiddenDomain reports whether c is a forbidden domain code point (§3.2).
func isForbiddenDomain(c rune) bool {
	return isForbiddenHost(c) || c <= 0x1F || c == '%' || c == 0x7F
}

// parseHost implements the host parser (§3.5). It returns nil for failure.
func (s *Standard) parseHost(input text, isOpaque bool, report reporter) *Host {
	n := len(input.points)
	if n > 0 && input.points[0] == '[' {
		if input.points[n-1] != ']' {
			report("IPv6-unclosed", input.offsets[n])
			return nil
		}
		return parseIPv6(text{input.points[1 : n-1], input.offsets[1:n]}, report)
	}
	if isOpaque {
		return parseOpaqueHost(input, report)
	}
	start := input.offsets[0]
	if containsPercentEncodedByte(input.points) {
		report("domain-percent-encoded", start)
	}
	decoded, _ := utf8Decode(percentDecode(input.String()))
	domain, ok := s.parseDomain(string(decoded), false, func(name string) { report(name, start) })
	if !ok {
		return nil
	}
	if endsInNumber(domain) {
		if !isASCII(string(decoded)) {
			report("IPv4-non-ASCII-input", start)
		}
		return parseIPv4(domain, func(name string) { report(name, start) })
	}
	return &Host{Kind: Domain, Name: domain}
}

// parseDomain implements the domain parser (§3.3).
func (s *Standard) parseDomain(domain string, beStrict bool, report func(name string)) (string, bool) {
	strictResult, ok := s.ToASCII(domain, true)
	if !ok {
		report(domainToASCII)
	}
	if beStrict {
		return strictResult, ok
	}
	var result string
	if isASCII(domain) {
		result = asciiLower(domain)
	} else if result, ok = s.ToASCII(domain, false); !ok {
		return "", false
	}
	if result == "" {
		return "", false
	}
	for _, c := range result {
		if isForbiddenDomain(c) {
			return "", false
		}
	}
	return result, true
}

// ValidDomain reports whether input is a valid domain (§3.4).
func (s *Standard) ValidDomain(input string) bool {
	points, _ := scalars(input)
	domain, ok := s.parseDomain(string(points), true, func(string) {})
	return ok && !endsInNumber(domain)
}

// endsInNumber implements the "ends in a number" checker (§3.5). input must not be empty.
func endsInNumber(input string) bool {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	if last != "" && strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, _, ok := parseIPv4Number(last)
	return ok
}

// parseIPv4 implements the IPv4 parser (§3.5).
func parseIPv4(input string, report func(name string)) *Host {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		report("IPv4-empty-part")
		if len(parts) > 1 {
			parts = parts[:len(parts)-1]
		}
	}
	if len(parts) < 4 {
		report("IPv4-too-few-parts")
	}
	if len(parts) > 4 {
		report("IPv4-too-many-parts")
		return nil
	}
	var numbers []*big.Int
	for _, part := range parts {
		number, validationError, ok := parseIPv4Number(part)
		if !ok {
			report("IPv4-non-numeric-part")
			return nil
		}
		if validationError {
			report("IPv4-non-decimal-part")
		}
		numbers = append(numbers, number)
	}
	above255 := func(n *big.Int) bool { return n.Cmp(big.NewInt(255)) > 0 }
	if slices.ContainsFunc(numbers, above255) {
		report("IPv4-out-of-range-part")
	}
	last := numbers[len(numbers)-1]
	if slices.ContainsFunc(numbers[:len(numbers)-1], above255) {
		return nil
	}
	if last.Cmp(new(big.Int).Exp(big.NewInt(256), big.NewInt(int64(5-len(numbers))), nil)) >= 0 {
		return nil
	}
	ipv4 := last.Uint64()
	for counter, n := range numbers[:len(numbers)-1] {
		ipv4 += n.Uint64() << (8 * (3 - counter))
	}
	return &Host{Kind: IPv4, IPv4: uint32(ipv4)}
}

// parseIPv4Number implements the IPv4 number parser (§3.5).
func parseIPv4Number(input string) (number *big.Int, validationError, ok bool) {
	if input == "" {
		return nil, false, false
	}
	radix := 10
	if len(input) >= 2 && (input[:2] == "0X" || input[:2] == "0x") {
		validationError, input, radix = true, input[2:], 16
	} else if len(input) >= 2 && input[0] == '0' {
		validationError, input, radix = true, input[1:], 8
	}
	if input == "" {
		return new(big.Int), true, true
	}
	for _, c := range input {
		if !isHexDigit(c) || hexValue(c) >= radix {
			return nil, false, false
		}
	}
	number, ok = new(big.Int).SetString(input, radix)
	return number, validationError, ok
}

// An ipv6Parser holds the variables of the IPv6 parser (§3.5).
type ipv6Parser struct {
	text
	report     reporter
	address    [8]uint16
	pieceIndex int
	compress   int // -1 is null
	pointer    int
}

func (p *ipv6Parser) c() rune {
	if p.pointer < len(p.points) {
		return p.points[p.pointer]
	}
	return eof
}

// fail reports an error at the pointer and returns false.
func (p *ipv6Parser) fail(name string) bool {
	p.report(name, p.offsets[min(p.pointer, len(p.points))])
	return false
}

func parseIPv6(input text, report reporter) *Host {
	p := &ipv6Parser{text: input, report: report, compress: -1}
	if !p.run() {
		return nil
	}
	return &Host{Kind: IPv6, IPv6: p.address}
}

func (p *ipv6Parser) run() bool {
	if p.c() == ':' {
		if p.pointer+1 >= len(p.points) || p.points[p.pointer+1] != ':' {
			return p.fail("IPv6-invalid-compression")
		}
		p.pointer += 2
		p.pieceIndex++
		p.compress = p.pieceIndex
	}
	for p.c() != eof {
		if p.pieceIndex == 8 {
			return p.fail("IPv6-too-many-pieces")
		}
		if p.c() == ':' {
			if p.compress >= 0 {
				return p.fail("IPv6-multiple-compression")
			}
			p.pointer++
			p.pieceIndex++
			p.compress = p.pieceIndex
			continue
		}
		value, length := 0, 0
		for length < 4 && isHexDigit(p.c()) {
			value = value*0x10 + hexValue(p.c())
			p.pointer++
			length++
		}
		if p.c() == '.' {
			if length == 0 {
				return p.fail("IPv4-in-IPv6-invalid-code-point")
			}
			p.pointer -= length
			if !p.ipv4() {
				return false
			}
			break
		} else if p.c() == ':' {
			p.pointer++
			if p.c() == eof {
				return p.fail("IPv6-invalid-code-point")
			}
		} else if p.c() != eof {
			return p.fail("IPv6-invalid-code-point")
		}
		if length > 1 && value < 1<<(4*(length-1)) {
			p.fail("IPv6-piece-leading-zero") // parsing continues
		}
		p.address[p.pieceIndex] = uint16(value)
		p.pieceIndex++
	}
	if p.compress >= 0 {
		swaps := p.pieceIndex - p.compress
		p.pieceIndex = 7
		for p.pieceIndex != 0 && swaps > 0 {
			other := p.compress + swaps - 1
			p.address[p.pieceIndex], p.address[other] = p.address[other], p.address[p.pieceIndex]
			p.pieceIndex--
			swaps--
		}
	} else if p.pieceIndex != 8 {
		return p.fail("IPv6-too-few-pieces")
	}
	return true
}

// ipv4 implements the steps of the IPv6 parser for an embedded IPv4 address.
func (p *ipv6Parser) ipv4() bool {
	if p.pieceIndex > 6 {
		return p.fail("IPv4-in-IPv6-too-many-pieces")
	}
	numbersSeen := 0
	for p.c() != eof {
		ipv4Piece := -1
		if numbersSeen > 0 {
			if p.c() == '.' && numbersSeen < 4 {
				p.pointer++
			} else {
				return p.fail("IPv4-in-IPv6-invalid-code-point")
			}
		}
		if !isDigit(p.c()) {
			return p.fail("IPv4-in-IPv6-invalid-code-point")
		}
		for isDigit(p.c()) {
			number := hexValue(p.c())
			switch ipv4Piece {
			case -1:
				ipv4Piece = number
			case 0:
				return p.fail("IPv4-in-IPv6-invalid-code-point")
			default:
				ipv4Piece = ipv4Piece*10 + number
			}
			if ipv4Piece > 255 {
				return p.fail("IPv4-in-IPv6-out-of-range-part")
			}
			p.pointer++
		}
		p.address[p.pieceIndex] = p.address[p.pieceIndex]*0x100 + uint16(ipv4Piece)
		if numbersSeen++; numbersSeen == 2 || numbersSeen == 4 {
			p.pieceIndex++
		}
	}
	if numbersSeen != 4 {
		return p.fail("IPv4-in-IPv6-too-few-parts")
	}
	return true
}

// parseOpaqueHost implements the opaque-host parser (§3.5).
func parseOpaqueHost(input text, report reporter) *Host {
	for i, c := range input.points {
		if isForbiddenHost(c) {
			report("host-invalid-code-point", input.offsets[i])
			return nil
		}
	}
	for i, c := range input.points {
		if !isURLCodePoint(c) && c != '%' {
			report("invalid-URL-unit", input.offsets[i])
			break
		}
	}
	for i, c := range input.points {
		if c == '%' && !isPercentEncodedByte(input.points[i:]) {
			report("invalid-URL-unit", input.offsets[i])
			break
		}
	}
	if len(input.points) == 0 {
		return &Host{}
	}
	return &Host{Kind: OpaqueHost, Name: percentEncode(input.points, c0ControlSet, false)}
}

// String implements the host serializer (§3.6).
func (h *Host) String() string {
	switch h.Kind {
	case IPv4:
		return fmt.Sprintf("%d.%d.%d.%d", h.IPv4>>24, h.IPv4>>16&255, h.IPv4>>8&255, h.IPv4&255)
	case IPv6:
		return "[" + serializeIPv6(h.IPv6) + "]"
	}
	return h.Name
}

// serializeIPv6 implements the IPv6 serializer (§3.6).
func serializeIPv6(address [8]uint16) string {
	output := ""
	compress := compressedPieceIndex(address)
	ignore0 := false
	for pieceIndex := range address {
		if ignore0 && address[pieceIndex] == 0 {
			continue
		}
		ignore0 = false
		if compress == pieceIndex {
			if pieceIndex == 0 {
				output += "::"
			} else {
				output += ":"
			}
			ignore0 = true
			continue
		}
		output += strconv.FormatUint(uint64(address[pieceIndex]), 16)
		if pieceIndex != 7 {
			output += ":"
		}
	}
	return output
}

// compressedPieceIndex implements "find the IPv6 address compressed piece index" (§3.6). It returns -1 for null.
func compressedPieceIndex(address [8]uint16) int {
	longestIndex, longestSize, foundIndex, foundSize := -1, 1, -1, 0
	for pieceIndex := range address {
		if address[pieceIndex] != 0 {
			if foundSize > longestSize {
				longestIndex, longestSize = foundIndex, foundSize
			}
			foundIndex, foundSize = -1, 0
			continue
		}
		if foundIndex < 0 {
			foundIndex = pieceIndex
		}
		foundSize++
	}
	if foundSize > longestSize {
		return foundIndex
	}
	return longestIndex
}
