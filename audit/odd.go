package audit

// Odd returns, for each verdict, the aspects on which the verdict differs from the majority of the dialects that accept
// the URL. If two readings are equally frequent, the first reading counts as the majority. For Acceptance, the majority
// of all dialects counts.
func (r *Report) Odd() []Aspects {
	odd := make([]Aspects, len(r.Verdicts))
	if r.Differ == 0 {
		return odd
	}
	most := 2*len(r.accepted()) >= len(r.Verdicts)
	var taken []int
	for i := range r.Verdicts {
		accepted := r.Verdicts[i].accepted()
		if accepted {
			taken = append(taken, i)
		}
		if accepted != most && r.Differ&Acceptance != 0 {
			odd[i] = Acceptance
		}
	}
	differences := make([][]Aspects, len(taken))
	for a, i := range taken {
		differences[a] = make([]Aspects, len(taken))
		for b, j := range taken {
			differences[a][b] = difference(&r.Verdicts[i].Reading, &r.Verdicts[j].Reading)
		}
	}
	for _, c := range compared {
		first, most := 0, 0
		for a := range taken {
			n := 0
			for b := range taken {
				if !differences[a][b].Has(c) {
					n++
				}
			}
			if n > most {
				first, most = a, n
			}
		}
		for b, j := range taken {
			odd[j] |= differences[first][b] & (1 << c)
		}
	}
	return odd
}
