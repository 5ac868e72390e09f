package org.plimsoll.driver.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestTarget;

/** Tests the driver contract with one field in an object. */
@ExtendWith(SharedS3.class)
class S3ContractTest extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new S3Driver();
  }

  @Override
  protected RealServer server() {
    return SharedS3.server();
  }

  @Override
  protected String address() {
    return addressAt(server().address());
  }

  @Override
  protected String addressAt(String hostAndPort) {
    return hostAndPort + "/contract/rows";
  }

  @Override
  protected Map<String, String> settings() {
    return SharedS3.settings();
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
