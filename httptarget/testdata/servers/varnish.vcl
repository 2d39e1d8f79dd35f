vcl 4.1;
backend e { .host = "127.0.0.1"; .port = "@echo@"; }
sub vcl_recv {
  if (req.url ~ "^/admin/") { return (synth(200, "admin")); }
  return (synth(200, "other"));
}
sub vcl_synth {
  set resp.body = resp.reason + "	" + regsub(req.url, "\?.*", "");
  return (deliver);
}
