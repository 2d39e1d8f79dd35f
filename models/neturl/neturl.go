package neturl

import (
	"strconv"
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
	"earl.example/urlerr"
)

const dialect = "net/url"

// A Dialect models net/url of one release of Go. The zero Dialect models the newest supported release. It implements
// [reading.Releases] and [reading.Resolver].
type Dialect struct {
	// LooseColons accepts several colons in the host of an http or https URL. Go does so in a program whose main module
	// has the go line 1.25 or older, or that runs with GODEBUG=urlstrictcolons=0. Before Go 1.26, it makes no difference.
	LooseColons bool

	line, older uint8 // index into lines; number of patch releases before the newest one of this line
	quirks      quirk
}

// lines lists the newest release of each line of development, newest first. Go 1.20 and its predecessors call the first
// release of a line "1.20". In the model it is "1.20.0", as in later lines.
var lines = model.Releases[model.Release]{
	"1.27.4", "1.26.11", "1.25.14", "1.24.13", "1.23.12", "1.22.12", "1.21.13", "1.20.14", "1.19.13",
}

// A quirk is a set of differences from the newest release.
type quirk uint8

const (
	pathAsHost  quirk = 1 << iota // String writes a path such as //h after a scheme without an authority
	keepSlash                     // ".." never removes the slash after it
	colonsOnce                    // every scheme allows only one colon
	manyColons                    // no scheme does
	dropFront                     // text before a bracket is ignored
	noMapped                      // the IPv6 address must not be an IPv4-mapped one
	anyBrackets                   // brackets enclose any text, at the beginning of the host only
	dropOpaque                    // a reference without a path removes the opaque part of the base
)

// quirks lists the releases with each quirk: from <= release < until. 1_25_08 is Go 1.25.8. The comments
// have the issues of github.com/golang/go that ended the quirks.
var quirks = [...]struct {
	quirk
	from, until int
}{
	{pathAsHost, 1_19_00, 1_27_00},  // 78328
	{keepSlash, 1_19_00, 1_25_13},   // 80494
	{keepSlash, 1_26_00, 1_26_06},   // 80494
	{colonsOnce, 1_26_00, 1_26_02},  // 78077
	{manyColons, 1_19_00, 1_26_00},  // 75223
	{dropFront, 1_24_08, 1_25_00},   // 77578
	{dropFront, 1_25_02, 1_25_08},   // 77578
	{dropFront, 1_26_00, 1_26_01},   // 77578
	{noMapped, 1_24_08, 1_24_10},    // 75815
	{noMapped, 1_25_02, 1_25_04},    // 75815
	{anyBrackets, 1_19_00, 1_24_08}, // 75678
	{anyBrackets, 1_25_00, 1_25_02}, // 75678
	{dropOpaque, 1_19_00, 1_23_00},  // 66084
}

func (d Dialect) has(q quirk) bool { return d.quirks&q != 0 }

// Read sets r to the reading of url: scheme, User, Hostname(), Port(), EscapedPath(), RawQuery and EscapedFragment() of
// the URL that url.Parse returns. The user name and the password are decoded. The path of an opaque URL is Opaque.
func (d Dialect) Read(r *reading.Reading, url string) {
	p, ok := model.Parse(r, url, d.parse)
	if !ok {
		return
	}
	var w model.Writer
	href := p.write(&w, d.quirks)
	if strings.HasPrefix(p.host, "[") || strings.HasSuffix(p.host, ":") {
		// the input also has brackets or an empty port, so its spans differ even if the text is the same
		values, in := r.Accept(w.String(), href)
		*values, *in = w.At, p.in
		return
	}
	w.Accept(r, href, &p.in)
}

// CanParse reports whether url.Parse accepts url.
func (d Dialect) CanParse(url string) bool {
	_, err := d.parse(url)
	return err == nil
}

// Resolve returns the text of the URL that URL.ResolveReference returns.
func (d Dialect) Resolve(base, ref string) (string, error) {
	b, r, err := model.ParseBoth(d.parse, base, ref)
	if err != nil {
		return "", err
	}
	u := b.resolve(r.url, d.quirks)
	var w model.Writer
	href := u.write(&w, d.quirks)
	return w.String()[:href], nil
}

