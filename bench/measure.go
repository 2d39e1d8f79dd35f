package main

import (
	"slices"
	"testing"

	"earl.example/internal/testing/urltest"
)

// rivals are the other programs that are available.
type rivals struct {
	python       *program // or nil
	adas, crates []*program
}

// A row is the result of one operation in a ring.
type row struct {
	urltest.Op
	ns, allocs    float64 // for each input
	must, stretch float64
	program       bool   // another program, whose allocations are not known
	versus        versus // set if the operation is compared in the ring of ada or a crate
}

// A ring is a list of operations that take turns. The first is an operation of net/url. The ratios of the other
// operations are relative to its time.
type ring []row

// rings returns a ring with earl's lines and the other operations, and a ring for each rival. After a rival, caches and
// branch predictors are cold. So rivals have their own rings, and earl's ratios do not depend on them. Each ring has
// its own operation of net/url. The rings of ada and of the crates also repeat the lines of earl with which they are
// compared.
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
	for _, name := range append([]string{adaName}, crateNames...) {
		of := slices.DeleteFunc(slices.Clone(c.versus), func(v versus) bool { return v.rival != name })
		if len(of) == 0 {
			continue
		}
		for _, p := range slices.Concat(r.adas, r.crates) {
			if p.of == name {
				p.load(c.inputs)
				all = append(all, c.ringOf(p, of))
			}
		}
	}
	return all
}

// ringOf returns the ring of a program.
func (c contest) ringOf(p *program, of []versus) ring {
	all := ring{beside(c.std, p.name)}
	for _, v := range of {
		for _, l := range c.earl {
			if l.Name == v.earl {
				earl := beside(l.Op, p.name)
				earl.versus = v
				all = append(all, earl)
			}
		}
	}
	for _, v := range of {
		all = append(all, row{Op: p.op(v.what), program: true, versus: v})
	}
	return all
}

// beside returns a row for an operation that runs in the ring of a rival.
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
