import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;

/** Answers a URL with the address of the server that HttpClient 4 reaches. */
public class DialHttpClient4 {
    public static void main(String[] args) throws Exception {
        CloseableHttpClient client = HttpClients.custom().setDnsResolver(Dial::resolve).build();
        Lines.serve(args[0], (base, url) -> {
            try (CloseableHttpResponse response = client.execute(new HttpGet(url))) {
                return new String[] {Dial.text(response.getEntity().getContent())};
            }
        });
    }
}
