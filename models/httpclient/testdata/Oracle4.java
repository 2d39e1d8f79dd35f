import java.net.URI;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.HttpVersion;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.impl.client.DefaultRedirectStrategy;
import org.apache.http.message.BasicHttpResponse;

/** Writes to which host HttpClient 4 connects, or to which URL it redirects. Lines.java has the protocol. */
public class Oracle4 {
    public static void main(String[] args) throws Exception {
        Lines.serve(args[0], (base, url) -> {
            HttpGet request = new HttpGet(base == null ? url : base);
            URI uri = request.getURI();
            HttpHost host = URIUtils.extractHost(uri);
            if (host == null) {
                return null;
            }
            if (base == null) {
                return new String[] {
                    uri.getScheme(), uri.getRawUserInfo(), host.getHostName(), Lines.port(host.getPort()), uri.getRawPath(),
                    uri.getRawQuery(), uri.getRawFragment(), uri.toString()
                };
            }
            HttpResponse response = new BasicHttpResponse(HttpVersion.HTTP_1_1, 302, "Found");
            response.addHeader("Location", url);
            HttpClientContext context = HttpClientContext.create();
            context.setTargetHost(host);
            return new String[] {DefaultRedirectStrategy.INSTANCE.getLocationURI(request, response, context).toString()};
        });
    }
}
