package str

import (
	"fmt"
	"time"
)

const secondsOfDay = 24 * 60 * 60

func (p *printer) time(t time.Time, repr bool) error {
	_, offset := t.Zone()
	if err := checkDatetime(t.Year(), offset, p.values.Release); err != nil {
		return err
	}
	micros := t.Nanosecond() / 1000
	if !repr {
		layout := "2006-01-02 15:04:05"
		if micros != 0 {
			layout += ".000000"
		}
		layout += "-07:00"
		if offset%60 != 0 {
			layout += ":00"
		}
		p.dst = t.AppendFormat(p.dst, layout)
		return nil
	}
	year, month, day := t.Date()
	p.dst = fmt.Appendf(p.dst, "datetime.datetime(%d, %d, %d, %d, %d", year, month, day, t.Hour(), t.Minute())
	if t.Second() != 0 || micros != 0 {
		p.dst = fmt.Appendf(p.dst, ", %d", t.Second())
	}
	if micros != 0 {
		p.dst = fmt.Appendf(p.dst, ", %d", micros)
	}
	zone := ".utc"
	if offset != 0 {
		zone = "(" + reprTimedelta(int64(offset), 0) + ")"
	}
	p.dst = fmt.Appendf(p.dst, ", tzinfo=datetime.timezone%s)", zone)
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
	if days != 0 {
		p.dst = fmt.Appendf(p.dst, "%d days, ", days)
		if days == 1 || days == -1 {
			p.dst = append(p.dst[:len(p.dst)-3], ", "...)
		}
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
