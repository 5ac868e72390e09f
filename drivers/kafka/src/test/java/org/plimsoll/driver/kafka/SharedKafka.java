package org.plimsoll.driver.kafka;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plimsoll.testkit.KafkaServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SelfSigned;
import org.plimsoll.testkit.SharedServer;

/** One broker for all test classes, with listeners of each protocol. */
final class SharedKafka implements BeforeAllCallback {
  /** A user of PLAIN. */
  static final String USER = "alice";

  /** Has all characters that a login must escape. */
  static final String PASSWORD = "se \"cret\\; = 'x'";

  static final String STORE_PASSWORD = "store-pass";

  private static volatile @Nullable SharedServer<KafkaServer.Guarded> running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        SharedServer.of(
            context,
            SharedKafka.class,
            folder ->
                KafkaServer.startGuarded(
                    Path.of("../.."),
                    folder,
                    SelfSigned.in(folder),
                    STORE_PASSWORD,
                    USER,
                    PASSWORD));
  }

  private static SharedServer<KafkaServer.Guarded> running() {
    return Objects.requireNonNull(running);
  }

  static KafkaServer.Guarded guarded() {
    return running().server();
  }

  static RealServer server() {
    return guarded().server();
  }

  /** The folder with the self-signed certificate of the broker. */
  static SelfSigned certified() {
    return new SelfSigned(running().folder());
  }
}
