import org.springframework.web.util.UriComponentsBuilder;

/** Writes how the parser WHAT_WG of Spring 6.2 reads URLs. A half of a surrogate pair is U+FFFD. */
public class WhatWg {
    public static void main(String[] args) throws Exception {
        Lines.serve(args[0], (base, url) -> {
            String[] fields = Oracle.fields(UriComponentsBuilder.fromUriString(url, UriComponentsBuilder.ParserType.WHAT_WG).build());
            for (int i = 0; i < fields.length; i++) {
                fields[i] = fields[i] == null ? null : fields[i].codePoints()
                    .map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
            }
            return fields;
        });
    }
}
