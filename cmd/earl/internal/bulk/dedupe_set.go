package bulk

import (
	"encoding/binary"
	"hash/maphash"
)

const (
	unit       = 8                    // bytes; entries begin at multiples of it
	unitBits   = 17                   // bits of a place for the position in a block
	maxArena   = 1 << 20              // bytes of a block, unless it is one longer entry
	maxBlocks  = 1 << (32 - unitBits) // a place has 32 bits
	fewestSlot = 1 << 6               // slots of an empty table
	mostSlots  = 1 << 29              // fewer than 1<<32: the other bits of the hash distinguish keys
	tagShift   = 32                   // slot >> tagShift is the hash
	placeMask  = 1<<32 - 1            // slot & placeMask is the place plus 1
	countLen   = 8                    // bytes
)

// A keySet is a set of keys, each with a number, in a fixed amount of memory. A slot of the table has 8 bytes: 32 bits
// of the hash, and the place of the entry. An entry is the number, the length of the key, and the key. Entries are in
// blocks, which never move.
type keySet struct {
	budget   int64
	counting int // countLen if the number of records with a key is stored before its entry, or 0
	seed     maphash.Seed
	slots    []uint64 // hash<<tagShift | place+1; 0 if it is empty
	used     int
	size     int      // size of a block
	blocks   [][]byte // blocks with entries; a new entry goes to the last block
	spare    [][]byte // free blocks, dropped if slots or a longer block need their memory
	bytes    int64    // memory of slots and blocks
}

func newKeySet(budget int64) keySet {
	s := keySet{budget: budget, size: int(min(maxArena, max(budget/16, 256)))}
	s.reset()
	return s
}

// reset empties the set and changes its hash function.
func (s *keySet) reset() {
	s.seed = maphash.MakeSeed()
	s.used = 0
	for _, b := range s.blocks {
		if cap(b) == s.size {
			s.spare = append(s.spare, b[:0])
		}
	}
	clear(s.blocks)
	s.blocks = s.blocks[:0]
	s.slots = make([]uint64, fewestSlot)
	s.bytes = fewestSlot * unit
}

func (s *keySet) hash(key []byte) uint64 { return maphash.Bytes(s.seed, key) }

// find returns the number of a key, and adds n to its count.
func (s *keySet) find(hash uint64, key []byte, n uint64) (num int64, ok bool) {
	mask := len(s.slots) - 1
	tag := hash >> tagShift
	for i := int(tag) & mask; ; i = (i + 1) & mask {
		slot := s.slots[i]
		if slot == 0 {
			return 0, false
		}
		if slot>>tagShift != tag {
			continue
		}
		place := slot&placeMask - 1
		b := s.blocks[place>>unitBits][place&(1<<unitBits-1)*unit:]
		if num, found, _ := splitEntry(b[s.counting:]); string(found) == string(key) {
			if s.counting > 0 {
				binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(b)+n)
			}
			return num, true
		}
	}
}

// splitEntry splits the entry at the start of b, which follows its count. size is its length.
func splitEntry(b []byte) (num int64, key []byte, size int) {
	u, n := binary.Uvarint(b)
	length, m := binary.Uvarint(b[n:])
	size = n + m + int(length)
	return int64(u), b[n+m : size], size
}

// add adds a key that is not in the set, with its count. If the memory is full, it returns false and does not add the
// key. An empty set accepts every key.
func (s *keySet) add(hash uint64, key []byte, num int64, count uint64) bool {
	if (s.used+1)*4 > len(s.slots)*3 && !s.grow() {
		return false
	}
	var head [countLen + 2*binary.MaxVarintLen64]byte
	binary.LittleEndian.PutUint64(head[:], count) // overwritten if counting is 0
	n := s.counting
	n += binary.PutUvarint(head[n:], uint64(num))
	n += binary.PutUvarint(head[n:], uint64(len(key)))
	b, ok := s.room(n + len(key))
	if !ok {
		return false
	}
	place := uint64(len(s.blocks)-1)<<unitBits | uint64(len(*b)/unit)
	*b = append(append(*b, head[:n]...), key...)
	for len(*b)%unit != 0 && len(*b) < cap(*b) {
		*b = append(*b, 0)
	}
	s.put(hash>>tagShift<<tagShift | (place + 1))
	s.used++
	return true
}

// room returns a block with space for size bytes.
func (s *keySet) room(size int) (*[]byte, bool) {
	if last := len(s.blocks) - 1; last >= 0 {
		if b := &s.blocks[last]; cap(*b)-len(*b) >= size && len(*b)%unit == 0 && len(*b)/unit < 1<<unitBits {
			return b, true
		}
	}
	want := max(s.size, size)
	var b []byte
	switch n := len(s.spare); {
	case len(s.blocks) == maxBlocks-1:
		return nil, false
	case n > 0 && want == s.size:
		b, s.spare = s.spare[n-1], s.spare[:n-1]
	case !s.fits(int64(want)):
		return nil, false
	default:
		b = make([]byte, 0, want)
	}
	s.bytes += int64(want)
	s.blocks = append(s.blocks, b)
	return &s.blocks[len(s.blocks)-1], true
}

// fits reports whether `more` additional bytes of memory are available. If necessary, it releases spare blocks.
func (s *keySet) fits(more int64) bool {
	if s.used > 0 && s.bytes+more > s.budget {
		return false
	}
	for n := len(s.spare); n > 0 && s.bytes+int64(n*s.size)+more > s.budget; n-- {
		s.spare[n-1] = nil
		s.spare = s.spare[:n-1]
	}
	return true
}

// grow doubles the table, if the memory has space for both tables during the copy.
func (s *keySet) grow() bool {
	more := int64(len(s.slots)) * 2 * unit
	if len(s.slots) >= mostSlots || !s.fits(more) {
		return false
	}
	old := s.slots
	s.slots = make([]uint64, 2*len(old))
	for _, slot := range old {
		if slot != 0 {
			s.put(slot)
		}
	}
	s.bytes += more - int64(len(old))*unit
	return true
}

func (s *keySet) put(slot uint64) {
	mask := len(s.slots) - 1
	i := int(slot>>tagShift) & mask
	for s.slots[i] != 0 {
		i = (i + 1) & mask
	}
	s.slots[i] = slot
}
