package org.plimsoll.driver.s3;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.S3ProxyServer;
import org.plimsoll.testkit.SharedServer;
import org.plimsoll.testkit.TestTarget;

/** One server, which keeps its objects when it is killed, for all tests of the driver. */
final class SharedS3 implements BeforeAllCallback {
  private static volatile @Nullable SharedServer<RealServer> running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        SharedServer.of(
            context,
            SharedS3.class,
            folder -> S3ProxyServer.startDurable(Path.of("../.."), folder));
  }

  static RealServer server() {
    return Objects.requireNonNull(running).server();
  }

  /**
   * The settings that the server needs, and more. The server does not read the checksum at the end
   * of a body, and sometimes closes the connection then.
   */
  static Map<String, String> settings(String... namesAndValues) {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "user",
                S3ProxyServer.USER,
                "password",
                S3ProxyServer.PASSWORD,
                "checksum",
                "none"));
    settings.putAll(TestTarget.named(namesAndValues));
    return settings;
  }
}
