import jakarta.servlet.http.*;
import java.io.*;
import java.net.*;

/** Servlets at /admin/* and / in Tomcat and Jetty. */
public class Servlets {
  static class S extends HttpServlet {
    final String name;
    S(String name) { this.name = name; }
    protected void service(HttpServletRequest q, HttpServletResponse s) throws IOException {
      s.getWriter().print(name + "\t" + q.getServletPath() + (q.getPathInfo() == null ? "" : q.getPathInfo()));
    }
  }
  public static void main(String[] args) throws Exception {
    java.util.logging.LogManager.getLogManager().reset();
    var t = new org.apache.catalina.startup.Tomcat();
    t.setBaseDir("@W@/tomcat");
    t.setPort(@tomcat@);
    t.getConnector().setProperty("address", "127.0.0.1");
    var c = t.addContext("", new File("@W@").getAbsolutePath());
    for (var row : new String[][] {{"admin", "/admin/*"}, {"other", "/"}}) {
      org.apache.catalina.startup.Tomcat.addServlet(c, row[0], new S(row[0]));
      c.addServletMappingDecoded(row[1], row[0]);
    }
    t.start();
    var j = new org.eclipse.jetty.server.Server(new InetSocketAddress("127.0.0.1", @jetty@));
    var h = new org.eclipse.jetty.ee10.servlet.ServletContextHandler();
    h.setContextPath("/");
    h.addServlet(new org.eclipse.jetty.ee10.servlet.ServletHolder(new S("admin")), "/admin/*");
    h.addServlet(new org.eclipse.jetty.ee10.servlet.ServletHolder(new S("other")), "/");
    j.setHandler(h);
    j.start();
  }
}
