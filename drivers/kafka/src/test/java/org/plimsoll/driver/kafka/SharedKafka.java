package org.plimsoll.driver.kafka;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.KafkaServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SharedServer;

/** One broker for all test classes. */
final class SharedKafka implements BeforeAllCallback {
  private static volatile @Nullable SharedServer<RealServer> running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        SharedServer.of(
            context, SharedKafka.class, folder -> KafkaServer.start(Path.of("../.."), folder));
  }

  static RealServer server() {
    return Objects.requireNonNull(running).server();
  }
}
