package canon

import (
	"earl.example/rfc3986"
	"earl.example/whatwg"
)

func syntaxForm(url string) (string, error) { return normalForm(url, rfc3986.StepsSyntax) }

func schemeForm(url string) (string, error) {
	return normalForm(url, rfc3986.StepsSyntax|rfc3986.StepsScheme)
}

func normalForm(url string, steps rfc3986.Steps) (string, error) {
	ref, err := rfc3986.Parse(url)
	if err != nil {
		return "", err
	}
	return ref.Normalize(steps).String(), nil
}

func whatwgForm(url string) (string, error) {
	u, err := whatwg.Parse(url)
	return u.Href(), err
}
