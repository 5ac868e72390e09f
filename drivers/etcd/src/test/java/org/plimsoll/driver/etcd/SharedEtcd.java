package org.plimsoll.driver.etcd;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.EtcdServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SharedServer;

/** The server of one member that the test classes share. */
final class SharedEtcd implements BeforeAllCallback {
  private static @Nullable RealServer shared;

  @Override
  public void beforeAll(ExtensionContext context) {
    shared = SharedServer.of(context, SharedEtcd.class, EtcdServer::start).server();
  }

  static RealServer server() {
    return Objects.requireNonNull(shared);
  }
}
