import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/**
 * Writes how java.net.URI or java.net.URL reads URLs. oracle_test.go runs it; package internal/testing/oracle has the
 * protocol.
 *
 * <pre>java Oracle.java URI|URL</pre>
 *
 * A URL without a base has the fields scheme, authority, userinfo, host, port, path, query, fragment and text, and a
 * URI has its normalized text too. With a base, there is the resolved text, and for URI the relativized text. The
 * kind of an error is the index in a URISyntaxException, counted in bytes of UTF-8.
 */
public class Oracle {
    public static void main(String[] args) throws Exception {
        boolean isURI = args[0].equals("URI");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), 1 << 16);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "US-ASCII");
        StringBuilder answer = new StringBuilder(System.getProperty("java.specification.version"));
        answer.append('\t').append(System.getProperty("java.vendor"));
        answer.append(' ').append(System.getProperty("java.runtime.version"));
        for (;;) {
            out.append(answer).append('\n');
            if (!in.ready()) {
                out.flush();
            }
            String line = in.readLine();
            if (line == null) {
                return;
            }
            answer.setLength(0);
            int space = line.indexOf(' ');
            String base = line.charAt(0) == '-' ? null : text(line.substring(1, space));
            String url = text(line.substring(space + 1));
            try {
                if (isURI) {
                    askURI(answer, base, url);
                } else {
                    askURL(answer, base, url);
                }
            } catch (URISyntaxException e) {
                answer.append('!');
                if (e.getIndex() >= 0) {
                    answer.append(utf8(e.getInput().substring(0, e.getIndex())).length);
                }
            } catch (MalformedURLException | RuntimeException e) {
                answer.append('!');
            }
        }
    }

    static void askURI(StringBuilder answer, String base, String url) throws URISyntaxException {
        if (base != null) {
            URI b = new URI(base);
            URI u = new URI(url);
            put(answer, b.resolve(u).toString(), b.relativize(u).toString());
            return;
        }
        URI u = new URI(url);
        put(answer, u.getScheme(), u.getRawAuthority(), u.getRawUserInfo(), u.getHost(), port(u.getPort()),
            u.getRawPath(), u.getRawQuery(), u.getRawFragment(), u.toString(), u.normalize().toString());
    }

    @SuppressWarnings("deprecation")
    static void askURL(StringBuilder answer, String base, String url) throws MalformedURLException {
        if (base != null) {
            put(answer, new URL(new URL(base), url).toString());
            return;
        }
        URL u = new URL(url);
        put(answer, u.getProtocol(), u.getAuthority(), u.getUserInfo(), u.getHost(), port(u.getPort()),
            u.getPath(), u.getQuery(), u.getRef(), u.toString());
    }

    static String port(int port) {
        return port == -1 ? null : Integer.toString(port);
    }

    static void put(StringBuilder answer, String... values) {
        for (String value : values) {
            if (answer.length() > 0) {
                answer.append('\t');
            }
            if (value == null) {
                answer.append('-');
                continue;
            }
            answer.append('=');
            for (byte c : utf8(value)) {
                answer.append(Character.forDigit(c >> 4 & 15, 16)).append(Character.forDigit(c & 15, 16));
            }
        }
    }

    static byte[] utf8(String s) {
        return s.getBytes(StandardCharsets.UTF_8);
    }

    static String text(String hex) {
        byte[] b = new byte[hex.length() / 2];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) (Character.digit(hex.charAt(2 * i), 16) << 4 | Character.digit(hex.charAt(2 * i + 1), 16));
        }
        return new String(b, StandardCharsets.UTF_8);
    }
}
