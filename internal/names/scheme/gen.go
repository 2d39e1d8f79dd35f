//go:build ignore

// Gen writes table.go, a perfect hash table, from schemes.txt and facts.txt. A hash has two parts: a bucket and a slot.
// Gen finds a number for each bucket that, xored with the slots of its schemes, gives each scheme its own slot.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
)

const (
	buckets     = 128
	bucketShift = 64 - 7
	slots       = 512
	slotShift   = 40
)

// An info is a line of schemes.txt with its facts.
type info struct {
	name, status string
	rfc, port    int
	facts        []string
}

var statuses = map[string]string{"permanent": "Permanent", "provisional": "Provisional", "historical": "Historical"}

var facts = map[string]string{
	"host": "HostRequired", "path": "PathRequired", "localhost": "Localhost",
	"domain": "DomainAfterAt", "nid": "NamespaceID", "http": "HTTP",
}

func main() {
	log.SetFlags(0)
	infos, err := read()
	if err != nil {
		log.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3986, 7595))
	for {
		multiplier := random.Uint64() | 1
		table, displace := place(infos, multiplier)
		if table == nil {
			continue
		}
		src, err := format.Source(source(infos, multiplier, table, displace))
		if err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile("table.go", src, 0o644); err != nil {
			log.Fatal(err)
		}
		return
	}
}

// lines returns the fields of each line of a file, comments left out.
func lines(name string) (all [][]string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		line, _, _ := strings.Cut(s.Text(), "#")
		if f := strings.Fields(line); len(f) > 0 {
			all = append(all, f)
		}
	}
	return all, nil
}

// read returns the schemes in the order of their names.
func read() ([]*info, error) {
	registry, err := lines("schemes.txt")
	if err != nil {
		return nil, err
	}
	byName := map[string]*info{}
	var infos []*info
	for _, f := range registry {
		if len(f) != 3 || statuses[f[1]] == "" || byName[f[0]] != nil {
			return nil, fmt.Errorf("schemes.txt: cannot read %q", f)
		}
		i := &info{name: f[0], status: statuses[f[1]]}
		if first, _, _ := strings.Cut(f[2], ","); first != "-" {
			if i.rfc, err = strconv.Atoi(strings.TrimPrefix(first, "RFC")); err != nil {
				return nil, fmt.Errorf("schemes.txt: %q: %w", f, err)
			}
		}
		byName[i.name] = i
		infos = append(infos, i)
	}
	more, err := lines("facts.txt")
	if err != nil {
		return nil, err
	}
	for _, f := range more {
		i := byName[f[0]]
		if i == nil || len(f) < 2 || i.port != 0 || i.facts != nil {
			return nil, fmt.Errorf("facts.txt: %q: not registered, or twice", f)
		}
		for _, fact := range f[1:] {
			if port, ok := strings.CutPrefix(fact, "port="); ok {
				n, err := strconv.ParseUint(port, 10, 16)
				if err != nil {
					return nil, fmt.Errorf("facts.txt: %q: %w", f, err)
				}
				i.port = int(n)
			} else if facts[fact] == "" {
				return nil, fmt.Errorf("facts.txt: %q: unknown fact %q", f, fact)
			} else {
				i.facts = append(i.facts, facts[fact])
			}
		}
	}
	byKey := map[uint64]string{}
	for _, i := range infos {
		if same := byKey[key(i.name)]; same != "" {
			return nil, fmt.Errorf("%s and %s have the same key: it must take more bytes", i.name, same)
		}
		byKey[key(i.name)] = i.name
	}
	slices.SortFunc(infos, func(a, b *info) int { return cmp.Compare(a.name, b.name) })
	return infos, nil
}

// key and hash are those of scheme.go.
func key(name string) uint64 {
	n := len(name)
	key := uint64(name[0]) | uint64(name[n-1])<<8 | uint64(name[n/2])<<16 | uint64(name[n/4])<<24
	return key | 0x20202020 | uint64(n)<<32
}

func hash(name string, multiplier uint64) uint64 { return key(name) * multiplier }

// place gives each scheme a slot, or returns nil if it cannot.
func place(infos []*info, multiplier uint64) (table []*info, displace []int) {
	all := make([][]*info, buckets)
	for _, i := range infos {
		b := hash(i.name, multiplier) >> bucketShift
		all[b] = append(all[b], i)
	}
	order := make([]int, buckets)
	for b := range order {
		order[b] = b
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(all[b]) - len(all[a]) })
	table, displace = make([]*info, slots), make([]int, buckets)
	for _, b := range order {
		d, ok := fit(table, all[b], multiplier)
		if !ok {
			return nil, nil
		}
		displace[b] = d
	}
	return table, displace
}

// fit puts the schemes of one bucket into free slots of the table.
func fit(table, bucket []*info, multiplier uint64) (displace int, ok bool) {
	for d := range slots {
		var taken []int
		for _, i := range bucket {
			slot := (int(hash(i.name, multiplier)>>slotShift&0xffff) ^ d) % slots
			if table[slot] != nil || slices.Contains(taken, slot) {
				break
			}
			taken = append(taken, slot)
		}
		if len(taken) < len(bucket) {
			continue
		}
		for n, i := range bucket {
			table[taken[n]] = i
		}
		return d, true
	}
	return 0, false
}

func source(infos []*info, multiplier uint64, table []*info, displace []int) []byte {
	longest := 0
	for _, i := range infos {
		longest = max(longest, len(i.name))
	}
	var b bytes.Buffer
	b.WriteString("// Code generated by gen.go from schemes.txt (and facts.txt); DO NOT EDIT.\n\npackage scheme\n\n")
	fmt.Fprintf(&b, "const (\nmaxLength = %d\nmultiplier = %#x\nbucketShift = %d\nslotShift = %d\nslots = %d\n)\n\n",
		longest, multiplier, bucketShift, slotShift, slots)
	b.WriteString("// displace leads the schemes of a bucket to slots of their own.\n")
	fmt.Fprintf(&b, "var displace = [%d]uint16{", buckets)
	for i, d := range displace {
		if i%16 == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%d, ", d)
	}
	b.WriteString("\n}\n\n// table holds each scheme in its slot.\nvar table = [slots]Info{\n")
	for slot, i := range table {
		if i == nil {
			continue
		}
		fs := "0"
		if i.facts != nil {
			fs = strings.Join(i.facts, "|")
		}
		fmt.Fprintf(&b, "%d: {%q, %d, %d, %s, %s},\n", slot, i.name, i.port, i.rfc, i.status, fs)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
