import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.*;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServer;

/** Routes of Spring WebFlux on Reactor Netty. */
public class WebFlux {
  public static void main(String[] args) {
    HandlerFunction<ServerResponse> admin = r -> ServerResponse.ok().bodyValue("admin\t" + r.requestPath().pathWithinApplication().value());
    HandlerFunction<ServerResponse> other = r -> ServerResponse.ok().bodyValue("other\t" + r.requestPath().pathWithinApplication().value());
    var routes = RouterFunctions.route(RequestPredicates.path("/admin/**"), admin).andRoute(RequestPredicates.path("/**"), other);
    HttpServer.create().host("127.0.0.1").port(@webflux@)
        .handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(routes))).bindNow().onDispose().block();
  }
}
