package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"earl.example"
	"earl.example/audit"
	"earl.example/cmd/earl/internal/bulk"
	"earl.example/internal/show"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/jsontext"
	"earl.example/internal/text/percent"
	"earl.example/reading"
)

func (a *app) findDisagreement() *cobra.Command {
	s := stream{app: a}
	var search search
	limit, tries, seed := int64(20), int64(50_000), int64(1)
	cmd := &cobra.Command{
		Use:   "find-disagreement [flags] DIALECT DIALECT",
		Short: "Find URLs on which two dialects read different hosts",
		Long: `Find-disagreement prints short URLs that both dialects accept and on which they
read different hosts. If one program checks the host of such a URL and the other
one connects, the URL passes the check, but the request goes to another host.

The URLs come from the examples of earl audit --list and from a search. The search
builds --tries URLs from random pieces, and removes every piece that the
disagreement does not need. The same --seed gives the same URLs. Of several URLs
with the same shape, only one is printed.

The dangerous differences come first. The order is: one host is an address of a
private network, an address, a private name such as localhost, or another name, and
last, one dialect reads no host. Within these groups, known URLs precede found ones,
and shorter URLs precede longer ones.

As text, a line has the host of each dialect, "none" if it reads no host, and the
URL. Characters that cannot be seen are escaped, as in \x09. As JSON, a line is
an object with the exact URL and all that the two dialects read.

Hosts are compared as in earl audit: 0x7f.1 and 127.0.0.1 are the same host.

Exit status: 0 if a URL was found, otherwise 1.`,
		Example: `  earl find-disagreement urllib whatwg
  earl find-disagreement --json --limit 3 urllib@3.9.4 urllib`,
		Args:      exactArgs(2, "two dialects"),
		ValidArgs: dialectChoices(),
		RunE: func(_ *cobra.Command, args []string) error {
			for i := range args {
				d, err := parseDialect(args[i])
				if err != nil {
					return fmt.Errorf("%s: %w", quoted(args[i]), err)
				}
				search.dialects[i] = d
			}
			if search.dialects[0] == search.dialects[1] {
				return errors.New("the dialects are the same: name two, such as urllib and whatwg")
			}
			if tries > mostTries {
				return fmt.Errorf("--tries %d: must be %d or less", tries, mostTries)
			}
			search.tries, search.seed = int(tries), uint64(seed)
			urls := search.run()
			if len(urls) == 0 {
				a.status = statusNo
				fmt.Fprintf(a.stderr, "earl: no URL found on which %s and %s read different hosts: --tries %d looks longer\n",
					args[0], args[1], min(10*tries, mostTries))
				return nil
			}
			s.columns = []string{search.dialects[0].String(), search.dialects[1].String()}
			return s.workOn(search.op, texts(urls[:min(len(urls), int(limit))])...)
		},
	}
	flags := cmd.Flags()
	choose(flags, &limit, "limit", "20", "print at most `N` URLs", nil, parseCount)
	choose(flags, &tries, "tries", "50000", "build `N` URLs", nil, parseCount)
	choose(flags, &seed, "seed", "1", "start the search with `N`; another number gives other URLs", nil, parseCount)
	s.addOutput(cmd)
	return cmd
}

// mostTries limits the search to about a minute.
const mostTries = 10_000_000

// A search looks for URLs on which two dialects read different hosts.
type search struct {
	dialects [2]earl.Dialect
	seed     uint64
	tries    int

	readings [2]reading.Reading
}

func (s *search) op() op {
	options := audit.Options{Dialects: s.dialects[:]}
	return func(v *view, out *results) error {
		r := options.Audit(v.rec.Text)
		var fields, cells []bulk.Field
		for i := range r.Verdicts {
			host, _ := r.Verdicts[i].Reading.Host()
			cell := bulk.Field{Name: s.dialects[i].String(), Value: audit.Escape(host)}
			cells = append(cells, cell)
			if host == "" {
				cell.Value = "none"
			}
			fields = append(fields, cell)
		}
		fields = append(fields, bulk.Field{Name: "url", Value: audit.Escape(v.rec.Text)})
		return out.give(&result{fields: fields, cells: cells, whole: true, members: func(o *jsontext.Writer) {
			o.String("input", v.rec.Text)
			show.Verdicts(o, &r)
		}})
	}
}

// A danger says how far a request can go astray. Greater values are worse.
type danger int

