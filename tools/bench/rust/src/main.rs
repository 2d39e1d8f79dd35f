// A line server for the crate that the only argument names (url, fluent-uri,
// iri-string, lol_html or linkify): ../../program.go has the questions. Texts are written "=" and their
// bytes in hexadecimal.
use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use fluent_uri::{Uri, UriRef};
use iri_string::resolve::FixedBaseResolver;
use iri_string::spec::UriSpec;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};
use linkify::{LinkFinder, LinkKind};
use lol_html::{HtmlRewriter, Settings, element};
use url::{Url, quirks};

fn decoded(token: &str) -> String {
    let digit = |c: u8| (c as char).to_digit(16).expect("a hexadecimal digit") as u8;
    let bytes = token.as_bytes()[1..]
        .chunks_exact(2)
        .map(|c| digit(c[0]) << 4 | digit(c[1]));
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

fn encoded(text: &str) -> String {
    let mut token = String::from("=");
    for byte in text.bytes() {
        token.push_str(&format!("{byte:02x}"));
    }
    token
}

fn getters(u: &Url) -> String {
    let origin = quirks::origin(u);
    [
        quirks::href(u),
        quirks::protocol(u),
        quirks::username(u),
        quirks::password(u),
        quirks::host(u),
        quirks::hostname(u),
        quirks::port(u),
        quirks::pathname(u),
        quirks::search(u),
        quirks::hash(u),
        &origin,
    ]
    .map(encoded)
    .join(" ")
}

// A setter that fails leaves the URL as it was.
fn set(u: &mut Url, name: &str, value: &str) {
    match name {
        "href" => drop(quirks::set_href(u, value)),
        "protocol" => drop(quirks::set_protocol(u, value)),
        "username" => drop(quirks::set_username(u, value)),
        "password" => drop(quirks::set_password(u, value)),
        "host" => drop(quirks::set_host(u, value)),
        "hostname" => drop(quirks::set_hostname(u, value)),
        "port" => drop(quirks::set_port(u, value)),
        "pathname" => quirks::set_pathname(u, value),
        "search" => quirks::set_search(u, value),
        "hash" => quirks::set_hash(u, value),
        _ => panic!("no setter {name}"),
    }
}

// The best of three passes: this process slept before, and its caches may be cold.
fn took(texts: &[String], mut work: impl FnMut(&str) -> usize) -> u128 {
    let mut best = u128::MAX;
    for _ in 0..3 {
        let mut sum = 0;
        let start = Instant::now();
        for text in texts {
            sum += work(text);
        }
        let time = start.elapsed();
        black_box(sum);
        best = best.min(time.as_nanos());
    }
    best
}

fn fluent(text: &str, base: &Uri<&str>) -> Option<String> {
    UriRef::parse(text)
        .ok()?
        .resolve_against(base)
        .ok()
        .map(Uri::into_string)
}

fn iri(text: &str, base: &FixedBaseResolver<UriSpec>) -> Option<String> {
    Some(base.resolve(UriReferenceStr::new(text).ok()?).to_string())
}

// The targets of href and src, resolved, in bytes.
fn references(page: &str, base: &Url) -> usize {
    let mut sum = 0;
    let found = element!("[href], [src]", |e| {
        for name in ["href", "src"] {
            if let Some(value) = e.get_attribute(name) {
                sum += base.join(&value).map_or(0, |u| u.as_str().len());
            }
        }
        Ok(())
    });
    let settings = Settings::new().append_element_content_handler(found);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page.as_bytes()).expect("no limit");
    rewriter.end().expect("no limit");
    sum
}

fn links(text: &str, finder: &LinkFinder) -> usize {
    finder
        .links(text)
        .map(|l| Url::parse(l.as_str()).map_or(0, |u| u.as_str().len()))
        .sum()
}

