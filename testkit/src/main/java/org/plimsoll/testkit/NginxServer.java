package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A real nginx in its own folder. By default it reads, writes and deletes files. */
public final class NginxServer {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private NginxServer() {}

  /**
   * Starts a server.
   *
   * @param listen the parameters of {@code listen} after the port, such as {@code ssl}
   * @param server additional lines of the block {@code server}
   */
  public static RealServer start(Path folder, String listen, String server) throws IOException {
    int port = RealServer.freePort();
    Path own = Files.createDirectories(folder.resolve("nginx-" + port));
    Files.createDirectories(own.resolve("files"));
    Path configuration =
        Files.writeString(own.resolve("nginx.conf"), configuration(port, listen, server));
    List<String> command =
        List.of(
            RealServer.binary("nginx"),
            "-p",
            own.toString(),
            "-c",
            configuration.toString(),
            "-e",
            own.resolve("error.log").toString());
    return RealServer.start(command, port, own, () -> RealServer.listens(port), PATIENCE);
  }

  private static String configuration(int port, String listen, String server) {
    // A single process, so that tests kill and freeze the process that answers.
    return """
    daemon off;
    master_process off;
    pid nginx.pid;
    events {}
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      server {
        listen 127.0.0.1:%d %s;
        root files;
        client_max_body_size 64m;
        dav_methods PUT DELETE;
        create_full_put_path on;
        %s
      }
    }
    """
        .formatted(port, listen, server);
  }

  /** Returns the lines of the block {@code server} for a server that listens with {@code ssl}. */
  public static String tls(SelfSigned made) {
    return "ssl_certificate %s; ssl_certificate_key %s;\n"
        .formatted(made.certificate(), made.key());
  }
}
