// Answers package internal/testing/oracle with the host that java.net.URI or java.net.URL reads.
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;

public class Hosts {
    public static void main(String[] args) throws IOException {
        System.out.println(Runtime.version().feature());
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            try {
                var url = text(line.split(" ", -1)[1]);
                var host = args[0].equals("java.net.URI") ? new URI(url).getHost() : new URL(url).getHost();
                var answer = new StringBuilder("=");
                for (byte b : (host == null ? "" : host).getBytes(StandardCharsets.UTF_8)) {
                    answer.append(String.format("%02x", b));
                }
                System.out.println(answer);
            } catch (URISyntaxException | MalformedURLException e) {
                System.out.println("!");
            }
        }
    }

    static String text(String hex) {
        byte[] b = new byte[hex.length() / 2];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return new String(b, StandardCharsets.UTF_8);
    }
}
