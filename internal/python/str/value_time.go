package str

import (
	"fmt"
	"time"
)

const secondsOfDay = 24 * 60 * 60

func (p *printer) time(t time.Time, repr bool) error {
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	micros := t.Nanosecond() / 1000
	_, offset := t.Zone()
	if err := checkDatetime(year, offset, p.rel); err != nil {
		return err
	}
	if repr {
		p.dst = fmt.Appendf(p.dst, "datetime.datetime(%d, %d, %d, %d, %d", year, month, day, hour, minute)
		if second != 0 || micros != 0 {
			p.dst = fmt.Appendf(p.dst, ", %d", second)
		}
		if micros != 0 {
			p.dst = fmt.Appendf(p.dst, ", %d", micros)
		}
		if offset == 0 {
			p.add(", tzinfo=datetime.timezone.utc)")
		} else {
			p.dst = fmt.Appendf(p.dst, ", tzinfo=datetime.timezone(%s))", reprTimedelta(int64(offset), 0))
		}
		return nil
	}
	p.dst = fmt.Appendf(p.dst, "%04d-%02d-%02d %02d:%02d:%02d", year, month, day, hour, minute, second)
	if micros != 0 {
		p.dst = fmt.Appendf(p.dst, ".%06d", micros)
	}
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	p.dst = fmt.Appendf(p.dst, "%c%02d:%02d", sign, offset/3600, offset/60%60)
	if offset%60 != 0 {
		p.dst = fmt.Appendf(p.dst, ":%02d", offset%60)
	}
	return nil
}

// checkDatetime returns an error if a datetime cannot have the given year or the given offset from UTC.
func checkDatetime(year, offset int, rel Release) error {
	yearText, stop := "year %d is out of range", "."
	if rel.AtLeast(14, 0) {
		yearText, stop = "year must be in 1..9999, not %d", ""
	}
	switch {
	case year < 1 || year > 9999:
		return errorf("ValueError", yearText, year)
	case offset <= -secondsOfDay || offset >= secondsOfDay:
		return errorf("ValueError",
			"offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not %s%s",
			reprTimedelta(int64(offset), 0), stop)
	}
	return nil
}

// duration writes a timedelta. As in Python, only the days can be negative.
func (p *printer) duration(d time.Duration, repr bool) {
	micros := d.Microseconds()
	seconds, micros := floorDiv(micros, 1e6)
	if repr {
		p.add(reprTimedelta(seconds, micros))
		return
	}
	days, seconds := floorDiv(seconds, secondsOfDay)
	switch days {
	case 0:
	case 1, -1:
		p.dst = fmt.Appendf(p.dst, "%d day, ", days)
	default:
		p.dst = fmt.Appendf(p.dst, "%d days, ", days)
	}
	p.dst = fmt.Appendf(p.dst, "%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if micros != 0 {
		p.dst = fmt.Appendf(p.dst, ".%06d", micros)
	}
}

func reprTimedelta(seconds, micros int64) string {
	days, secs := floorDiv(seconds, secondsOfDay)
	s := ""
	for _, part := range []struct {
		name  string
		value int64
	}{{"days", days}, {"seconds", secs}, {"microseconds", micros}} {
		if part.value != 0 {
			s += fmt.Sprintf(", %s=%d", part.name, part.value)
		}
	}
	if s == "" {
		return "datetime.timedelta(0)"
	}
	return "datetime.timedelta(" + s[2:] + ")"
}

func floorDiv(a, b int64) (q, r int64) {
	if q, r = a/b, a%b; r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}
