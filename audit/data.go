package audit

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed ports.txt
var portsText string

//go:embed names.txt
var namesText string

//go:embed lists.txt
var listsText string

// rows calls do with each row of a data file and the line in brackets before it. The text after "#" is the source.
func rows(file string, do func(section, row string)) {
	section := ""
	for line := range strings.Lines(file) {
		row, _, _ := strings.Cut(line, "#")
		row = strings.TrimSpace(row)
		if strings.HasPrefix(row, "[") {
			section = row
		} else if row != "" {
			do(section, row)
		}
	}
}

// ports has the ports of each section of ports.txt except [schemes], and the ports of each scheme.
var ports = sync.OnceValue(func() map[string][]int {
	all := map[string][]int{}
	rows(portsText, func(section, row string) {
		key, listed := section, strings.Fields(row)
		if section == "[schemes]" {
			key, listed = listed[0], listed[1:]
		} else {
			listed = listed[:1]
		}
		for _, text := range listed {
			port, _ := strconv.Atoi(text) // a test checks each row
			all[key] = append(all[key], port)
		}
	})
	return all
})

var lists = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	rows(listsText, func(section, row string) {
		name := strings.Trim(section, "[]")
		all[name] = append(all[name], strings.Fields(row)...)
	})
	return all
})

// list returns a list of lists.txt.
func list(name string) []string { return lists()[name] }

// internalByLabel maps a last label to the names of names.txt that end in it.
var internalByLabel = sync.OnceValue(func() map[string][]internalDomain {
	all := map[string][]internalDomain{}
	rows(namesText, func(section, name string) {
		words, why, _ := strings.Cut(section[1:], "] ")
		d := internalDomain{name: name, why: strings.ReplaceAll(why, "%s", name)}
		for word := range strings.SplitSeq(words, ", ") {
			d.which |= map[string]uint8{"itself": itself, "below": below, "both": itself | below, "machine": machine}[word]
		}
		label := name[strings.LastIndexByte(name, '.')+1:]
		all[label] = append(all[label], d)
	})
	return all
})
