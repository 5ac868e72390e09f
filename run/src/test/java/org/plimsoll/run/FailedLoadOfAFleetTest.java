package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Session;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.RunListener;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.testkit.ForwardingDriver;

class FailedLoadOfAFleetTest extends FleetRuns {
  private static final String SENTENCE = "the load failed: java.lang.AssertionError: a defect";

  /** They have to hear of it at once, to take over its share, and it has no result. */
  @Test
  void aGeneratorWhoseLoadFailsDoesNotWaitForTheOthers() {
    ScriptedSeat seat = new ScriptedSeat(0, table(1, 1));
    List<String> failed = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void failed(String sentence) {
            failed.add(sentence);
          }
        };
    Run run =
        RunControl.prepare(
                request("rate=1000 no-fill=true"),
                RunRequest.empty(),
                Drivers.of(new DefectiveDriver()),
                List.of(listener),
                new VirtualClock(),
                RunGuard.NONE,
                seat)
            .run();

    assertThatThrownBy(run::execute).hasMessage(SENTENCE);

    assertThat(seat.hasWaited()).isFalse();
    assertThat(failed).containsExactly(SENTENCE);
    assertThat(seat.windows()).isNotEmpty();
  }

  /** The simulated store, until a session throws what no operation can catch. */
  private static final class DefectiveDriver extends ForwardingDriver {
    private static final int SOUND_OPERATIONS = 600;

    DefectiveDriver() {
      super(new SimDriver());
    }

    @Override
    public Client open(DriverContext context) throws Exception {
      Client client = super.open(context);
      return new Client() {
        private int operations;

        @Override
        public Session openSession() throws Exception {
          Session session = client.openSession();
          return new Session() {
            @Override
            public void execute(Operation operation, Completion completion) {
              if (++operations > SOUND_OPERATIONS) {
                throw new AssertionError("a defect");
              }
              session.execute(operation, completion);
            }

            @Override
            public void close() {
              session.close();
            }
          };
        }

        @Override
        public void close() {
          client.close();
        }
      };
    }
  }
}
