package org.plimsoll.driver.hbase;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.HBaseServer;
import org.plimsoll.testkit.SharedServer;

/** The server that the test classes share. */
final class SharedHBase implements BeforeAllCallback {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  private static @Nullable HBaseServer shared;

  @Override
  public void beforeAll(ExtensionContext context) {
    shared =
        SharedServer.of(context, SharedHBase.class, folder -> HBaseServer.start(ROOT, folder))
            .server();
  }

  static HBaseServer server() {
    return Objects.requireNonNull(shared);
  }
}
