module earl.example/bench

go 1.26.0

require (
	earl.example v0.0.0
	golang.org/x/net v0.62.0
)

require golang.org/x/text v0.43.0 // indirect

replace earl.example => ../
