package weblog

import (
	"strconv"
	"strings"
	"time"
)

// timeLayouts are the layouts of times in logs. A fraction can follow the seconds of each.
var timeLayouts = []string{
	"02/Jan/2006:15:04:05 -0700", "2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05 -0700",
	"2006-01-02 15:04:05Z07:00", "02/Jan/2006:15:04:05", "02/Jan/2006 15:04:05", "2006-01-02T15:04:05", time.DateTime,
	time.RFC1123, time.RFC1123Z, time.ANSIC, time.DateOnly, "2006-01-02T15:04Z07:00", "2006-01-02 15:04",
	"2006-01-02T15:04",
}

// ParseTime parses a time of a log, perhaps in brackets: as Apache, nginx, HAProxy and cloud services write it, or the
// seconds, milliseconds, microseconds or nanoseconds since 1970. A time without a zone is of the given one.
func ParseTime(text string, zone *time.Location) (t time.Time, ok bool) {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	if whole, fraction, _ := strings.Cut(text, "."); len(whole) >= 9 && strings.Trim(whole+fraction, "0123456789") == "" {
		digits := (whole + fraction + "000000000000000000")[:19] // of nanoseconds, if whole has the 10 digits of seconds
		if n := len(whole); n != 10 && n != 13 && n != 16 && n != 19 {
			return t, false
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		return time.Unix(0, n).UTC(), err == nil
	}
	for _, layout := range timeLayouts {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t.UTC(), true
		}
	}
	return t, false
}
