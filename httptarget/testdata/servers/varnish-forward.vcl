vcl 4.1;
backend e { .host = "127.0.0.1"; .port = "@echo@"; }
sub vcl_recv { return (pass); }
