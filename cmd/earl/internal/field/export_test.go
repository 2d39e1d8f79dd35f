package field

import (
	"earl.example/cmd/earl/internal/cli"
	"earl.example/cmd/earl/internal/view"
)

// A Row is a row of the table of fields, for tests.
type Row struct {
	Name, Argument string // Argument is "" if the field has none
	Kind, Takes    string // the kinds of the field and of its argument
}

// Rows returns the table of fields.
func Rows() (rows []Row) {
	names := [...]string{kindText: "text", kindNumber: "number", kindList: "list", kindTime: "time"}
	for i := range fields {
		f := &fields[i]
		row := Row{Name: f.name, Kind: names[f.kind]}
		if f.argument != nil {
			row.Argument, row.Takes = f.argument.name, names[f.argument.kind]
		}
		rows = append(rows, row)
	}
	return rows
}

// CountReads calls count whenever a field is evaluated, until the returned function is called.
func CountReads(name string, count func()) (restore func()) {
	f := fieldNamed(name, false)
	get := f.get
	f.get = func(v *view.View, arg string) (string, bool, error) {
		count()
		return get(v, arg)
	}
	return func() { f.get = get }
}

// Filters returns the names of the filters.
func Filters() []string { return cli.NamesOf(filters[:], func(f filter) string { return f.name }) }