const (
	name           danger = iota // the hosts are names that can be public
	privateName                  // a host is a name that is not public
	address                      // a host is an address
	privateAddress               // a host is an address that is not public
)

// A rank is the importance of a disagreement. The zero rank means that there is no disagreement, because the hosts are
// equal or one dialect rejects the URL.
type rank struct {
	hosts  int // number of dialects that read a host
	danger danger
	plain  bool // the hosts are addresses, or names of letters, digits, "." and "-"
}

// compare returns a negative number if r is more important than other.
func (r rank) compare(other rank) int {
	plain := 0
	switch {
	case r.plain && !other.plain:
		plain = -1
	case !r.plain && other.plain:
		plain = 1
	}
	return cmp.Or(other.hosts-r.hosts, int(other.danger-r.danger), plain)
}

// rank compares the hosts that the dialects read.
func (s *search) rank(url string) rank {
	for i := range s.dialects {
		if s.dialects[i].Read(&s.readings[i], url); s.readings[i].Err() != nil {
			return rank{}
		}
	}
	a, _ := s.readings[0].Host()
	b, _ := s.readings[1].Host()
	if a == b {
		return rank{}
	}
	a, _ = percent.DecodeString(a, false)
	b, _ = percent.DecodeString(b, false)
	switch {
	case audit.ParseHost(a) == audit.ParseHost(b):
		return rank{}
	case a == "":
		return rank{1, dangerOf(b), isPlain(b)}
	case b == "":
		return rank{1, dangerOf(a), isPlain(a)}
	}
	return rank{2, max(dangerOf(a), dangerOf(b)), isPlain(a) && isPlain(b)}
}

// dangerOf returns the danger of a disagreement on host. The host must not be empty.
func dangerOf(host string) danger {
	value := audit.ParseHost(host)
	switch private := value.Internal() != ""; {
	case !isPlain(host): // ParseHost would map "①" to an address
	case value.Addr.IsValid() && private:
		return privateAddress
	case value.Addr.IsValid():
		return address
	case private:
		return privateName
	}
	return name
}

// isPlain reports whether host is an address, or a name of letters, digits, "." and "-".
func isPlain(host string) bool {
	return audit.ParseHost(host).Addr.Is6() || ascii.Is(host[0], ascii.Alpha|ascii.Digit) && ascii.All(host, hostByte)
}

// hostByte is the class of the bytes of names and addresses.
const hostByte = ascii.Unreserved

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

// compare orders disagreements. The most important ones come first.
func (d disagreement) compare(other disagreement) int {
	return cmp.Or(d.rank.compare(other.rank), d.at-other.at, len(d.url)-len(other.url), strings.Compare(d.url, other.url))
}

// run returns the URLs on which the dialects disagree, the most important first. It returns one URL for each shape.
func (s *search) run() []string {
	curated := slices.Clone(tricky)
	for _, kind := range audit.Kinds() {
		curated = append(curated, kind.Examples...)
	}
	found := s.search()
	for i, url := range curated {
		if rank := s.rank(url); rank.hosts > 0 && strings.IndexByte(url, 0) < 0 { // a NUL separates records
			found = append(found, disagreement{url, rank, i})
		}
	}
	slices.SortFunc(found, disagreement.compare)
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
func (s *search) search() []disagreement {
	var found []disagreement
	seen := map[string]bool{}
	rng := rand.New(rand.NewPCG(s.seed, 3986))
	pick := func(from []string) string { return from[rng.IntN(len(from))] }
	for range s.tries {
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
		if rank := s.generatedRank(pieces); rank.hosts > 0 {
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
func (s *search) generatedRank(pieces []string) rank {
	r := s.rank(strings.Join(pieces, ""))
	if r.hosts > 0 {
		a, _ := s.readings[0].Host()
		b, _ := s.readings[1].Host()
		hasPiece := func(piece string) bool {
			piece = strings.Trim(piece, "[]")
			return strings.Contains(a, piece) || strings.Contains(b, piece)
		}
		if !slices.ContainsFunc(hostPieces, hasPiece) {
			return rank{}
		}
	}
	return r
}

// shrink removes pieces that the disagreement does not need. If possible, the URL begins with "http://".
func (s *search) shrink(pieces []string, rank rank) []string {
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
		case ascii.Is(byte(r), hostByte|ascii.SubDelim):
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
