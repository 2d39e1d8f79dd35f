package audit

// Odd returns for each verdict the aspects in which it is not with most of the
// dialects that take the URL; of equally many, with the first. For one that
// refuses while others do not, or takes it while most refuse, that is
// Acceptance.
func (r *Report) Odd() []Aspects {
	odd := make([]Aspects, len(r.Verdicts))
	if r.Differ == 0 {
		return odd
	}
	var taken []int
	for i := range r.Verdicts {
		if r.Verdicts[i].Accepted() {
			taken = append(taken, i)
		}
	}
	if r.Differ.Has(Acceptance) {
		most := 2*len(taken) >= len(r.Verdicts)
		for i := range r.Verdicts {
			if r.Verdicts[i].Accepted() != most {
				odd[i] = Acceptance
			}
		}
	}
	differences := make([][]Aspects, len(taken))
	for a, i := range taken {
		differences[a] = make([]Aspects, len(taken))
		for b, j := range taken {
			differences[a][b] = difference(&r.Verdicts[i].Parts, &r.Verdicts[j].Parts)
		}
	}
	for _, aspect := range [...]Aspects{Scheme, Userinfo, Host, Port, Path, Query, Fragment} {
		first, most := 0, 0
		for a := range taken {
			n := 0
			for b := range taken {
				if differences[a][b]&aspect == 0 {
					n++
				}
			}
			if n > most {
				first, most = a, n
			}
		}
		for b, j := range taken {
			odd[j] |= differences[first][b] & aspect
		}
	}
	return odd
}
