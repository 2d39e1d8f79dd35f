import java.net.URI;
import org.apache.http.HttpHost;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.utils.URIUtils;

/** Writes to which host HttpClient 4 connects. Lines.java has the protocol. */
public class Oracle4 {
    public static void main(String[] args) throws Exception {
        Lines.serve(args[0], (base, url) -> {
            URI uri = new HttpGet(url).getURI();
            HttpHost host = URIUtils.extractHost(uri);
            if (host == null) {
                return null;
            }
            return new String[] {uri.getScheme(), host.getHostName(), Lines.port(host.getPort()), uri.toString()};
        });
    }
}
