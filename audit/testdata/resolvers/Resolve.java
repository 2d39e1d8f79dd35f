import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/**
 * Asks InetAddress which hosts are addresses, as package internal/testing/oracle describes. The answer is the address, or
 * "-" for a name. With -Djdk.net.hosts.file, no name is looked up.
 */
public class Resolve {
    public static void main(String[] args) throws Exception {
        System.out.println(Runtime.version().feature() + "\t" + Runtime.version());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String digits = line.split(" ", -1)[1];
            byte[] bytes = new byte[digits.length() / 2];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
            }
            String answer = "-";
            try {
                InetAddress address = InetAddress.getByName(new String(bytes, StandardCharsets.UTF_8));
                StringBuilder hex = new StringBuilder("~");
                for (byte b : address.getHostAddress().split("%")[0].getBytes(StandardCharsets.UTF_8)) {
                    hex.append(String.format("%02x", b));
                }
                answer = hex.toString();
            } catch (Exception e) {
                answer = "-";
            }
            System.out.println(answer);
            System.out.flush();
        }
    }
}
