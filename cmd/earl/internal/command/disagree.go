package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"earl.example"
	"earl.example/audit"
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/record"
	"earl.example/cmd/earl/internal/view"
	"earl.example/httptarget"
	"earl.example/internal/disagree"
	"earl.example/internal/gallery"
	"earl.example/internal/show"
	"earl.example/internal/text/jsontext"
)

// FindDisagreement returns the command find-disagreement.
func FindDisagreement(proc *record.Process) *cobra.Command {
	s := Given{Process: proc, offer: offer{sure: true}}
	var search disagree.Search
	var fronts []httptarget.Reader
	var allowed, target string
	below := "/admin/"
	var paths bool
	limit, tries, seed := int64(20), int64(50_000), int64(1)
	cmd := page("find-disagreement", func(args []string) error {
		if paths {
			return findTargets(&s, args, below, fronts, int(limit))
		}
		for i := range args {
			d, err := view.ParseDialect(args[i])
			if _, noReader := httptarget.ParseReader(args[i]); err != nil && noReader == nil {
				return fmt.Errorf("%s reads paths: add --paths", cli.Quoted(args[i]))
			}
			if err != nil {
				return fmt.Errorf("%s: %w", cli.Quoted(args[i]), err)
			}
			search.Dialects[i] = d
		}
		if search.Dialects[0] == search.Dialects[1] {
			return errors.New("the dialects are the same: name two, such as urllib and whatwg")
		}
		if tries > mostTries {
			return fmt.Errorf("--tries %d: must be %d or less", tries, mostTries)
		}
		search.Tries, search.Seed = int(tries), uint64(seed)
		if s.given("allowed") || s.given("target") {
			return findPayloads(&s, &search, allowed, target, int(limit))
		}
		urls := search.URLs()
		if len(urls) == 0 {
			proc.Status = cli.StatusNo
			fmt.Fprintf(proc.Stderr, "earl: no URL found on which %s and %s read different hosts: --tries %d looks longer\n",
				args[0], args[1], min(10*tries, mostTries))
			return nil
		}
		columns := cli.NamesOf(search.Dialects[:], earl.Dialect.String)
		urls = urls[:min(len(urls), int(limit))]
		return s.run(columns...).List(urls, func(i int) *record.Result { return disagreement(urls[i], search.Dialects[:]) })
	})
	cmd.Args = cli.ExactArgs(2, "two dialects")
	cmd.ValidArgs = append(view.DialectChoices(), httptarget.Readers()...)
	flags := cmd.Flags()
	cli.Switch(flags, &paths, "paths")
	addBelow(flags, &below)
	cli.Repeated(flags, "front", proxies, func(text string) error {
		r, err := parseReader(text)
		if fronts = append(fronts, r); err == nil && r.Read("/").Forward == "" {
			err = errors.New("it is not known what " + text + " sends on: add forward=raw or forward=rewritten")
		}
		return err
	})
	cli.Text(flags, &allowed, "allowed")
	cli.Text(flags, &target, "target")
	cli.Choose(flags, &limit, "limit", "20", nil, cli.AtLeast[int64](1))
	cli.Choose(flags, &tries, "tries", "50000", nil, cli.AtLeast[int64](1))
	cli.Choose(flags, &seed, "seed", "1", nil, cli.AtLeast[int64](1))
	return s.addOutput(cmd)
}

// mostTries limits the search to about a minute.
const mostTries = 10_000_000

// disagreement returns the hosts that two dialects read.
func disagreement(url string, dialects []earl.Dialect) *record.Result {
	r := audit.Options{Dialects: dialects}.Audit(url)
	result := &record.Result{Whole: true, Members: func(o *jsontext.Writer) {
		o.Input("input", url)
		new(show.Recorder).Verdicts(o, &r)
	}}
	for i, d := range dialects {
		host, _ := r.Verdicts[i].Reading.Host()
		host = audit.Escape(host)
		result.Cells = append(result.Cells, fields(d.String(), host)...)
		result.Fields = append(result.Fields, fields(d.String(), cmp.Or(host, "none"))...)
	}
	result.Fields = append(result.Fields, fields("url", audit.Escape(url))...)
	return result
}

