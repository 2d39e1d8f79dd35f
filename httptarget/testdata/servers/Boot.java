package demo;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

/** Spring Boot with its defaults: Tomcat in it, and no Spring Security. */
@SpringBootApplication @RestController
public class Boot {
  @RequestMapping("/admin/**") String admin() { return "admin"; }
  @RequestMapping("/**") String other() { return "other"; }
  public static void main(String[] args) {
    SpringApplication.run(Boot.class, "--server.address=127.0.0.1", "--server.port=@spring-boot@", "--logging.level.root=off");
  }
}
