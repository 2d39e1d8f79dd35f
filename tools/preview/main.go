// Command preview writes a PNG picture for each SVG picture of a folder. Chats show previews of pages from PNG, and
// seldom from SVG.
//
// It reads the SVG that the page writes: rectangles and texts, with fill colors. Its fonts are Go and Go Mono. A
// character that they do not have is drawn as a box with its number.
package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/width"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "Usage: preview DIR")
		os.Exit(2)
	}
	if err := convert(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "preview:", err)
		os.Exit(1)
	}
}

func convert(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil {
		return err
	}
	fonts := map[string]*opentype.Font{}
	for family, data := range map[string][]byte{"monospace": gomono.TTF, "sans-serif": goregular.TTF} {
		if fonts[family], err = opentype.Parse(data); err != nil {
			return err
		}
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		img, err := render(text, fonts)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		f, err := os.Create(strings.TrimSuffix(name, ".svg") + ".png")
		if err != nil {
			return err
		}
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := errors.Join(encoder.Encode(f, img), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// An element is the picture, or a rectangle or a text in it.
type element struct {
	XMLName  xml.Name
	X        float64   `xml:"x,attr"`
	Y        float64   `xml:"y,attr"`
	Width    float64   `xml:"width,attr"`
	Height   float64   `xml:"height,attr"`
	Fill     string    `xml:"fill,attr"`
	Size     float64   `xml:"font-size,attr"`
	Family   string    `xml:"font-family,attr"`
	Length   float64   `xml:"textLength,attr"`
	Text     string    `xml:",chardata"`
	Elements []element `xml:",any"`
}

func render(text []byte, fonts map[string]*opentype.Font) (image.Image, error) {
	var picture element
	if err := xml.Unmarshal(text, &picture); err != nil {
		return nil, err
	}
	img := image.NewRGBA(image.Rect(0, 0, int(picture.Width), int(picture.Height)))
	for _, e := range picture.Elements {
		var err error
		switch e.XMLName.Local {
		case "title":
		case "rect":
			err = e.rect(img)
		case "text":
			err = e.text(img, fonts[e.Family])
		default:
			err = errors.New("it is no rect and no text")
		}
		if err != nil {
			return nil, fmt.Errorf("element %s: %w", e.XMLName.Local, err)
		}
	}
	return img, nil
}

// ink returns the fill color as an image.
func (e *element) ink() (image.Image, error) {
	c := color.RGBA{A: 255}
	if _, err := fmt.Sscanf(e.Fill, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		return nil, fmt.Errorf("color %q: %w", e.Fill, err)
	}
	return image.NewUniform(c), nil
}

func (e *element) rect(img draw.Image) error {
	ink, err := e.ink()
	if err != nil {
		return err
	}
	round := func(f float64) int { return int(f + .5) }
	area := image.Rect(round(e.X), round(e.Y), round(e.X+e.Width), round(e.Y+e.Height))
	draw.Draw(img, area, ink, image.Point{}, draw.Src)
	return nil
}

func (e *element) text(img draw.Image, f *opentype.Font) error {
	ink, err := e.ink()
	if err != nil {
		return err
	}
	if f == nil {
		return fmt.Errorf("there is no font %q", e.Family)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: e.Size, DPI: 72})
	if err != nil {
		return err
	}
	defer face.Close()
	small, err := opentype.NewFace(f, &opentype.FaceOptions{Size: e.Size * .4, DPI: 72})
	if err != nil {
		return err
	}
	defer small.Close()
	advance := func(r rune) fixed.Int26_6 {
		if has(f, r) {
			a, _ := face.GlyphAdvance(r)
			return a
		}
		columns := 1.0
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			columns = 2
		}
		return fixed.Int26_6(e.Size * .6 * columns * 64) // Go Mono has glyphs of 0.6 em
	}
	natural := fixed.Int26_6(0)
	for _, r := range e.Text {
		natural += advance(r)
	}
	stretch := 1.0
	if e.Length > 0 && natural > 0 {
		stretch = e.Length * 64 / float64(natural)
	}
	d := font.Drawer{Dst: img, Src: ink}
	at := e.X
	for _, r := range e.Text {
		next := at + float64(advance(r))/64*stretch
		if has(f, r) {
			d.Face, d.Dot = face, point(at, e.Y)
			d.DrawString(string(r))
		} else {
			e.box(&d, small, r, at, next)
		}
		at = next
	}
	return nil
}

func has(f *opentype.Font, r rune) bool {
	i, err := f.GlyphIndex(nil, r)
	return err == nil && i != 0
}

// box draws a box with the number of a character between two places of the line.
func (e *element) box(d *font.Drawer, small font.Face, r rune, from, to float64) {
	from, to = from+1, to-2
	top, bottom := e.Y-e.Size*.85, e.Y+e.Size*.2
	for _, side := range []element{
		{X: from, Y: top, Width: to - from, Height: 1}, {X: from, Y: bottom, Width: to - from, Height: 1},
		{X: from, Y: top, Width: 1, Height: bottom - top}, {X: to, Y: top, Width: 1, Height: bottom - top},
	} {
		side.Fill = e.Fill
		side.rect(d.Dst) // the color is the one of the text
	}
	number := fmt.Sprintf("%04X", r)
	d.Face = small
	half := len(number) / 2
	for i, line := range []string{number[:half], number[half:]} {
		d.Dot = point((from+to)/2-float64(d.MeasureString(line))/128, e.Y-e.Size*(.4-.4*float64(i)))
		d.DrawString(line)
	}
}

func point(x, y float64) fixed.Point26_6 {
	return fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}
}
