package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestTarget;

/** Tests what JanusGraph on Cassandra has beside the contract: its keyspace, and how it fails. */
@ExtendWith(SharedCassandra.class)
class CqlGraphTest extends DriverUnderTest {
  @Override
  protected Driver driver() {
    return new JanusGraphDriver();
  }

  @Override
  protected String address() {
    return SharedCassandra.address();
  }

  private static Map<String, String> with(String... namesAndValues) {
    Map<String, String> all = new HashMap<>(SharedCassandra.SETTINGS);
    all.putAll(TestTarget.named(namesAndValues));
    return all;
  }

  private AbstractThrowableAssert<?, ?> assertRefused(String... namesAndValues) {
    return assertThatThrownBy(() -> opened(address(), with(namesAndValues), _ -> {}));
  }

  @Test
  void aWrongPasswordIsRefusedInOneSentence() {
    assertRefused("password", "wrong")
        .hasMessageStartingWith("janusgraph:" + address() + " refused the credentials: ")
        .hasMessageNotContaining("wrong")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aDeadHostIsOneSentence() {
    String nobody = "cql:127.0.0.1:" + RealServer.freePort();
    assertThatThrownBy(() -> opened(nobody, with(), _ -> {}))
        .hasMessage("janusgraph:" + nobody + " refused the connection: nothing listens there");
  }

  @Test
  void anUnknownDatacenterIsRefusedWithTheKnownOnes() {
    assertRefused("local-datacenter", "nowhere")
        .hasMessage(
            "janusgraph:"
                + address()
                + " cannot be opened: local-datacenter: must be one of datacenter1, was 'nowhere'");
  }

  @Test
  void aKeyspaceThatIsMissingIsNotCreatedWithoutASchema() {
    assertMissing("absent");
    assertMissing("absent"); // the first refusal has not created it
  }

  private void assertMissing(String keyspace) {
    assertRefused("schema", "none", "keyspace", keyspace)
        .hasMessage(
            "janusgraph:"
                + address()
                + " cannot be opened: keyspace: must exist with schema=none, was '"
                + keyspace
                + "'");
  }

  @Test
  void graphsAreBuiltAndTraversedInAKeyspaceThatIsDroppedAtTheEnd() throws Exception {
    Map<String, String> settings =
        with("schema", "temporary", "keyspace", "short_lived", "edges", "2", "skew", "0.9");
    try (TestTarget target = new TestTarget(driver(), address(), settings, fieldNames());
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession()) {
        GraphSteps.buildAndTraverse(client, session, target);
        var key = key();
        var row = smallRow();
        assertThat(execute(session, write(key, row)).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
        assertHolds(session, key, row);
      }
    }
    assertMissing("short_lived");
  }

  /** The first check is the driver's; the others are those of the CQL library's connections. */
  @Test
  void eachConnectionIsCheckedAgain() {
    AtomicInteger checks = new AtomicInteger();
    try (FaultProxy proxy = FaultProxy.to(SharedCassandra.server().port());
        TestTarget target =
            new TestTarget(driver(), "cql:" + proxy.address(), with(), fieldNames())
                .reaching(TestTarget::byName, _ -> checks.incrementAndGet() == 1)) {
      assertThatThrownBy(target::open)
          .hasMessageContaining("must be an allowed address")
          .hasMessageNotContaining("\n");
      assertThat(checks).hasValueGreaterThan(1);
      assertThat(proxy.connectionsAccepted()).isZero();
    }
  }
}
