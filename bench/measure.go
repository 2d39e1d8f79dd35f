package main

import (
	"testing"

	"earl.example/internal/testing/urltest"
)

// rivals are the other programs that there are.
type rivals struct {
	python *python // or nil
	adas   []*ada
}

// A row is what one contestant of a ring takes.
type row struct {
	urltest.Op
	ns, allocs    float64 // for each input
	must, stretch float64
	program       bool   // another program, whose allocations are not known
	earl          string // the line of earl's that it is or is held against, in the ring of an ada
}

// A ring is contestants that take turns. The first is net/url's, which the ratios
// of the others are to.
type ring []row

// rings are earl's lines with what is cheap, and each rival in a ring of its own,
// in which net/url runs once more: what runs behind another library or program
// finds caches and branch predictors cold, and no ratio of earl's may depend on
// which rivals there are. But ada, which is nearly as fast, is held against
// lines of earl's that run in its ring.
func (c contest) rings(r rivals) []ring {
	first := ring{{Op: c.std}}
	for _, l := range c.earl {
		first = append(first, row{Op: l.Op, must: l.must, stretch: l.stretch})
	}
	for _, op := range c.others {
		first = append(first, row{Op: op})
	}
	all := []ring{first}
	for _, v := range c.rivals {
		of := ring{beside(c.std, v.name)}
		for _, op := range v.ops {
			of = append(of, row{Op: op})
		}
		all = append(all, of)
	}
	if r.python != nil && len(c.python) > 0 {
		r.python.load(c.inputs)
		of := ring{beside(c.std, r.python.name)}
		for _, function := range c.python {
			of = append(of, row{Op: r.python.op(function), program: true})
		}
		all = append(all, of)
	}
	if len(c.ada) > 0 {
		for _, a := range r.adas {
			a.load(c.inputs)
			all = append(all, c.ringOf(a))
		}
	}
	return all
}

// ringOf is the ring of an ada.
func (c contest) ringOf(a *ada) ring {
	all := ring{beside(c.std, a.String())}
	for _, v := range c.ada {
		for _, l := range c.earl {
			if l.Name == v.earl {
				earl := beside(l.Op, a.String())
				earl.earl = l.Name
				all = append(all, earl)
			}
		}
	}
	for _, v := range c.ada {
		all = append(all, row{Op: a.op(v.what), program: true, earl: v.earl})
	}
	return all
}

// beside is an operation that runs in the ring of a rival.
func beside(op urltest.Op, rival string) row {
	op.Name += ", beside " + rival
	return row{Op: op}
}

// measure runs a ring over the inputs.
func (r ring) measure(inputs []string, rounds int) {
	ops := make([]urltest.Op, len(r))
	for i := range r {
		ops[i] = r[i].Op
	}
	sample := inputs[:min(1000, len(inputs))]
	for i, ns := range urltest.Times(inputs, rounds, ops...) {
		r[i].ns = ns
		if r[i].program {
			continue
		}
		r[i].allocs = testing.AllocsPerRun(1, func() {
			for _, s := range sample {
				ops[i].Do(s)
			}
		}) / float64(len(sample))
	}
}

// A duel is what ada takes, and earl's line that does the same for the same
// inputs, by turns.
type duel struct {
	title     string
	earl, ada row
}

// ratio is earl's time to ada's.
func (d *duel) ratio() float64 { return d.earl.ns / d.ada.ns }

// duels are those of a contest that was measured, each with the ada that does best.
func (c contest) duels(rings []ring) (all []duel) {
	for _, v := range c.ada {
		var best *duel
		for _, r := range rings {
			d := duel{title: c.title}
			for _, row := range r {
				switch {
				case row.earl != v.earl:
				case row.program:
					d.ada = row
				default:
					d.earl = row
				}
			}
			if d.ada.ns > 0 && (best == nil || d.ratio() > best.ratio()) {
				best = &d
			}
		}
		if best != nil {
			best.earl.Name = v.earl
			all = append(all, *best)
		}
	}
	return all
}
