package neturl

import (
	"bytes"
	"strings"

	"earl.example/internal/model"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/percent"
	"earl.example/urlerr"
)

// A url has the fields of a url.URL. The path and the fragment are escaped, as EscapedPath and EscapedFragment return
// them.
type url struct {
	scheme, opaque string
	user, password model.Part // decoded
	host           string     // with the port; decoded
	path           string
	query          model.Part
	fragment       string
	authority      bool // the URL was parsed with an authority, perhaps an empty one
	omitHost       bool // the URL was parsed with a scheme, a slash, and no authority
}

// The characters that URL.String writes unescaped in a component.
var (
	userEscapes     = percent.NewTable(ascii.Unreserved, "$&+,;=")
	hostEscapes     = percent.NewTable(ascii.Unreserved, "!$&'()*+,;=:[]<>\"")
	pathEscapes     = percent.NewTable(ascii.Unreserved, "$&+,/:;=@")
	fragmentEscapes = percent.NewTable(ascii.Unreserved, "$&+,/:;=?@!()*")
)

func encode(s string, table *percent.Table) string {
	text, _ := percent.EncodeString(s, table)
	return text
}

// write writes the URL that URL.String returns, and returns its length. After the URL, it writes the values that the
// URL does not contain literally.
func (u *url) write(w *model.Writer, has quirk) (href int) {
	w.PutScheme(model.Part{Text: u.scheme, OK: u.scheme != ""})
	if u.user.OK || u.host != "" || u.scheme != "" && u.path != "" && !u.omitHost {
		w.Add("//")
	}
	host := encode(u.host, &hostEscapes)
	hostAt := u.writeAuthority(w, host)
	escaped := u.omitHost && strings.HasPrefix(u.path, "//") && has&pathAsHost == 0
	switch {
	case u.opaque != "":
		w.Put("", urlerr.Path, model.Present(u.opaque))
	case escaped:
		w.Add("%2F")
		w.Add(u.path[1:])
	default:
		if segment, _, _ := strings.Cut(u.path, "/"); w.Len() == 0 && strings.IndexByte(segment, ':') >= 0 {
			w.Add("./")
		}
		w.Put("", urlerr.Path, model.Present(u.path))
	}
	w.Put("?", urlerr.Query, u.query)
	w.Put("#", urlerr.Fragment, model.Part{Text: u.fragment, OK: u.fragment != ""})

	href = w.Len()
	if escaped {
		w.Put("", urlerr.Path, model.Present(u.path))
	}
	if host != u.host {
		hostAt = u.writeAuthority(w, u.host)
	}
	if u.authority {
		u.setHost(w, hostAt)
	}
	for _, c := range [...]struct {
		urlerr.Component
		model.Part
	}{{urlerr.Username, u.user}, {urlerr.Password, u.password}} {
		if c.Text != encode(c.Text, &userEscapes) {
			w.Put("", c.Component, c.Part)
		}
	}
	return href
}

// writeAuthority writes the userinfo and the given host with its port, and returns the offset of the host.
func (u *url) writeAuthority(w *model.Writer, host string) (hostAt int) {
	start := w.Len()
	if u.user.OK {
		password := model.Part{Text: encode(u.password.Text, &userEscapes), OK: u.password.OK}
		w.PutUserinfo(model.Present(encode(u.user.Text, &userEscapes)), password)
		w.Add("@")
	}
	hostAt = w.Len()
	w.Add(host)
	if u.authority {
		w.At.Set(urlerr.Authority, start, w.Len())
	}
	return hostAt
}

// setHost sets the spans of the results of Hostname and Port, if the host with its port begins at the given offset.
func (u *url) setHost(w *model.Writer, offset int) {
	start, end := 0, len(u.host)
	if colon := strings.LastIndexByte(u.host, ':'); colon >= 0 && ascii.All(u.host[colon+1:], ascii.Digit) {
		if colon+1 < end {
			w.At.Set(urlerr.Port, offset+colon+1, offset+end)
		}
		end = colon
	}
	if strings.HasPrefix(u.host, "[") && strings.HasSuffix(u.host[:end], "]") {
		start, end = 1, end-1
	}
	w.At.Set(urlerr.Host, offset+start, offset+end)
}

// resolve returns the result of URL.ResolveReference.
func (u *url) resolve(ref url, has quirk) url {
	target := ref
	if ref.scheme != "" || ref.host != "" || ref.user.OK {
		if target.path = removeDots(ref.path, has); ref.scheme == "" {
			target.scheme = u.scheme
		}
		return target
	}
	target.scheme = u.scheme
	if ref.path == "" && !ref.query.OK {
		if target.query = u.query; u.query.Text == "" {
			target.query.OK = false
		}
		if ref.fragment == "" {
			target.fragment = u.fragment
		}
	}
	if ref.path == "" && u.opaque != "" && has&dropOpaque == 0 {
		target.opaque = u.opaque
		return target
	}
	target.user, target.password, target.host = u.user, u.password, u.host
	path := ref.path
	if path == "" {
		path = u.path
	} else if path[0] != '/' {
		path = u.path[:strings.LastIndexByte(u.path, '/')+1] + path
	}
	target.path = removeDots(path, has)
	return target
}

// removeDots removes the dot segments from an escaped path. The result begins with a slash unless path is empty.
func removeDots(path string, has quirk) string {
	if path == "" {
		return ""
	}
	out := append(make([]byte, 0, len(path)+2), '/')
	var slash bool // a slash precedes the next segment, in addition to the one at the start
	var dots bool  // the last segment is a dot segment
	for segment := range strings.SplitSeq(path, "/") {
		switch segment {
		case ".":
			slash, dots = true, true
		case "..":
			last := bytes.LastIndexByte(out[1:], '/')
			out = out[:1+max(last, 0)]
			slash, dots = last > 0 || last == 0 && has&keepSlash != 0, true
		default:
			if slash {
				out = append(out, '/')
			}
			out = append(out, segment...)
			slash, dots = true, false
		}
	}
	if dots {
		out = append(out, '/')
	}
	if len(out) > 1 && out[1] == '/' {
		out = out[1:]
	}
	return string(out)
}
