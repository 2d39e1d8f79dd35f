import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.HttpHost;

/** Writes to which host HttpClient 5 connects. Lines.java has the protocol. */
public class Oracle5 {
    public static void main(String[] args) throws Exception {
        Lines.serve(args[0], (base, url) -> {
            HttpHost host = RoutingSupport.determineHost(new HttpGet(url));
            if (host == null) {
                return null;
            }
            URI uri = URI.create(url);
            return new String[] {uri.getScheme(), host.getHostName(), Lines.port(host.getPort()), uri.toString()};
        });
    }
}
