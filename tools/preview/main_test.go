package main

import (
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConvert: the PNG has the size, the rectangles and the texts of the SVG, and characters without a glyph leave a mark.
func TestConvert(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100">
<title>a title</title>
<rect x="0.0" y="0.0" width="200.0" height="100.0" fill="#ffffff"/>
<rect x="10.0" y="80.0" width="20.0" height="10.0" fill="#1f4fa3"/>
<text x="10.0" y="40.0" font-size="20.0" font-family="monospace" fill="#b3261e" textLength="36.0" xml:space="preserve">a。</text>
</svg>`
	if err := os.WriteFile(filepath.Join(dir, "a.svg"), []byte(svg), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := convert(dir); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "a.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 200 || size.Y != 100 {
		t.Errorf("the size is %v, want (200,100)", size)
	}
	reddish := func(from, to int) (n int) {
		for x := from; x < to; x++ {
			for y := 20; y < 50; y++ {
				if r, g, _, _ := img.At(x, y).RGBA(); r > g+0x4000 {
					n++
				}
			}
		}
		return n
	}
	for _, tt := range []struct {
		name     string
		from, to int
		drawn    bool
	}{
		{"before the text", 0, 9, false}, {"the letter", 10, 22, true},
		{"the wide character, as a box", 22, 46, true}, {"after the text", 48, 200, false},
	} {
		if n := reddish(tt.from, tt.to); n > 0 != tt.drawn {
			t.Errorf("%s: %d pixels have the color of the text, want some: %t", tt.name, n, tt.drawn)
		}
	}
	if got, want := color.RGBAModel.Convert(img.At(15, 85)), (color.RGBA{0x1f, 0x4f, 0xa3, 255}); got != want {
		t.Errorf("the rectangle is %v, want %v", got, want)
	}
}

// TestUnknown: a picture with something that would be missing in the PNG is an error that says what.
func TestUnknown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, element, want string }{
		{"another element", `<circle/>`, "circle"},
		{"a named color", `<rect fill="red"/>`, `"red"`},
		{"another font", `<text fill="#000000" font-family="serif">a</text>`, `"serif"`},
	} {
		dir := t.TempDir()
		svg := `<svg width="10" height="10">` + tt.element + `</svg>`
		if err := os.WriteFile(filepath.Join(dir, "a.svg"), []byte(svg), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := convert(dir); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that has %s", tt.name, err, tt.want)
		}
	}
}
