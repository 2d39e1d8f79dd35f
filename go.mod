module earl.example

go 1.26