fn time(library: &str, what: &str, texts: &[String], base: &str) -> Option<u128> {
    let size = |s: Option<String>| s.map_or(0, |s| s.len());
    match (library, what) {
        ("url", "parse") => Some(took(texts, |s| Url::parse(s).map_or(0, |u| u.as_str().len()))),
        ("url", "resolve") => {
            let base = Url::parse(base).ok()?;
            Some(took(texts, |s| base.join(s).map_or(0, |u| u.as_str().len())))
        }
        ("url", "parse_base_and_resolve") => Some(took(texts, |s| {
            Url::parse(base).and_then(|b| b.join(s)).map_or(0, |u| u.as_str().len())
        })),
        ("fluent-uri", "parse") => Some(took(texts, |s| {
            UriRef::parse(s).map_or(0, |u| black_box(u).as_str().len())
        })),
        ("fluent-uri", "resolve") => {
            let base = Uri::parse(base).ok()?;
            Some(took(texts, |s| size(fluent(s, &base))))
        }
        ("iri-string", "parse") => Some(took(texts, |s| {
            UriReferenceStr::new(s).map_or(0, |u| black_box(u).as_str().len())
        })),
        ("iri-string", "resolve") => {
            let base = FixedBaseResolver::new(UriAbsoluteStr::new(base).ok()?);
            Some(took(texts, |s| size(iri(s, &base))))
        }
        ("lol_html", "extract") => {
            let base = Url::parse(base).ok()?;
            Some(took(texts, |s| references(s, &base)))
        }
        ("linkify", what) => {
            let mut finder = LinkFinder::new();
            finder.kinds(&[LinkKind::Url]);
            match what {
                "find" => Some(took(texts, |s| finder.links(s).map(|l| l.as_str().len()).sum())),
                _ => Some(took(texts, |s| links(s, &finder))),
            }
        }
        _ => None,
    }
}

fn parse(library: &str, text: &str, base: Option<&str>) -> Option<String> {
    match (library, base) {
        ("url", None) => Url::parse(text).ok().map(|u| getters(&u)),
        ("url", Some(base)) => Url::parse(base).ok()?.join(text).ok().map(|u| getters(&u)),
        ("fluent-uri", None) => UriRef::parse(text).ok().map(|u| encoded(u.as_str())),
        ("fluent-uri", Some(base)) => fluent(text, &Uri::parse(base).ok()?).map(|s| encoded(&s)),
        ("iri-string", None) => UriReferenceStr::new(text).ok().map(|u| encoded(u.as_str())),
        (_, None) => None,
        (_, Some(base)) => {
            let base = FixedBaseResolver::new(UriAbsoluteStr::new(base).ok()?);
            iri(text, &base).map(|s| encoded(&s))
        }
    }
}

fn uri(library: &str, text: &str) -> Option<String> {
    match library {
        "fluent-uri" => Uri::parse(text).ok().map(|u| encoded(u.as_str())),
        _ => UriStr::new(text).ok().map(|u| encoded(u.as_str())),
    }
}

fn main() -> io::Result<()> {
    let library = std::env::args().nth(1).expect("the name of a crate");
    let pin = format!("{library} = \"=");
    let version = include_str!("../Cargo.toml").lines().find_map(|l| l.strip_prefix(&pin));
    println!("{}", version.expect("a crate of Cargo.toml").trim_end_matches('"'));
    let (mut texts, mut base) = (Vec::new(), String::new());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (what, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let answer = match (what, words.as_slice()) {
            ("texts", tokens) => {
                texts = tokens.iter().map(|t| decoded(t)).collect();
                Some(texts.len().to_string())
            }
            ("base", [token]) => {
                base = decoded(token);
                parse(&library, &base, None)
            }
            ("time", [what, from, to]) => {
                let at = |s: &str| s.parse::<usize>().expect("an index");
                time(&library, what, &texts[at(from)..at(to)], &base).map(|ns| ns.to_string())
            }
            ("parse", [token]) => parse(&library, &decoded(token), None),
            ("parse", [token, base]) => parse(&library, &decoded(token), Some(&decoded(base))),
            ("uri", [token]) => uri(&library, &decoded(token)),
            ("set", [token, name, value]) => Url::parse(&decoded(token)).ok().map(|mut u| {
                set(&mut u, name, &decoded(value));
                getters(&u)
            }),
            _ => Some("?".to_string()),
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{}", answer.as_deref().unwrap_or("-"))?;
    }
    Ok(())
}
