import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;

/** Resources of Quarkus REST. */
@Path("/")
public class Quarkus {
  @GET @Path("admin/{path:.*}") public String admin(@Context UriInfo uri) { return "admin\t" + uri.getPath(); }
  @GET @Path("{path:.*}") public String other(@Context UriInfo uri) { return "other\t" + uri.getPath(); }
}
