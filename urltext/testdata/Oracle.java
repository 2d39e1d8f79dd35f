import com.ibm.icu.util.LinkUtilities;
import com.ibm.icu.util.VersionInfo;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes what ICU finds of links in texts. live_test.go runs it; package internal/testing/oracle has the protocol.
 *
 * <pre>java -cp icu4j.jar Oracle.java</pre>
 *
 * The base of a question names a function. "end" writes the end of the path, query and fragment that begin the text, in
 * code points: ICU4J 79.1 counts them there. "mail" writes the start of the local part of an e-mail address before the
 * "@" at the end of the text, in UTF-16 units.
 */
public class Oracle {
    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), 1 << 16);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "US-ASCII");
        String answer = VersionInfo.ICU_VERSION.getVersionString(2, 2) + "\tUnicode "
            + com.ibm.icu.lang.UCharacter.getUnicodeVersion().getVersionString(3, 3);
        for (;;) {
            out.append(answer).append('\n');
            if (!in.ready()) {
                out.flush();
            }
            String line = in.readLine();
            if (line == null) {
                return;
            }
            int space = line.indexOf(' ');
            String name = text(line.substring(1, space));
            String s = text(line.substring(space + 1));
            int at = name.equals("end")
                ? LinkUtilities.scanPathQueryFragment(s, 0, s.length())
                : LinkUtilities.scanBackEmailLocalPart(s, 0, s.length() - 1);
            answer = Integer.toString(at);
        }
    }

    static String text(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
