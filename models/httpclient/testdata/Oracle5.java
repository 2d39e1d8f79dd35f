import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.message.BasicHttpResponse;

/** Writes to which host HttpClient 5 connects, or to which URL it redirects. Lines.java has the protocol. */
public class Oracle5 {
    public static void main(String[] args) throws Exception {
        Lines.serve(args[0], (base, url) -> {
            HttpGet request = new HttpGet(base == null ? url : base);
            HttpHost host = RoutingSupport.determineHost(request);
            if (host == null) {
                return null;
            }
            if (base == null) {
                URI uri = URI.create(url);
                return new String[] {
                    uri.getScheme(), uri.getRawUserInfo(), host.getHostName(), Lines.port(host.getPort()), uri.getRawPath(),
                    uri.getRawQuery(), uri.getRawFragment(), uri.toString()
                };
            }
            HttpResponse response = new BasicHttpResponse(302);
            response.addHeader("Location", url);
            HttpClientContext context = HttpClientContext.create();
            return new String[] {DefaultRedirectStrategy.INSTANCE.getLocationURI(request, response, context).toString()};
        });
    }
}
