import io.undertow.*;
import io.undertow.server.HttpHandler;
import io.undertow.servlet.Servlets;
import jakarta.servlet.http.*;
import java.io.IOException;

/** Undertow with a prefix path, and with servlets. */
public class Undertow {
  public static class S extends HttpServlet {
    String name() { return "other"; }
    protected void service(HttpServletRequest q, HttpServletResponse s) throws IOException {
      s.getWriter().print(name() + "\t" + q.getServletPath() + (q.getPathInfo() == null ? "" : q.getPathInfo()));
    }
  }
  public static class Admin extends S { String name() { return "admin"; } }
  public static void main(String[] args) throws Exception {
    java.util.logging.LogManager.getLogManager().reset();
    HttpHandler admin = x -> x.getResponseSender().send("admin\t" + x.getRequestPath());
    HttpHandler other = x -> x.getResponseSender().send("other\t" + x.getRequestPath());
    io.undertow.Undertow.builder().addHttpListener(@undertow@, "127.0.0.1").setIoThreads(2)
        .setHandler(Handlers.path(other).addPrefixPath("/admin/", admin)).build().start();
    var d = Servlets.deployment().setClassLoader(Undertow.class.getClassLoader()).setContextPath("/").setDeploymentName("x")
        .addServlet(Servlets.servlet("a", Admin.class).addMapping("/admin/*"))
        .addServlet(Servlets.servlet("o", S.class).addMapping("/*"));
    var m = Servlets.newContainer().addDeployment(d);
    m.deploy();
    io.undertow.Undertow.builder().addHttpListener(@undertow-servlet@, "127.0.0.1").setIoThreads(2).setHandler(m.start()).build().start();
  }
}
