// Package disagree finds URLs on which two dialects read different hosts.
package disagree

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"earl.example"
	"earl.example/audit"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
)

// A Search looks for URLs on which two dialects read different hosts. The same fields give the same URLs.
type Search struct {
	Dialects [2]earl.Dialect
	Seed     uint64
	Tries    int // the number of URLs to build

	verdicts [2]audit.Verdict
}

// A rank is the importance of a disagreement: a sum of these constants. Zero means that there is no disagreement,
// because the hosts are equal or one dialect rejects the URL.
type rank int

const (
	plain   rank = 1 << iota // the hosts are addresses, or names of letters, digits, "." and "-"
	private                  // a host is not public
	address                  // a host is an address
	oneHost                  // one dialect reads a host
	twoHosts
)

// rank compares the hosts that the dialects read.
func (s *Search) rank(url string) rank {
	for i, d := range s.Dialects {
		s.verdicts[i].Dialect = d
		if d.Read(&s.verdicts[i].Reading, url); s.verdicts[i].Reading.Err() != nil {
			return 0
		}
	}
	a, _ := s.verdicts[0].Reading.Host()
	b, _ := s.verdicts[1].Reading.Host()
	x, aHost, aElsewhere := s.danger(0)
	y, bHost, bElsewhere := s.danger(1)
	switch {
	case aHost == bHost, aHost == bElsewhere && a != "", bHost == aElsewhere && b != "":
		return 0
	case a == "":
		return oneHost + y
	case b == "":
		return oneHost + x
	}
	if x == 0 || y == 0 {
		return twoHosts + max(x, y)&^plain
	}
	return twoHosts + max(x, y)
}

// danger returns the part of a rank that depends on the host of dialect i, and the hosts to which its program connects.
// It is 0 if the host is not plain. Hosts are equal if they are so after percent-decoding.
func (s *Search) danger(i int) (r rank, value, elsewhere audit.HostValue) {
	host, _ := s.verdicts[i].Reading.Host()
	if value, elsewhere = s.verdicts[i].Hosts(); strings.Contains(host, "%") {
		host, _ = percent.DecodeString(host, false)
		value = audit.ParseHost(host)
	}
	if host == "" {
		return 0, value, elsewhere
	}
	name := ascii.Is(host[0], ascii.Alpha|ascii.Digit) && ascii.All(host, ascii.Unreserved)
	if !name && !value.Addr.Is6() { // it would map "①" to an address
		return 0, value, elsewhere
	}
	r = plain
	if value.Addr.IsValid() {
		r += address
	}
	if value.Internal() != "" {
		r += private
	}
	return r, value, elsewhere
}

// tricky has URLs from publications about parsers.
var tricky = strings.Fields(`http://127.0.0.1\@1.1.1.1/ http://127.0.0.1:6666\@1.1.1.1/ http://u@127.0.0.1:80@1.1.1.1/
	http://127.0.0.1#@1.1.1.1/ http://127.0.0.1?@1.1.1.1/ http://127.0.0.1;@1.1.1.1/ http://127.0.0.1:80;@1.1.1.1:80/
	http://127.0.0.1%23@1.1.1.1/ http://127.0.0.1:@1.1.1.1/ http://127.0.0.1:1.1.1.1/ http://127.0.0.1:80:1.1.1.1/
	http://127.0.0.1／@1.1.1.1/ http://127.0.0.1＠1.1.1.1/ http://127.0.0.1%2f@1.1.1.1/ http://a_b.example/
	http:127.0.0.1 http:/127.0.0.1 http:///127.0.0.1 http:////127.0.0.1/ http:\\127.0.0.1 //127.0.0.1\@1.1.1.1/
	http://127.0.0.1%00.good.example/ http://[127.0.0.1]/ http://[::1]@1.1.1.1/ http://1.1.1.1[::1]/ http://[::1]1.1.1.1/
	http://good.example\.evil.example/ http://evil.example|.good.example/ http://evil.example^@good.example/`)

// These lists have the pieces of the URLs that the search builds. The search chooses a piece more often if a list
// repeats it.
var (
	schemePieces    = strings.Fields(`http: http: http: http: http: https: ftp: ws: HTTP: http`)
	slashPieces     = strings.Fields(`// // // // // // // / /// //// \\ /\ \/ ///\ .`)
	delimiterPieces = strings.Fields(`@ @ \ \@ / ? # :`)
	hostPieces      = strings.Fields(`good.example evil.example 127.0.0.1 1.1.1.1 localhost [::1] [::ffff:127.0.0.1]`)
	otherPieces     = append(strings.Fields(`; [ ] % & = + * ! $ ' ( ) , . .. - _ ~ | ^ " < > { }
		:80 :0080 :65536 :8a :+80 %2f %5c %40 %23 %3f %3a %2e %00 %09 %0a %zz %25 u u:p 0x7f.1 2130706433 [v1.x] [::1%25a]
		%eth0 xn-- ａ 。 ／ ： ？ ＃ ＠ ＼ ℀ ß ſ İ ① http://`), " ", "\t", "\n", "\r", "\x0b", "\x7f", "\u00a0", "\u00ad",
		"\u200b", "\u200d", "\xff", "\u2028", "\u0300")
)

