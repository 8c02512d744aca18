module example.com/outside

go 1.26.0

require ouro v0.0.0

replace ouro => ../..
