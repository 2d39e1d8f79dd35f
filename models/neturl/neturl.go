package neturl

import (
	_ "embed" // embeds the rules
	"go/version"
	"strconv"
	"strings"

	"earl.example/internal/cite"
	"earl.example/internal/model"
	"earl.example/reading"
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

// quirks lists the releases with each quirk: from <= release < until. An empty from precedes all releases. The comments
// have the issues of github.com/golang/go that ended the quirks.
var quirks = [...]struct {
	quirk
	from, until string
}{
	{pathAsHost, "", "go1.27.0"},          // 78328
	{keepSlash, "", "go1.25.13"},          // 80494
	{keepSlash, "go1.26.0", "go1.26.6"},   // 80494
	{colonsOnce, "go1.26.0", "go1.26.2"},  // 78077
	{manyColons, "", "go1.26.0"},          // 75223
	{dropFront, "go1.24.8", "go1.25.0"},   // 77578
	{dropFront, "go1.25.2", "go1.25.8"},   // 77578
	{dropFront, "go1.26.0", "go1.26.1"},   // 77578
	{noMapped, "go1.24.8", "go1.24.10"},   // 75815
	{noMapped, "go1.25.2", "go1.25.4"},    // 75815
	{anyBrackets, "", "go1.24.8"},         // 75678
	{anyBrackets, "go1.25.0", "go1.25.2"}, // 75678
	{dropOpaque, "", "go1.23.0"},          // 66084
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
	line, patch := d.version()
	name := line + "." + strconv.Itoa(patch)
	if d.LooseColons && !d.has(manyColons) {
		name += "+go1.25"
	}
	return name
}

// version returns "1.27" and 4 for the release 1.27.4.
func (d Dialect) version() (line string, patch int) {
	newest := lines.Name(d.line)
	line = strings.TrimPrefix(version.Lang("go"+newest), "go")
	patch, _ = strconv.Atoi(newest[len(line)+len("."):])
	return line, patch - int(d.older)
}

// Releases returns the newest supported release of each line of development, oldest first. At accepts all releases.
func (d Dialect) Releases() []string { return lines.Names() }

// At returns the dialect for a release, such as "1.25.7". The name of a line, such as "1.25", is its newest release.
// The suffix "+go1.25" is the go line of the main module. An older go line, such as "+go1.21", has the same meaning.
// For an unknown release, At returns an error of kind [urlerr.UnknownName].
func (d Dialect) At(release string) (reading.Dialect, error) {
	name, goLine, hasLine := strings.Cut(release, "+")
	for i, newest := range lines {
		if hasLine && (version.Lang(goLine) != goLine || version.Compare(goLine, "go"+string(newest)) > 0) {
			continue // a release of Go does not compile a module with a newer go line
		}
		d := Dialect{line: uint8(i)}
		for _, patch := d.version(); int(d.older) <= patch; d.older++ {
			if own := d.Release(); strings.HasPrefix(own+".", name+".") {
				for _, q := range quirks {
					if version.Compare(q.from, "go"+own) <= 0 && version.Compare("go"+own, q.until) < 0 {
						d.quirks |= q.quirk
					}
				}
				d.LooseColons = hasLine && version.Compare(goLine, "go1.26") < 0 && !d.has(manyColons)
				return d, nil
			}
		}
	}
	_, err := lines.Find(dialect, release)
	return nil, err
}

//go:embed rules.tsv
var rulesText string

// rules has the rules that a URL can break. The example of each rule breaks it in the newest release.
var rules = cite.ParseTable(rulesText, nil)

var (
	ruleControl  = *rules.Named("control character")
	ruleScheme   = *rules.Named("scheme")
	ruleColon    = *rules.Named("colon in the first segment of a path")
	ruleUserinfo = *rules.Named("userinfo")
	ruleEscape   = *rules.Named("percent-escape")
	ruleHost     = *rules.Named("host")
	ruleASCII    = *rules.Named("percent-escape of ASCII in a host")
	ruleAddress  = *rules.Named("IPv6 address")
	rulePort     = *rules.Named("port")
)
