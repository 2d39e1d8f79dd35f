import jakarta.servlet.*;
import jakarta.servlet.http.*;
import java.io.*;
import java.net.*;
import org.apache.catalina.startup.Tomcat;
import org.springframework.context.annotation.Bean;
import org.springframework.security.web.*;
import org.springframework.security.web.util.matcher.AntPathRequestMatcher;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** The server of the JDK, Vert.x Web, and in Tomcat: Spring MVC, Spring Security, and a filter that reads getRequestURI. */
public class Spring {
  static String path(HttpServletRequest q) { return q.getServletPath() + (q.getPathInfo() == null ? "" : q.getPathInfo()); }
  static class Other extends HttpServlet {
    protected void service(HttpServletRequest q, HttpServletResponse s) throws IOException { s.getWriter().print("other\t" + path(q)); }
  }
  @Controller public static class C {
    @RequestMapping("/admin/**") @ResponseBody String admin(HttpServletRequest q) { return "admin"; }
    @RequestMapping("/**") @ResponseBody String other(HttpServletRequest q) { return "other"; }
  }
  @EnableWebMvc public static class Config { @Bean C c() { return new C(); } }
  static Tomcat tomcat(int port) {
    var t = new Tomcat();
    t.setBaseDir("@W@/tomcat" + port);
    t.setPort(port);
    t.getConnector().setProperty("address", "127.0.0.1");
    return t;
  }
  /** Starts a Tomcat with a filter before a servlet that answers "other". */
  static void filtered(int port, Filter f) throws Exception {
    var t = tomcat(port);
    var c = t.addContext("", new File("@W@").getAbsolutePath());
    var d = new org.apache.tomcat.util.descriptor.web.FilterDef();
    d.setFilterName("f");
    d.setFilter(f);
    c.addFilterDef(d);
    var m = new org.apache.tomcat.util.descriptor.web.FilterMap();
    m.setFilterName("f");
    m.addURLPattern("/*");
    c.addFilterMap(m);
    Tomcat.addServlet(c, "o", new Other());
    c.addServletMappingDecoded("/", "o");
    t.start();
  }
  public static void main(String[] args) throws Exception {
    java.util.logging.LogManager.getLogManager().reset();
    var jdk = com.sun.net.httpserver.HttpServer.create(new InetSocketAddress("127.0.0.1", @jdk-httpserver@), 0);
    for (var n : new String[] {"admin", "other"}) {
      jdk.createContext(n.equals("admin") ? "/admin/" : "/", e -> {
        byte[] b = (n + "\t" + e.getRequestURI().getPath()).getBytes();
        e.sendResponseHeaders(200, b.length);
        e.getResponseBody().write(b);
        e.close();
      });
    }
    jdk.setExecutor(java.util.concurrent.Executors.newFixedThreadPool(4));
    jdk.start();
    var vertx = io.vertx.core.Vertx.vertx();
    var r = io.vertx.ext.web.Router.router(vertx);
    r.route("/admin/*").handler(c -> c.response().end("admin\t" + c.normalizedPath()));
    r.route().handler(c -> c.response().end("other\t" + c.normalizedPath()));
    vertx.createHttpServer().requestHandler(r).listen(@vertx-web@, "127.0.0.1");
    filtered(@getrequesturi@, (q, s, chain) -> {
      var uri = ((HttpServletRequest) q).getRequestURI();
      s.getWriter().print((uri.startsWith("/admin/") ? "admin\t" : "other\t") + uri);
    });
    var proxy = new FilterChainProxy(new DefaultSecurityFilterChain(new AntPathRequestMatcher("/admin/**"),
        (q, s, chain) -> s.getWriter().print("admin\t" + path((HttpServletRequest) q))));
    proxy.afterPropertiesSet();
    filtered(@spring-security@, proxy);
    var t = tomcat(@spring-mvc@);
    var c = t.addContext("", new File("@W@").getAbsolutePath());
    var w = new AnnotationConfigWebApplicationContext();
    w.register(Config.class);
    Tomcat.addServlet(c, "d", new DispatcherServlet(w)).setLoadOnStartup(1);
    c.addServletMappingDecoded("/", "d");
    t.start();
  }
}
