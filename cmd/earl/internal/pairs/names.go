package pairs

import (
	"hash/maphash"

	"earl.example/internal/text/jsontext"
)

// names is a set of the member names of an object. It stores the offsets of the names. For an object with short names,
// a map of strings would need many times the memory of the object.
type names struct {
	seed  maphash.Seed
	slots []int // offset of a name plus one; 0 is a free slot
	n     int
}

// add adds the name at text[start:], and reports whether it is new.
func (s *names) add(text string, start int, name string) bool {
	if 3*len(s.slots) <= 4*s.n {
		s.grow(text)
	}
	slot := s.find(text, name)
	if *slot != 0 {
		return false
	}
	*slot = start + 1
	s.n++
	return true
}

// find returns the slot of a name, or the free slot for it.
func (s *names) find(text, name string) *int {
	i := int(maphash.String(s.seed, name) % uint64(len(s.slots)))
	for s.slots[i] != 0 && nameAt(text, s.slots[i]-1) != name {
		i = (i + 1) % len(s.slots)
	}
	return &s.slots[i]
}

func (s *names) grow(text string) {
	old := s.slots
	if old == nil {
		s.seed = maphash.MakeSeed()
	}
	s.slots = make([]int, len(old)+len(old)/2+8)
	for _, at := range old {
		if at != 0 {
			*s.find(text, nameAt(text, at-1)) = at
		}
	}
}

func nameAt(text string, start int) string {
	end, escapes, _ := jsontext.String(text, start)
	return stringAt(text[start:end], escapes)
}
