import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;

/** Answers a URL with the address of the server that HttpClient 5 reaches. */
public class DialHttpClient5 {
    public static void main(String[] args) throws Exception {
        DnsResolver resolver = new DnsResolver() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                return Dial.resolve(host);
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        };
        CloseableHttpClient client = HttpClients.custom().setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create().setDnsResolver(resolver).build()).build();
        Lines.serve(args[0], (base, url) ->
            client.execute(new HttpGet(url), response -> new String[] {Dial.text(response.getEntity().getContent())}));
    }
}
