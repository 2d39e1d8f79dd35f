import okhttp3.HttpUrl;

/**
 * Writes how HttpUrl of OkHttp reads URLs. Lines.java has the protocol. The fields are scheme, username, password, host,
 * port, path, query, fragment and the URL. With a base, the field is the resolved URL. An empty username or password,
 * and the default port, are absent.
 */
public class Oracle {
    public static void main(String[] args) throws Exception {
        Lines.serve(args[0], (base, url) -> {
            if (base != null) {
                HttpUrl target = HttpUrl.get(base).resolve(url);
                return target == null ? null : new String[] {target.toString()};
            }
            HttpUrl u = HttpUrl.get(url);
            boolean isDefault = u.port() == HttpUrl.defaultPort(u.scheme());
            return new String[] {u.scheme(), some(u.encodedUsername()), some(u.encodedPassword()), u.host(),
                isDefault ? null : Integer.toString(u.port()), u.encodedPath(), u.encodedQuery(), u.encodedFragment(),
                u.toString()};
        });
    }

    static String some(String s) {
        return s.isEmpty() ? null : s;
    }
}
