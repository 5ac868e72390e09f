package org.plimsoll.driver.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.plimsoll.testkit.RealServer;

/** Real nginx servers for tests: files in a folder that are read, written and deleted. */
final class NginxServers {
  private NginxServers() {}

  /**
   * Starts one.
   *
   * @param listen what stands behind the port, such as {@code ssl}
   * @param server more of the block {@code server}
   */
  static RealServer start(Path folder, String listen, String server) {
    int port = RealServer.freePort();
    try {
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
      return RealServer.start(
          command, port, folder, () -> !RealServer.isFree(port), Duration.ofSeconds(20));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String configuration(int port, String listen, String server) {
    // One process, so that the one that tests kill and freeze is the one that answers.
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
        location = / { return 200 "here"; }
        %s
      }
    }
    """
        .formatted(port, listen, server);
  }
}
