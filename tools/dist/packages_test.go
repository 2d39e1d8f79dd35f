package main

import "testing"

// TestNumber: the versions of a package manager are ordered as the commits are.
func TestNumber(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ described, npm, pip, deb string }{
		{"58c16e77", "0.0.0+g58c16e77", "0.0.0+g58c16e77", "0.0.0+g58c16e77"},
		{"58c16e77-dirty", "0.0.0+g58c16e77.dirty", "0.0.0+g58c16e77.dirty", "0.0.0+g58c16e77.dirty"},
		{"v1.0.0", "1.0.0", "1.0.0", "1.0.0"},
		{"1.2.30", "1.2.30", "1.2.30", "1.2.30"},
		{"v1.0.0-rc.1", "1.0.0-rc.1", "1.0.0rc1", "1.0.0~rc.1"},
		{"v1.0.0-rc1", "1.0.0-rc.1", "1.0.0rc1", "1.0.0~rc.1"},
		{"v1.0.0-rc.1-5-gabcdef0", "1.0.0-rc.1+5.gabcdef0", "1.0.0rc1+5.gabcdef0", "1.0.0~rc.1+5.gabcdef0"},
		{"v1.0.0-12-gabcdef0", "1.0.0+12.gabcdef0", "1.0.0+12.gabcdef0", "1.0.0+12.gabcdef0"},
		{"v1.0.0-12-gabcdef0-dirty", "1.0.0+12.gabcdef0.dirty", "1.0.0+12.gabcdef0.dirty", "1.0.0+12.gabcdef0.dirty"},
		{"v1.0.0-dirty", "1.0.0+dirty", "1.0.0+dirty", "1.0.0+dirty"},
	} {
		r := release{version: tt.described}
		if npm, pip, deb := r.number("-rc.", "+"), r.number("rc", "+"), r.number("~rc.", "+"); npm != tt.npm || pip != tt.pip || deb != tt.deb {
			t.Errorf("%s: %s, %s, %s, want %s, %s, %s", tt.described, npm, pip, deb, tt.npm, tt.pip, tt.deb)
		}
	}
}
