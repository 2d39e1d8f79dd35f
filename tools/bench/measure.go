package main

import (
	"slices"
	"testing"

	"earl.example/internal/testing/urltest"
)

// A row is the result of one operation in a ring.
type row struct {
	line
	ns, allocs float64 // for each input
	program    bool    // another program, whose allocations are not known
	versus     versus  // set if the operation runs in the ring of a program
}

// A ring is a list of operations that take turns. The first is an operation of net/url. The ratios of the other
// operations are relative to its time.
type ring []row

// rings returns a ring with earl's lines and the other operations, and a ring for each rival. After a rival, caches and
// branch predictors are cold. So rivals have their own rings, and earl's ratios do not depend on them. Each ring has
// its own operation of net/url. The rings of ada and of the crates also repeat the lines of earl with which they are
// compared.
func (c contest) rings(r rivals) []ring {
	first := ring{rowOf(c.std)}
	for _, l := range c.earl {
		first = append(first, row{line: l})
	}
	for _, op := range c.others {
		first = append(first, rowOf(op))
	}
	all := []ring{first}
	for _, v := range c.rivals {
		of := ring{beside(c.std, v.name)}
		for _, op := range v.ops {
			of = append(of, rowOf(op))
		}
		all = append(all, of)
	}
	pairs := slices.Clone(c.versus)
	for _, function := range c.python {
		pairs = append(pairs, versus{rival: pythonName, what: function})
	}
	for _, p := range r {
		of := slices.DeleteFunc(slices.Clone(pairs), func(v versus) bool { return v.rival != p.of })
		if len(of) > 0 {
			p.load(c.inputs)
			all = append(all, c.ringOf(p, of))
		}
	}
	return all
}

// ringOf returns the ring of a program.
func (c contest) ringOf(p *program, of []versus) ring {
	all := ring{beside(c.std, p.Name)}
	for _, v := range of {
		if i := slices.IndexFunc(c.earl, func(l line) bool { return l.Name == v.earl }); i >= 0 {
			earl := beside(c.earl[i].Op, p.Name)
			earl.versus = v
			all = append(all, earl)
		}
	}
	for _, v := range of {
		theirs := rowOf(p.op(v.what))
		theirs.program, theirs.versus = true, v
		all = append(all, theirs)
	}
	return all
}

// beside returns a row for an operation that runs in the ring of a rival.
func beside(op urltest.Op, rival string) row {
	op.Name += ", beside " + rival
	return rowOf(op)
}

// rowOf returns a row for an operation without limits.
func rowOf(op urltest.Op) row { return row{line: line{Op: op}} }

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

// A duel has the times of a rival and of earl's line for the same inputs.
type duel struct {
	title       string
	earl, rival row
}

// ratio returns earl's time divided by the rival's.
func (d *duel) ratio() float64 { return d.earl.ns / d.rival.ns }

// duels returns the duels of a contest, each with the fastest ada.
func (c contest) duels(rings []ring) (all []duel) {
	for _, v := range c.versus {
		var best *duel
		for _, r := range rings {
			d := duel{title: c.title}
			for _, row := range r {
				switch {
				case row.versus != v:
				case row.program:
					d.rival = row
				default:
					d.earl = row
				}
			}
			if d.rival.ns > 0 && (best == nil || d.ratio() > best.ratio()) {
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
