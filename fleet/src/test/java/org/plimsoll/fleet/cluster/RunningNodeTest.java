package org.plimsoll.fleet.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.InvalidSpecException;

class RunningNodeTest {
  private static final NodeAddress ADDRESS = new NodeAddress("127.0.0.1", 7451);

  @Test
  void aPortInUseIsTheUsersToMend() {
    Exception failure = new IllegalStateException(new BindException("Address already in use"));
    assertThat(RunningNode.refused(failure, ADDRESS))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage("--fleet-port: must be a free port of --fleet-host, was '127.0.0.1:7451'");
  }

  /** Otherwise a removed node would not try again: its thread expects unchecked exceptions. */
  @Test
  void anUndeclaredCheckedExceptionBecomesAnUncheckedOne() {
    Exception failure = new TimeoutException("Future timed out after [20 seconds]");
    assertThat(RunningNode.refused(failure, ADDRESS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'127.0.0.1:7451' did not start: Future timed out")
        .hasCause(failure);
  }
}
