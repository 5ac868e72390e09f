package org.plimsoll.driver.gremlin;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SharedServer;

/** One JanusGraph Server for all test classes. Its graph is empty again after a restart. */
final class SharedJanusGraph implements BeforeAllCallback {
  private static volatile @Nullable SharedServer<RealServer> running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        SharedServer.of(
            context, SharedJanusGraph.class, folder -> GremlinServers.janusGraph(folder));
  }

  static RealServer server() {
    return Objects.requireNonNull(running).server();
  }

  static String address() {
    return server().address();
  }
}
