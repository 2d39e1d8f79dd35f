// Answers questions about IRIs. A question is a line with a base and a reference, both in hexadecimal. The answer is
// a line of texts: "=" and the bytes in hexadecimal, "!" where a crate rejects and "-" for an absent component:
//
//	scheme userinfo host port path query fragment, of fluent-uri
//	the URI, of fluent-uri and of iri-string
//	the normal form, of fluent-uri
//	the target against the base, of fluent-uri
use std::io::{self, BufRead, Write};

use fluent_uri::{Iri, IriRef};
use iri_string::convert::MappedToUri;
use iri_string::format::ToDedicatedString;
use iri_string::types::IriReferenceStr;

fn decoded(hex: &str) -> String {
    let digit = |c: u8| (c as char).to_digit(16).expect("a hexadecimal digit") as u8;
    let bytes = hex.as_bytes().chunks_exact(2).map(|c| digit(c[0]) << 4 | digit(c[1]));
    String::from_utf8(bytes.collect()).expect("UTF-8")
}

fn hex(text: Option<&str>) -> String {
    match text {
        None => "-".into(),
        Some(text) => text.bytes().fold("=".into(), |hex, b| format!("{hex}{b:02x}")),
    }
}

fn answer(base: &str, text: &str) -> Vec<String> {
    let reject = || "!".to_string();
    let mut all = match IriRef::parse(text) {
        Err(_) => vec![reject(); 8],
        Ok(r) => {
            let a = r.authority();
            vec![
                hex(r.scheme().map(|s| s.as_str())),
                hex(a.as_ref().and_then(|a| a.userinfo()).map(|u| u.as_str())),
                hex(a.as_ref().map(|a| a.host())),
                hex(a.as_ref().and_then(|a| a.port()).map(|p| p.as_str())),
                hex(Some(r.path().as_str())),
                hex(r.query().map(|q| q.as_str())),
                hex(r.fragment().map(|f| f.as_str())),
                hex(Some(r.to_uri_ref().as_str())),
            ]
        }
    };
    all.push(IriReferenceStr::new(text).map_or(reject(), |r| {
        hex(Some(MappedToUri::from(r).to_dedicated_string().as_str()))
    }));
    all.push(IriRef::parse(text).map_or(reject(), |r| hex(Some(r.normalize().as_str()))));
    let target = IriRef::parse(text).ok().and_then(|r| {
        let base = Iri::parse(base).ok()?;
        r.resolve_against(&base.strip_fragment()).ok().map(|u| hex(Some(u.as_str())))
    });
    all.push(target.unwrap_or_else(reject));
    all
}

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (base, text) = line.split_once(' ').expect("two texts");
        writeln!(out, "{}", answer(&decoded(base), &decoded(text)).join(" "))?;
    }
    out.flush()
}
