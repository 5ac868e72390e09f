package org.plimsoll.driver.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestTarget;

/** Tests the driver contract with string keys, binary values and no sort key. */
class DynamoDbContractTest extends ServerDriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = DynamoDbServers.startDurable(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new DynamoDbDriver();
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected Map<String, String> settings() {
    return DynamoDbServers.settings();
  }

  /** The largest value: an item with its key and all names is 400 KiB at most. */
  @Override
  protected int hugeValueBytes() {
    return 409_000;
  }

  /** A name can move to an address that a server for other users does not allow. */
  @Test
  void anAddressThatIsRefusedIsNotConnectedTo() throws Exception {
    AtomicBoolean refuses = new AtomicBoolean();
    try (FaultProxy proxy = FaultProxy.to(server().port());
        TestTarget target =
            new TestTarget(driver(), addressAt(proxy.address()), settings(), fieldNames())
                .reaching(TestTarget::byName, _ -> !refuses.get());
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession()) {
        Supplier<Outcome> written = () -> execute(session, write(key(), smallRow())).outcome();
        assertThat(written.get().status()).isEqualTo(Status.SUCCEEDED);
        refuses.set(true);
        int connections = proxy.connectionsAccepted();
        proxy.cut();
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> "address-refused".equals(written.get().failureCode()));
        assertThat(proxy.connectionsAccepted()).isEqualTo(connections);
        refuses.set(false);
        assertThat(written.get().status()).isEqualTo(Status.SUCCEEDED);
      }
    }
  }
}
