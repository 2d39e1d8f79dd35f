import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Proxy;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/** Answers a URL with the address of the server that java.net.URL reaches. */
public class DialURL {
    public static void main(String[] args) throws Exception {
        System.out.println(Runtime.version().feature() + "\t" + Runtime.version());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String digits = line.split(" ", -1)[1];
            byte[] bytes = new byte[digits.length() / 2];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
            }
            String answer = "!";
            try {
                URL url = new URL(new String(bytes, StandardCharsets.UTF_8));
                StringBuilder hex = new StringBuilder("=");
                for (byte b : url.openConnection(Proxy.NO_PROXY).getInputStream().readAllBytes()) {
                    hex.append(String.format("%02x", b));
                }
                answer = hex.toString();
            } catch (Exception e) {
                answer = "!";
            }
            System.out.println(answer);
            System.out.flush();
        }
    }
}
