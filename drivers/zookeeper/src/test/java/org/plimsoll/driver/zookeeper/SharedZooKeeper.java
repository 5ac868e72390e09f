package org.plimsoll.driver.zookeeper;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SharedServer;
import org.plimsoll.testkit.ZooKeeperServer;

/** The server that the test classes share. */
final class SharedZooKeeper implements BeforeAllCallback {
  static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  private static @Nullable RealServer shared;

  @Override
  public void beforeAll(ExtensionContext context) {
    shared =
        SharedServer.of(
                context, SharedZooKeeper.class, folder -> ZooKeeperServer.start(ROOT, folder))
            .server();
  }

  static RealServer server() {
    return Objects.requireNonNull(shared);
  }
}
