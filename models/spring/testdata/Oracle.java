import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Writes how UriComponentsBuilder.fromUriString of Spring reads URLs. Lines.java has the protocol. The fields are scheme,
 * userinfo, host, port, path or scheme-specific part, query, fragment and the URL.
 */
public class Oracle {
    public static void main(String[] args) throws Exception {
        Lines.serve(args[0], (base, url) -> fields(UriComponentsBuilder.fromUriString(url).build()));
    }

    static String[] fields(UriComponents u) {
        String path = u.getPath() == null ? u.getSchemeSpecificPart() : u.getPath();
        String port = "unreadable";
        try {
            port = Lines.port(u.getPort());
        } catch (IllegalStateException e) {
            // since 6.2
        }
        return new String[] {u.getScheme(), u.getUserInfo(), u.getHost(), port, path, u.getQuery(), u.getFragment(),
            u.toUriString()};
    }
}
