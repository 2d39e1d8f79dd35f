package wrappers

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"golang.org/x/oauth2"

	"earl.example/audit"
	"earl.example/guard"
)

// The functions are the code of docs/guide/ssrf.md.

func sdkClient(client *guard.Client) *http.Client {
	sdk := &http.Client{Transport: client.RoundTripper()}
	return sdk
}

func oauthClient(ctx context.Context, client *guard.Client, token *oauth2.Token) *http.Client {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, client.HTTP())
	authorized := oauth2.NewClient(ctx, oauth2.StaticTokenSource(token))
	return authorized
}

func retryClient(client *guard.Client) *retryablehttp.Client {
	retry := retryablehttp.NewClient()
	retry.HTTPClient = client.HTTP()
	retry.CheckRetry = func(ctx context.Context, response *http.Response, err error) (bool, error) {
		_, rejected := errors.AsType[*audit.PolicyError](err)
		if rejected || errors.Is(err, guard.ErrRedirects) || errors.Is(err, guard.ErrDowngrade) {
			return false, err // the next attempt has the same result
		}
		return retryablehttp.DefaultRetryPolicy(ctx, response, err)
	}
	return retry
}

func tracedClient(client *guard.Client) *http.Client {
	traced := client.HTTP()
	traced.Transport = otelhttp.NewTransport(traced.Transport)
	return traced
}

func imageProxy(policy audit.Policy) http.Handler {
	client := &guard.Client{Policy: policy, MaxRedirects: -1, MaxBody: 10 << 20} // browsers follow the redirects
	proxy := &httputil.ReverseProxy{
		Transport: client.RoundTripper(),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.Header = http.Header{} // no cookie of this site
			image, err := client.NewRequest(r.In.Context(), "GET", r.In.FormValue("url"), nil)
			if err != nil {
				r.Out.URL = &url.URL{} // RoundTrip rejects it
				return
			}
			r.Out.URL, r.Out.Host, r.Out.Method = image.URL, image.Host, image.Method
		},
	}
	return proxy
}

// fast shortens the waits of retries.
func fast(c *retryablehttp.Client) *retryablehttp.Client {
	c.RetryWaitMin, c.RetryWaitMax, c.Logger = time.Millisecond, cmp.Or(c.RetryWaitMin, time.Millisecond), nil
	return c
}
