package show

import (
	"earl.example"
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
		if url, err = earl.Resolve(d, a.Base, url); err != nil {
			return "rejects"
		}
	}
	var r earl.Reading
	d.Read(&r, url)
	if r.Err() != nil {
		return "rejects"
	}
	if host, _ := r.Host(); host != "" {
		return host
	}
	return "no host"
}
