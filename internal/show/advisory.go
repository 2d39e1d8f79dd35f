package show

import (
	"cmp"

	"earl.example"
	"earl.example/httptarget"
	"earl.example/internal/gallery"
)

// Host returns the host that the dialect of an advisory reads now, "no host" or "rejects".
func Host(a *gallery.Advisory, dialect string) string {
	d, err := earl.ParseDialect(dialect)
	if err != nil {
		return err.Error()
	}
	url := a.URL
	if a.Base != "" {
		url, err = earl.Resolve(d, a.Base, url)
	}
	var r earl.Reading
	if d.Read(&r, url); err != nil || r.Err() != nil {
		return "rejects"
	}
	host, _ := r.Host()
	return cmp.Or(host, "no host")
}

// Path returns the path that the named reader of package httptarget reads, "a redirect" or "rejects".
func Path(a *gallery.PathAdvisory, reader string) string {
	r, _ := httptarget.ParseReader(reader) // a test parses all names
	switch g := r.Read(a.Target); {
	case g.Refused:
		return "rejects"
	case g.Location != "":
		return "a redirect"
	default:
		return g.Path
	}
}