// Release returns the release, such as "1.27.4", or "1.27.4+go1.25" if LooseColons makes a difference.
func (d Dialect) Release() string {
	minor, patch := d.version()
	name := "1." + strconv.Itoa(minor) + "." + strconv.Itoa(patch)
	if d.LooseColons && !d.has(manyColons) {
		name += "+go1.25"
	}
	return name
}

// version returns 27 and 4 for the release 1.27.4.
func (d Dialect) version() (minor, patch int) {
	line, newest, _ := strings.Cut(strings.TrimPrefix(string(lines[d.line]), "1."), ".")
	minor, _ = strconv.Atoi(line)
	patch, _ = strconv.Atoi(newest)
	return minor, patch - int(d.older)
}

// Releases returns the newest supported release of each line of development, oldest first. At accepts all releases.
func (d Dialect) Releases() []string { return lines.Names() }

// At returns the dialect for a release, such as "1.25.7". The name of a line, such as "1.25", is its newest release.
// The suffix "+go1.25" is the go line of the main module. An older go line, such as "+go1.21", has the same meaning.
// For an unknown release, At returns an error of kind [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	name, goLine, hasLine := strings.Cut(release, "+go1.")
	goMinor, err := strconv.ParseUint(goLine, 10, 8)
	for line := range lines {
		d := Dialect{line: uint8(line)}
		minor, patch := d.version()
		if hasLine && (err != nil || int(goMinor) > minor) {
			continue // a release of Go does not compile a module with a newer go line
		}
		for ; int(d.older) <= patch; d.older++ {
			if strings.HasPrefix(d.Release()+".", name+".") {
				d.quirks = quirksOf(1_00_00 + minor*100 + patch - int(d.older))
				d.LooseColons = hasLine && goMinor <= 25 && !d.has(manyColons)
				return d, nil
			}
		}
	}
	_, err = lines.Find(dialect, release)
	return nil, err
}

// quirksOf returns the quirks of a release. 1_25_08 is Go 1.25.8.
func quirksOf(release int) (all quirk) {
	for _, q := range quirks {
		if q.from <= release && release < q.until {
			all |= q.quirk
		}
	}
	return all
}

const (
	page    = "https://pkg.go.dev/net/url#Parse"
	invalid = "invalid character %c in %i"
	encoded = "percent-encode it as %e"
)

// The rules that a URL can break. The example of each rule breaks it in the newest release.
var (
	ruleControl = cite.Help("Parse", page, "control character", "http://h/\n", urlerr.BadText, invalid, encoded)
	ruleScheme  = cite.Help("Parse", page, "scheme", ":a", urlerr.BadScheme, "missing scheme",
		`write one such as "https:"`)
	ruleColon = cite.Help("Parse", page, "colon in the first segment of a path", "a b:c", urlerr.BadPath, invalid,
		encoded)
	ruleUserinfo = cite.Help("Parse", page, "userinfo", "http://a|b@h/", urlerr.BadUserinfo, invalid, encoded)
	ruleEscape   = cite.Help("Parse", page, "percent-escape", "http://h/%zz", urlerr.BadEscape,
		"invalid percent-encoding in %i", `write a literal "%" as %25`)
	ruleHost  = cite.Help("Parse", page, "host", "http://a b/", urlerr.BadHost, invalid, "remove it")
	ruleASCII = cite.Help("Parse", page, "percent-escape of ASCII in a host", "http://%41/", urlerr.BadEscape,
		"percent-encoded ASCII in %i", "remove the escape, or reject the URL")
	ruleAddress = cite.Help("Parse", page, "IPv6 address", "http://[evil.com]/", urlerr.BadHost,
		"invalid IPv6 address in %i", "only an IPv6 address may be in brackets")
	rulePort = cite.Help("Parse", page, "port", "http://h:x/", urlerr.BadPort, "invalid port", "use digits only")
)
