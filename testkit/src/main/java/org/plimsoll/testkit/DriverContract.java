package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;

/**
 * The contract of all drivers, tested against a driver's real store. The test of a driver extends
 * this class, or {@link ServerDriverContract} if the store is a server. Operations that the driver
 * does not support are not tested.
 */
public abstract class DriverContract extends RoundTripContract {
  private static final int MANY = 16;
  private static final Pattern NAMES_SECRET =
      Pattern.compile("(?:.*-)?(?:password|passphrase|secret|token|secret-key)");

  private static final Pattern NAMES_TROUBLE =
      Pattern.compile("(?:^|_)(?:errors?|fail\\w*|reject\\w*|refused|denied|lost)(?:_|$)");

  @Test
  void everyDefaultOfASettingParsesAndEveryNameIsUsedOnce() {
    List<Setting<?>> settings = driver().settings();
    assertThat(settings).extracting(Setting::name).doesNotHaveDuplicates();
    for (Setting<?> setting : settings) {
      assertThat(setting.name()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
      assertThat(setting.description()).as(setting.name()).isNotBlank();
      String text = setting.defaultText();
      if (text != null) {
        assertThat(setting.parse(text)).as(setting.name()).isNotNull();
      }
    }
  }

  /**
   * Each setting declares the resources to which it gives access, so that a server for several
   * users can check them.
   */
  @Test
  void onlyTextsReachMoreThanTheTarget() {
    assertThat(driver().settings())
        .filteredOn(setting -> setting.reach() != Setting.Reach.NOTHING)
        .allMatch(setting -> setting.kind() == Setting.Kind.TEXT, "is a text");
  }

  @Test
  void aSettingThatHoldsASecretIsMarked() {
    assertThat(driver().settings())
        .filteredOn(setting -> NAMES_SECRET.matcher(setting.name()).matches())
        .allMatch(Setting::secret, "is secret");
  }

  @Test
  void theAddressOfTheTargetIsAccepted() {
    driver().checkAddress(address());
  }

  @Test
  void anUnknownDriverSettingIsRefused() {
    assertThatThrownBy(() -> TestTarget.values(driver(), Map.of("no-such-setting", "1")))
        .hasMessageContaining("no-such-setting");
  }

  @Test
  void aClientReportsFactsAboutItsTarget() throws Exception {
    opened(client -> assertThat(client.facts()).isNotEmpty());
  }

  /** Tests the calls of the engine to a client, except those for sessions. */
  @Test
  void aClientAnswersTheQuestionsOfARun() throws Exception {
    SettingValues values = TestTarget.values(driver(), settings());
    opened(client -> {
      assertThat(client.preferredSessions()).isPositive();
      assertThat(client.count().orElse(0)).isNotNegative();
      assertThat(client.telemetry().keySet())
          .allMatch(name -> name.matches("[a-z][a-z0-9_]*(\\{node=\"[^\"{}]+\"\\})?"));
      assertThat(client.hooks().keySet()).allMatch(name -> name.matches("[a-z][a-z0-9-]*"));
      client.settingsChanged(values);
      client.filled();
      try {
        client.truncate();
      } catch (UnsupportedOperationException e) {
        assertThat(e).hasMessageNotContaining("\n"); // The store cannot truncate safely.
      }
    });
  }

  @Test
  void eachExecuteCompletesExactlyOnce() throws Exception {
    opened(client -> {
      List<Ending> endings = new ArrayList<>();
      try (Session session = client.openSession()) {
        for (int i = 0; i < MANY; i++) {
          Ending ending = execute(session, write(key(), smallRow()));
          assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED);
          endings.add(ending);
        }
      }
      assertThat(endings).allMatch(ending -> ending.times() == 1);
    });
  }

