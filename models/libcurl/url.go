package libcurl

import (
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// parts holds the results of curl_url_get for all components.
type parts struct {
	scheme         string // lower case; guessed if the URL has no scheme
	user, password model.Part
	options        model.Part // login options of IMAP, POP3 and SMTP, after ";" in the userinfo
	host           string     // decoded; an IPv6 address has brackets but no zone; "" for the scheme file
	zone           string     // zone of an IPv6 address
	port           model.Part // decimal, without leading zeros
	path           string     // not empty
	query          model.Part
	fragment       model.Part
}

// write writes the URL that curl_url_get returns for CURLUPART_URL. It returns the length of this URL. After the URL,
// it appends the values that the URL does not contain literally. If base is set, the URL is the base of a redirect: its
// host is escaped, and unless the release has concat, empty queries and fragments remain.
func (u *parts) write(w *model.Writer, row *row, base bool) (href int) {
	w.Put("", urlerr.Scheme, model.Present(u.scheme))
	w.Add("://")
	host := u.writtenHost(row, base)
	if u.scheme != "file" {
		start := w.Len()
		if u.user.OK {
			w.PutUserinfo(u.user, u.password)
			if u.options.OK {
				w.Add(";")
				w.Add(u.options.Text)
				w.At.Set(urlerr.Userinfo, start, w.Len())
			}
			w.Add("@")
		}
		w.Put("", urlerr.Host, model.Present(host))
		w.Put(":", urlerr.Port, u.port)
		w.At.Set(urlerr.Authority, start, w.Len())
	}
	w.Put("", urlerr.Path, model.Present(u.path))
	empty := base && !row.concat
	put := func(delimiter string, c urlerr.Component, value model.Part, empty bool) {
		value.OK = value.Text != "" || value.OK && empty
		w.Put(delimiter, c, value)
	}
	if u.scheme != "file" || !row.fileQuery {
		put("?", urlerr.Query, u.query, empty)
	}
	put("#", urlerr.Fragment, u.fragment, empty)
	href = w.Len()
	if u.host != host {
		w.Put("", urlerr.Host, model.Present(u.host))
	}
	if _, ok := w.At.Get(urlerr.Query); !ok {
		put("", urlerr.Query, u.query, row.blankQuery)
	}
	return href
}

var unreserved = percent.NewTable(ascii.Unreserved, "")

// writtenHost returns the host in the form that a URL has. If base is set, it is escaped.
func (u *parts) writtenHost(row *row, base bool) string {
	switch {
	case u.zone != "":
		return u.host[:len(u.host)-1] + "%25" + u.zone + "]"
	case strings.HasPrefix(u.host, "["):
		return u.host
	case base:
		text, _ := percent.EncodeString(u.host, &unreserved) // as curl_easy_escape does
		return text
	case row.hostEscape:
		return strings.ReplaceAll(u.host, "%", "%25")
	}
	return u.host
}

func (u *parts) text(row *row, base bool) string {
	var w model.Writer
	href := u.write(&w, row, base)
	return w.String()[:href]
}
