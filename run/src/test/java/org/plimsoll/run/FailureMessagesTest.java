package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests a store's failure messages, from the driver to the summary, in virtual time. */
@NullMarked
class FailureMessagesTest {
  private static final String TARGET = "refusing://h?password=hunter2-x";

  private final List<RunEvent> events = new ArrayList<>();

  @Test
  void theSummaryHasTheFirstMessageOfEachCodeWithoutThePassword() throws Exception {
    Summary summary = run(Map.of("mix", "read=50,update=50", "fill", "none"));

    Map<String, Long> failures = summary.all().failures();
    assertThat(failures).containsOnlyKeys("busy", "full");
    assertThat(failures.values()).allMatch(count -> count > 100);
    assertThat(summary.all().failureMessages())
        .isEqualTo(
            Map.of("busy", "read 1 of *** is refused", "full", "update 1 of *** is refused"));
    assertThat(summary.figures().operations())
        .extractingByKey("read")
        .extracting(Summary.OperationSummary::failureMessages)
        .isEqualTo(Map.of("busy", "read 1 of *** is refused"));
  }

  @Test
  void eachCodeIsReportedOnceWithTheTimeOfItsFirstFailure() throws Exception {
    run(Map.of("mix", "read=50,update=50", "fill", "none", "warmup", "1s"));

    assertThat(events)
        .filteredOn(event -> event.kind() == EventKind.FAILURE)
        .extracting(RunEvent::text)
        .containsExactlyInAnyOrder(
            "first busy (read): read 1 of *** is refused",
            "first full (update): update 1 of *** is refused");
    assertThat(events)
        .filteredOn(event -> event.kind() == EventKind.FAILURE)
        .allMatch(event -> event.atNanos() < 200_000_000);
  }

  @Test
  void theMeasurementHasItsOwnFirstFailure() throws Exception {
    Summary summary = run(Map.of("mix", "read=1", "fill", "none", "warmup", "1s"));

    assertThat(summary.all().failureMessages())
        .isEqualTo(Map.of("busy", "read 101 of *** is refused"));
  }

  @Test
  void aRefusedFillReportsTheReason() throws Exception {
    Summary summary = run(Map.of("mix", "read=1", "fill", "50", "keys", "50"));

    assertThat(summary.verdict().findings())
        .filteredOn(finding -> finding.code() == FindingCode.FILL_FAILED)
        .extracting(Finding::text)
        .containsExactly(
            "The fill failed: it could not write 50 of 50 rows: full 50."
                + " The first full: insert 1 of *** is refused");
  }

  @Test
  void aRefusedHandshakeReportsTheReason() {
    assertThatThrownBy(() -> run(Map.of("mix", "read=1", "fill", "none", "handshake", "true")))
        .isInstanceOf(TargetUnavailableException.class)
        .hasMessage("the handshake's insert failed with full: insert 1 of *** is refused");
  }

  private Summary run(Map<String, String> values) throws Exception {
    Map<String, String> all = new HashMap<>(Map.of("rate", "100", "for", "10s", "warmup", "0"));
    all.putAll(values);
    all.put("seed", "1");
    Drivers drivers = Drivers.of(new RefusingDriver());
    RunSpec spec = RunResolver.resolve(RunRequest.of(TARGET, all), drivers).spec();
    RunListener listener =
        new RunListener() {
          @Override
          public void event(RunEvent event) {
            events.add(event);
          }
        };
    return Run.prepare(spec, drivers, List.of(listener), new VirtualClock()).execute();
  }

  /** A store that refuses everything and numbers its messages. */
  private static final class RefusingDriver implements Driver {
    private static final Setting<String> PASSWORD =
        Setting.text("password", "", Setting.Reach.NOTHING).asSecret();

    private final Map<String, Integer> counts = new HashMap<>();

    @Override
    public String name() {
      return "refusing";
    }

    @Override
    public String description() {
      return "Refuses everything.";
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of(PASSWORD);
    }

    @Override
    public Set<OperationType> operations() {
      return Set.of(OperationType.READ, OperationType.UPDATE, OperationType.INSERT);
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }

    @Override
    public Client open(DriverContext context) {
      String password = context.settings().get(PASSWORD);
      return new Client() {
        @Override
        public Session openSession() {
          return new RefusingSession(password);
        }

        @Override
        public void close() {}
      };
    }

    private final class RefusingSession implements Session {
      private final String password;

      RefusingSession(String password) {
        this.password = password;
      }

      @Override
      public void execute(Operation operation, Completion completion) {
        String type = operation.type().name();
        int number = counts.merge(type, 1, Integer::sum);
        completion.complete(
            Outcome.failed(
                FailureCode.own(operation.type().equals(OperationType.READ) ? "busy" : "full"),
                () -> "%s %d of\n%s is refused".formatted(type, number, password)));
      }

      @Override
      public void close() {}
    }
  }
}