// A disagreement is a URL in which the dialects read different hosts.
type disagreement struct {
	url  string
	rank rank
	at   int // index of the URL in the search; known URLs come first
}

// URLs returns the URLs on which the dialects disagree, the most important first. It returns one URL for each shape.
func (s *Search) URLs() []string {
	curated := slices.Clone(tricky)
	for _, kind := range audit.Kinds() {
		curated = append(curated, kind.Examples...)
	}
	found := s.search()
	for i, url := range curated {
		if rank := s.rank(url); rank > 0 {
			found = append(found, disagreement{url, rank, i})
		}
	}
	slices.SortFunc(found, func(a, b disagreement) int { // the most important ones come first
		return cmp.Or(int(b.rank-a.rank), a.at-b.at, len(a.url)-len(b.url), strings.Compare(a.url, b.url))
	})
	var urls []string
	shapes := map[string]bool{}
	for _, d := range found {
		if shape := shapeOf(d.url); !shapes[shape] {
			shapes[shape] = true
			urls = append(urls, d.url)
		}
	}
	return urls
}

// search builds URLs from pieces, and returns the disagreements.
func (s *Search) search() []disagreement {
	var found []disagreement
	seen := map[string]bool{}
	rng := rand.New(rand.NewPCG(s.Seed, 3986))
	pick := func(from []string) string { return from[rng.IntN(len(from))] }
	for range s.Tries {
		pieces := []string{pick(schemePieces), pick(slashPieces)}
		n := 1 + rng.IntN(6)
		host := rng.IntN(n)
		for i := range n {
			kind := rng.IntN(4)
			switch {
			case i == host, kind == 0:
				pieces = append(pieces, pick(hostPieces))
			case kind < 3:
				pieces = append(pieces, pick(delimiterPieces))
			default:
				pieces = append(pieces, pick(otherPieces))
			}
		}
		if rank := s.generatedRank(pieces); rank > 0 {
			if url := strings.Join(s.shrink(pieces, rank), ""); !seen[url] {
				seen[url] = true
				found = append(found, disagreement{url, rank, math.MaxInt})
			}
		}
	}
	return found
}

// generatedRank is like rank for a URL made of pieces. If neither host contains a piece of hostPieces, it returns
// the zero rank.
func (s *Search) generatedRank(pieces []string) rank {
	r := s.rank(strings.Join(pieces, ""))
	if r > 0 {
		a, _ := s.verdicts[0].Reading.Host()
		b, _ := s.verdicts[1].Reading.Host()
		hasPiece := func(piece string) bool {
			piece = strings.Trim(piece, "[]")
			return strings.Contains(a, piece) || strings.Contains(b, piece)
		}
		if !slices.ContainsFunc(hostPieces, hasPiece) {
			return 0
		}
	}
	return r
}

// shrink removes pieces that the disagreement does not need. If possible, the URL begins with "http://".
func (s *Search) shrink(pieces []string, rank rank) []string {
	if plain := append([]string{"http:", "//"}, pieces[2:]...); s.generatedRank(plain) == rank {
		pieces = plain
	}
	for i := 0; i < len(pieces); i++ {
		without := slices.Delete(slices.Clone(pieces), i, i+1)
		if pieces[i] != "http:" && pieces[i] != "//" && s.generatedRank(without) == rank {
			pieces, i = without, -1
		}
	}
	return pieces
}

var addresses = strings.NewReplacer("[::1]", "h", "[::ffff:127.0.0.1]", "h")

// shapeOf returns the shape of a URL, so that similar URLs have the same shape. A run of name characters and sub-delims
// becomes "h". Each other class of characters becomes one character. URL delimiters stay, except a final slash.
func shapeOf(url string) string {
	var shape []rune
	for _, r := range addresses.Replace(strings.TrimSuffix(url, "/")) {
		switch {
		case r >= 0x80:
			r = 'é'
		case r < ' ' || r == 0x7F:
			r = '\t'
		case ascii.Is(byte(r), ascii.Unreserved|ascii.SubDelim):
			r = 'h'
		case strings.ContainsRune("\"<>^`{|}", r):
			r = '|'
		}
		if r != 'h' || len(shape) == 0 || shape[len(shape)-1] != 'h' {
			shape = append(shape, r)
		}
	}
	return string(shape)
}