// findPayloads prints URLs in which the first dialect reads an allowed host, and the second one a target.
func findPayloads(s *Given, search *disagree.Search, allowed, target string, limit int) error {
	seeds := append(search.URLs(), gallery.Tricky...)
	for _, a := range gallery.Advisories {
		seeds = append(seeds, a.URL)
	}
	found, err := disagree.Payloads(search.Dialects, seeds, allowed, target)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		s.Status = cli.StatusNo
		fmt.Fprintf(s.Stderr, "earl: no URL found that %s takes for %s and %s for %s: a higher --tries looks longer\n",
			search.Dialects[0], allowed, search.Dialects[1], target)
		return nil
	}
	columns := append(cli.NamesOf(search.Dialects[:], earl.Dialect.String), "kind")
	found = found[:min(len(found), limit)]
	urls := cli.NamesOf(found, func(p disagree.Payload) string { return p.URL })
	return s.run(columns...).List(urls, func(i int) *record.Result {
		p := found[i]
		result := disagreement(p.URL, search.Dialects[:])
		result.Cells = append(result.Cells, fields("kind", p.Kind)...)
		result.Fields = slices.Insert(result.Fields, 2, result.Cells[2])
		members := result.Members
		result.Members = func(o *jsontext.Writer) {
			members(o)
			texts(o, "kind", p.Kind)
		}
		return result
	})
}

// addBelow adds --below to a command that compares readers of paths.
func addBelow(flags *pflag.FlagSet, below *string) {
	cli.Choose(flags, below, "below", *below, nil, func(prefix string) (string, error) {
		if !strings.HasPrefix(prefix, "/") {
			return "", errors.New("must begin with a slash, as in /admin/")
		}
		return prefix, nil
	})
}

// proxies returns the names of readers for which it is known what they send on.
func proxies() []string {
	return slices.DeleteFunc(httptarget.Readers(), func(name string) bool {
		r, err := httptarget.ParseReader(name)
		return err != nil || r.Read("/").Forward == ""
	})
}

// parseReader returns a reader of paths. The error suggests a similar name.
func parseReader(text string) (httptarget.Reader, error) {
	r, err := httptarget.ParseReader(text)
	name, _, _ := strings.Cut(text, " ")
	if known := httptarget.Readers(); err != nil && !slices.Contains(known, name) {
		err = cli.UnknownOf("reader", name, known, "docs/reference/path-readers.md lists them")
	}
	return r, err
}

// findTargets prints targets that go through fronts, pass a check, and that a server reads below a prefix.
func findTargets(s *Given, args []string, below string, fronts []httptarget.Reader, limit int) error {
	check, err := parseReader(args[0])
	server, err2 := parseReader(args[1])
	if err = cmp.Or(err, err2); err != nil {
		return err
	}
	targets := httptarget.Bypass(check, server, below, fronts...)
	if len(targets) == 0 {
		s.Status = cli.StatusNo
		fmt.Fprintf(s.Stderr, "earl: no target found that passes %s and that %s reads below %s: tried spellings of "+
			"%s/secret that differ at one or two places. Others may pass\n", args[0], args[1], below,
			strings.TrimSuffix(below, "/"))
		return nil
	}
	return s.run("check", "server").List(targets[:min(len(targets), limit)], func(i int) *record.Result {
		sent := targets[i]
		for _, front := range fronts {
			sent = front.Read(sent).Forward
		}
		c := check.Read(sent)
		sent = cmp.Or(c.Forward, sent)
		fields := fields("check", audit.Escape(c.Path), "server", audit.Escape(server.Read(sent).Path),
			"target", audit.Escape(targets[i]))
		return &record.Result{Fields: fields, Cells: fields[:2], Whole: true, Members: func(o *jsontext.Writer) {
			o.Input("input", targets[i])
			texts(o, "check", c.Path, "sent", sent, "server", server.Read(sent).Path)
		}}
	})
}
