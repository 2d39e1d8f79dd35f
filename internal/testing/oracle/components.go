package oracle

import (
	"strings"

	"earl.example/reading"
	"earl.example/urlerr"
)

// Components returns the values of the components of r, and the components in its input url: "scheme=http path=/".
func Components(r *reading.Reading, url string) (values, input string) {
	var all, written []string
	for c := urlerr.Scheme; c <= urlerr.Fragment; c++ {
		if value, ok := r.Get(c); ok {
			all = append(all, c.String()+"="+value)
		}
		if span, ok := r.InInput(c); ok {
			written = append(written, c.String()+"="+url[span.Start:span.End])
		}
	}
	return strings.Join(all, " "), strings.Join(written, " ")
}
