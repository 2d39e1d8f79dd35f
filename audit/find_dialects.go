package audit

import (
	"cmp"
	"slices"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/internal/text/redact"
	"earl.example/urlerr"
)

// This file has the finders for disagreements between dialects.

func (v *view) findHostDisagreement() {
	switch differ := v.differ(); {
	case differ.Has(urlerr.Scheme):
		v.add(span(0, v.afterScheme()), `Dialects read different schemes: `+
			v.list(urlerr.Scheme, func(r *Verdict) string { return value(&r.Reading, urlerr.Scheme) })+`.`)
	case differ.Has(urlerr.Host) && v.scheme == "file" && ascii.HasDrive(v.get(urlerr.Authority)): // file-remote-host
	case differ.Has(urlerr.Host):
		v.add(v.hostSpan(), `Dialects read different hosts: `+v.list(urlerr.Host, (*Verdict).hostText)+`.`)
	case differ.Has(urlerr.Port):
		v.add(v.hostSpan(), `Dialects read different ports: `+v.list(urlerr.Port, portText)+`.`)
	}
}

// differ returns the aspects on which dialects disagree, for programs that can fetch the URL. If the schemes differ,
// differ ignores readings with a guessed scheme, because another finder reports guessed schemes.
func (v *view) differ() Aspects {
	guesses := v.report.Differ.Has(urlerr.Scheme) && v.guesses()
	if v.report.Differ == 0 || !guesses && v.isWeb {
		return v.report.Differ
	}
	return compare(slices.DeleteFunc(slices.Clone(v.report.Verdicts), func(r Verdict) bool {
		return guesses && isGuess(&r.Reading) || r.accepted() && !r.fetches()
	}))
}

// fetches reports whether the program can fetch a URL with the scheme of the reading.
func (v *Verdict) fetches() bool {
	schemes := programs()[v.Dialect.Name()].schemes
	return len(schemes) == 0 || slices.Contains(schemes, ascii.ToLower(value(&v.Reading, urlerr.Scheme)))
}

// isFetched reports whether some program that is known fetches URLs with the scheme, or if there is none, whether the
// base can have such a scheme. http+unix is a scheme for sockets, which have no name.
func (v *view) isFetched() bool {
	last := v.scheme[strings.LastIndexByte(v.scheme, '+')+1:]
	return v.scheme == "" || v.isWeb || scheme.Lookup(last).Port != 0 ||
		slices.Contains(programs()["libcurl"].schemes, last)
}

// hostText returns the host, and in parentheses the host to which the program connects, if that is another text.
func (v *Verdict) hostText() string {
	text := value(&v.Reading, urlerr.Host)
	if isUndisputed(text) {
		return text
	}
	host, elsewhere := v.Hosts()
	switch {
	case elsewhere != HostValue{}:
		return text + " (" + elsewhere.String() + " on some platforms)"
	case host.String() != text:
		return text + " (" + host.String() + ")"
	}
	return text
}

func portText(v *Verdict) string {
	if v.Reading.PortErr() != nil {
		return "invalid"
	}
	return portOf(&v.Reading)
}

// list returns a list of the dialects that accept the URL. Each item has the name of a dialect, and the result of the
// function read for the reading of this dialect. read returns a form of the component c. It is masked if some dialect
// could read it in a password.
func (v *view) list(c urlerr.Component, read func(r *Verdict) string) string {
	var items []string
	for i := range v.report.Verdicts {
		r := &v.report.Verdicts[i]
		if !r.accepted() {
			continue
		}
		text := read(r)
		at, _ := r.Reading.InInput(c)
		hides := func(x redact.Span) bool { return max(at.Start, x.Start) < min(at.End, x.End) }
		if slices.ContainsFunc(redact.Append(nil, r.Reading.Input(), false), hides) {
			text = redact.Mask
		}
		if len(text) > 60 {
			text = text[:60] + "…"
		}
		items = append(items, r.Dialect.String()+" "+Escape(cmp.Or(text, "none")))
	}
	return strings.Join(items, ", ")
}

func (v *view) findPartDisagreement() {
	differ := v.differ()
	if all := v.report.Differ; all.Has(urlerr.Host) && !differ.Has(urlerr.Host) && !all.Has(urlerr.Scheme) {
		v.add(v.hostSpan(), `Dialects read different hosts, but a program that reads another one does not fetch URLs with `+
			`this scheme: `+v.list(urlerr.Host, (*Verdict).hostText)+`.`)
		return
	}
	for _, c := range [...]urlerr.Component{urlerr.Userinfo, urlerr.Path, urlerr.Query, urlerr.Fragment} {
		if differ.Has(c) {
			v.addInput(v.inInput(c), `Dialects disagree on the `+c.String()+`.`, "")
			return
		}
	}
}

func (v *view) findAcceptanceSplit() {
	if v.report.Differ&Acceptance == 0 || v.scheme == "" && v.report.base == nil {
		return
	}
	var names []string
	where, known := span(0, len(v.input)), false
	for i := range v.report.Verdicts {
		r := &v.report.Verdicts[i]
		if r.accepted() || !r.modelled() {
			continue
		}
		names = append(names, r.Dialect.String())
		if at := errorOffset(r.Reading.Err(), v.input); at >= 0 && !known {
			where, known = span(at, min(at+1, len(v.input))), true
		}
	}
	v.addInput(where, `Rejected by `+strings.Join(names, ", ")+`, accepted by others. Do not trust a URL on which `+
		`programs disagree.`, "")
}
