package bulk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"io"
	"iter"
)

// Counts are the results of [Count]. Close them after use.
type Counts struct {
	Groups []Group // by number
	ctx    context.Context
	deduper
}

// A Group sums the counts of the keys of one group.
type Group struct {
	Keys  int64 // different keys
	Total int64 // sum of their counts
}

// A KeyCount is a key, its group, and how often it occurred.
type KeyCount struct {
	Group int
	Key   string
	Count int64
}

// MaxGroups is the maximum number of groups.
const MaxGroups = 1 << 15

// Count runs a job and counts the keys of its records, for which its Op calls [Output.Count]. Of the job, it uses Job,
// Memory and TempDir. top is the maximum number of keys of a group that are returned; 0 means all.
//
// Counts are exact: keys that do not fit into memory are stored in a temporary file. The errors are the errors of Run,
// or an error of the temporary file. After an error of the input, and if ctx is done, Counts has the keys of the
// records before it; if not, it is nil.
func Count(ctx context.Context, r io.Reader, job DedupeJob, top int) (counts *Counts, stats Stats, err error) {
	job.Out, job.SkipFailed, job.Count = Lines, true, true
	c := &Counts{ctx: context.WithoutCancel(ctx), deduper: *newDeduper(nil, &job)}
	c.top = top
	job.seed, job.filter = c.set.seed, c.filter
	defer func() {
		if counts == nil {
			c.Close()
		}
	}()
	stats, err = Run(ctx, r, io.Discard, job.Job)
	if _, ok := errors.AsType[*spillError](err); ok {
		return nil, stats, err
	}
	if err := c.finish(); err != nil {
		return nil, stats, err
	}
	return c, stats, err
}

// All iterates over the keys: by group, the highest count first, equal counts in the order of the first 4 KiB of their
// keys. It can be called once.
func (c *Counts) All() iter.Seq2[KeyCount, error] {
	return func(yield func(KeyCount, error) bool) {
		stop := errors.New("")
		seen := make([]int, len(c.Groups))
		err := c.mergeRuns(c.ctx, c.runs, func(e entry) error {
			group := int(e.num >> countBits)
			if seen[group]++; seen[group] > c.top && c.top > 0 {
				return nil
			}
			if !yield(KeyCount{group, string(e.result[:len(e.result)-1]), mostCount - e.num&mostCount}, nil) {
				return stop
			}
			return nil
		})
		if err != nil && err != stop {
			yield(KeyCount{}, err)
		}
	}
}

// Close removes the temporary file.
func (c *Counts) Close() { c.spill.close() }

// The rank of a key in the results has the number of its group, and in the lower bits the difference of its count and
// mostCount.
const (
	countBits = 48
	mostCount = 1<<countBits - 1
)

// recentKeys is the number of keys of a block whose counts an Output adds up.
const recentKeys = 1 << 10

// Count counts key, which belongs to a group, for [Count].
func (o *Output) Count(group int, key string) {
	start := len(o.keys)
	o.keys = append(binary.BigEndian.AppendUint16(o.keys, uint16(group)), key...)
	hash := maphash.Bytes(o.job.seed, o.keys[start:])
	if o.recent == nil {
		o.recent = make([]int32, recentKeys)
	}
	// An index of an earlier block does no harm: hash and key are compared.
	recent := &o.recent[hash%recentKeys]
	if i := int(*recent); i < len(o.marks) && o.marks[i].hash == hash && o.job.MaxFailed == 0 {
		from := 0
		if i > 0 {
			from = o.marks[i-1].key
		}
		if bytes.Equal(o.keys[from:o.marks[i].key-1], o.keys[start:]) {
			o.keys = o.keys[:start]
			o.marks[i].num++
			return
		}
	}
	o.keys = append(o.keys, '\n') // a result of an entry is never empty
	*recent = int32(len(o.marks))
	o.marks = append(o.marks, keyMark{num: 1, key: len(o.keys), hash: hash})
}

// filter counts the keys of a block.
func (c *Counts) filter(o *Output) error {
	start := 0
	for _, mark := range o.marks {
		e := entry{num: mark.num, key: o.keys[start : mark.key-1], result: o.keys[start:mark.key]}
		if _, err := c.add(mark.hash, e, e.num, &c.parts); err != nil {
			return err
		}
		start = mark.key
	}
	return nil
}

// finish sorts the counted keys.
func (c *Counts) finish() error {
	if err := c.counted(); err != nil {
		return err
	}
	err := c.eachPart(func(part *stream) (more []*stream, err error) {
		err = c.mergeRuns(c.ctx, []*stream{part}, func(e entry) error {
			_, err := c.add(c.set.hash(e.key), e, e.num, &more)
			return err
		})
		if err != nil {
			return nil, err
		}
		return more, c.counted()
	})
	if err != nil {
		return err
	}
	return cmp.Or(c.shorten(), c.keepBatch(), c.fewRuns(c.ctx))
}

// counted takes the keys of the set, with their counts.
func (c *Counts) counted() error {
	next := c.set.counted()
	for key, count := next(); key != nil; key, count = next() {
		group := int(binary.BigEndian.Uint16(key))
		key = key[2:]
		for len(c.Groups) <= group {
			c.Groups = append(c.Groups, Group{})
		}
		c.Groups[group].Keys++
		c.Groups[group].Total += int64(count)
		rank := int64(group)<<countBits | (mostCount - min(int64(count), mostCount))
		if err := c.sort(entry{num: rank, result: append(bytes.Clone(key), '\n')}); err != nil {
			return err
		}
	}
	return nil
}
