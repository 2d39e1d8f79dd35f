// Answers package internal/testing/oracle with the host that java.net.URI or java.net.URL reads.
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

public class Hosts {
    public static void main(String[] args) throws IOException {
        System.out.println(Runtime.version().feature());
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            try {
                var url = new String(HexFormat.of().parseHex(line.split(" ", -1)[1]), StandardCharsets.UTF_8);
                var host = args[0].equals("java.net.URI") ? new URI(url).getHost() : new URL(url).getHost();
                var bytes = (host == null ? "" : host).getBytes(StandardCharsets.UTF_8);
                System.out.println("=" + HexFormat.of().formatHex(bytes));
            } catch (URISyntaxException | MalformedURLException e) {
                System.out.println("!");
            }
        }
    }
}
