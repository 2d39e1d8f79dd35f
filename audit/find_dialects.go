package audit

import (
	"slices"
	"strings"

	"earl.example/internal/text/redact"
	"earl.example/reading"
	"earl.example/urlerr"
)

// This file has the finders for disagreements between dialects.

func (v *view) findHostDisagreement() {
	switch differ := v.differ(); {
	case differ.Has(urlerr.Scheme):
		v.add(span(0, v.afterScheme()), `Dialects read different schemes: `+
			v.list(urlerr.Scheme, func(r *reading.Reading) string { return value(r, urlerr.Scheme) })+`.`)
	case differ.Has(urlerr.Host):
		v.add(v.hostSpan(), `Dialects read different hosts: `+
			v.list(urlerr.Host, func(r *reading.Reading) string { return value(r, urlerr.Host) })+`.`)
	case differ.Has(urlerr.Port):
		v.add(v.hostSpan(), `Dialects read different ports: `+v.list(urlerr.Port, portText)+`.`)
	}
}

// differ returns the aspects on which dialects disagree. If the schemes differ, differ ignores readings with a guessed
// scheme, because another finder reports guessed schemes.
func (v *view) differ() Aspects {
	if !v.report.Differ.Has(urlerr.Scheme) || !v.guesses() {
		return v.report.Differ
	}
	return compare(slices.DeleteFunc(slices.Clone(v.report.Verdicts), func(r Verdict) bool {
		return isGuess(&r.Reading)
	}))
}

func portText(r *reading.Reading) string {
	if r.PortErr() != nil {
		return "invalid"
	}
	return portOf(r)
}

// list returns a list of the dialects that accept the URL. Each item has the name of a dialect, and the result of the
// function read for the reading of this dialect. read returns a form of the component c. It is masked if some dialect
// could read it in a password.
func (v *view) list(c urlerr.Component, read func(r *reading.Reading) string) string {
	var items []string
	for i := range v.report.Verdicts {
		r := &v.report.Verdicts[i]
		if !r.accepted() {
			continue
		}
		text := read(&r.Reading)
		at, _ := r.Reading.InInput(c)
		hides := func(x redact.Span) bool { return max(at.Start, x.Start) < min(at.End, x.End) }
		if slices.ContainsFunc(redact.Append(nil, r.Reading.Input(), false), hides) {
			text = redact.Mask
		}
		if len(text) > 60 {
			text = text[:60] + "…"
		}
		if text == "" {
			text = "none"
		}
		items = append(items, r.Dialect.String()+" "+Escape(text))
	}
	return strings.Join(items, ", ")
}

func (v *view) findPartDisagreement() {
	differ := v.differ()
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
		if r.accepted() {
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
