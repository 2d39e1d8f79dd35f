import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A line server for package internal/testing/oracle. A question without an answer, or with an exception, is rejected. */
public class Lines {
    interface Program {
        String[] answer(String base, String url) throws Exception;
    }

    static void serve(String release, Program program) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), 1 << 16);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "US-ASCII");
        StringBuilder answer = new StringBuilder(release + "\tJava " + System.getProperty("java.runtime.version"));
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
            String[] fields = null;
            try {
                fields = program.answer(line.charAt(0) == '-' ? null : text(line.substring(1, space)), text(line.substring(space + 1)));
            } catch (Exception | AssertionError | StackOverflowError e) {
                // rejected
            }
            if (fields == null) {
                answer.append('!');
                continue;
            }
            for (String field : fields) {
                if (answer.length() > 0) {
                    answer.append('\t');
                }
                if (field == null) {
                    answer.append('-');
                    continue;
                }
                answer.append('=');
                for (byte c : field.getBytes(StandardCharsets.UTF_8)) {
                    answer.append(Character.forDigit(c >> 4 & 15, 16)).append(Character.forDigit(c & 15, 16));
                }
            }
        }
    }

    static String port(int port) {
        return port == -1 ? null : Integer.toString(port);
    }

    private static String text(String hex) {
        byte[] b = new byte[hex.length() / 2];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) (Character.digit(hex.charAt(2 * i), 16) << 4 | Character.digit(hex.charAt(2 * i + 1), 16));
        }
        return new String(b, StandardCharsets.UTF_8);
    }
}
