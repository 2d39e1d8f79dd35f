// Package browser tests the page in Chromium.
package browser