  @Test
  void aSessionAcceptsItsMaximumInFlightAndCompletesEachOnce() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        assertThat(session.maxInFlight()).isPositive();
        int atOnce = Math.min(session.maxInFlight(), 1000);
        List<Ending> endings = new ArrayList<>();
        for (int i = 0; i < atOnce; i++) {
          endings.add(execute(session, write(key(), smallRow())));
        }
        assertThat(endings).allMatch(e -> e.outcome().status() == Status.SUCCEEDED);
        assertThat(endings).allMatch(e -> e.times() == 1);
      }
    });
  }

  @Test
  void sessionsWorkConcurrently() throws Exception {
    opened(client -> {
      List<Thread> threads = new ArrayList<>();
      List<Status> statuses = java.util.Collections.synchronizedList(new ArrayList<>());
      for (int t = 0; t < 8; t++) {
        Session session = client.openSession();
        threads.add(
            Thread.ofVirtual()
                .start(() -> {
                  for (int i = 0; i < MANY; i++) {
                    Ending ending = execute(session, write(key(), rowOf(100)));
                    statuses.add(ending.outcome().status());
                  }
                  session.close();
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(statuses).hasSize(8 * MANY).containsOnly(Status.SUCCEEDED);
    });
  }

  /**
   * An embedded store reports whether it is empty, because a run loads rows only into an empty
   * store.
   */
  @TestFactory
  Stream<DynamicTest> anEmbeddedStoreCountsItsRows() {
    return has(Capability.EMBEDDED)
        ? Stream.of(test("rows are counted, and none are left after truncating", this::rowsCount))
        : Stream.of();
  }

  private void rowsCount() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        client.truncate();
        assertThat(client.count()).hasValue(0);
        for (int i = 0; i < MANY; i++) {
          execute(session, write(key(), smallRow())).outcome();
        }
        assertThat(client.count()).hasValue(MANY);
        client.truncate();
        assertThat(client.count()).hasValue(0);
      }
    });
  }

  /** A rehearsal before a load leaves the data unchanged. */
  @Test
  void aRehearsalTouchesNoDataAndEndsOnce() throws Exception {
    TestKey written = key();
    TestKey missing = key();
    TestRow row = smallRow();
    Set<OperationType> types = driver().operations(TestTarget.values(driver(), settings()));
    opened(client -> {
      try (Session session = client.openSession()) {
        assertThat(execute(session, write(written, row)).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
        Map<String, Double> first = troubles(client);
        OptionalLong rows = client.count();
        Map<String, Double> before = troubles(client);
        List<Ending> endings = new ArrayList<>();
        for (OperationType type : types) {
          for (TestKey key : List.of(written, missing)) {
            Ending ending = rehearse(session, TestOperation.any(type, key, smallRow()));
            assertThat(ending.outcome().status())
                .as("%s: %s, %s", type.name(), ending.outcome().failureCode(), ending.message())
                .isEqualTo(Status.SUCCEEDED);
            endings.add(ending);
          }
        }
        assertThat(endings).allMatch(ending -> ending.times() == 1);
        assertThat(client.count()).isEqualTo(rows);
        assertNoMoreGrowth(first, before, troubles(client));
        if (remembers()) {
          assertHolds(session, written, row);
          Ending read = execute(session, TestOperation.on(OperationType.READ, missing));
          assertThat(read.outcome().status()).isEqualTo(Status.NOT_FOUND);
        }
      }
    });
  }

  /**
   * Asserts that counters no longer grow. Counting rows may itself cause errors of the target, such
   * as those of a new connection.
   */
  private static void assertNoMoreGrowth(
      Map<String, Double> first, Map<String, Double> before, Map<String, Double> after) {
    before.forEach((name, value) ->
        assertThat(after.getOrDefault(name, 0.0) - value)
            .as(name)
            .isLessThanOrEqualTo(value - first.getOrDefault(name, 0.0)));
  }

  /** Returns the target's own counters of errors and rejections. */
  private static Map<String, Double> troubles(Client client) throws Exception {
    Map<String, Double> troubles = new TreeMap<>(client.telemetry());
    troubles.keySet().removeIf(name -> !NAMES_TROUBLE.matcher(name).find());
    return troubles;
  }

  @Test
  void closingAClientCompletesOperationsInFlightAndLaterOnes() throws Exception {
    List<Ending> endings = new ArrayList<>();
    opened(client -> {
      Session session = client.openSession();
      for (int i = 0; i < Math.min(session.maxInFlight(), MANY); i++) {
        endings.add(execute(session, write(key(), rowOf(1000))));
      }
      client.close();
      endings.forEach(Ending::outcome); // The test keeps to maxInFlight.
      Ending late = execute(session, write(key(), smallRow()));
      assertThat(late.outcome().status()).isEqualTo(Status.FAILED);
      assertThat(late.outcome().failureCode()).isNotBlank();
      endings.add(late);
      endings.add(rehearse(session, write(key(), smallRow())));
      session.close();
    });
    for (Ending ending : endings) {
      assertThat(ending.outcome()).isNotNull();
      assertThat(ending.times()).isEqualTo(1);
    }
  }

  @Test
  void closingASessionCompletesOperationsInFlight() throws Exception {
    opened(client -> {
      Session session = client.openSession();
      List<Ending> endings = new ArrayList<>();
      for (int i = 0; i < Math.min(session.maxInFlight(), MANY); i++) {
        endings.add(execute(session, write(key(), rowOf(1000))));
      }
      session.close();
      assertThat(endings).allMatch(ending -> ending.times() == 1);
      try (Session next = client.openSession()) {
        assertThat(execute(next, write(key(), smallRow())).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
      }
    });
  }
}
