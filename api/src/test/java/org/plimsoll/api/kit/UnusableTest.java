package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.RefusedAddressException;

class UnusableTest {
  private static @Nullable String known(Throwable cause) {
    return cause instanceof IllegalStateException ? "is in a wrong state" : null;
  }

  private static IOException because(Throwable failure) {
    return Unusable.because("a:1", failure, UnusableTest::known, () -> "cannot be used as A");
  }

  @Test
  void reasonsThatAnyTargetCanHaveAreOneSentence() {
    assertThat(because(new ConnectException("Connection refused")))
        .hasMessage("a:1 refused the connection: nothing listens there");
    assertThat(because(new UnknownHostException("a")))
        .hasMessage("a:1 cannot be reached: no such host");
    assertThat(because(new RefusedAddressException("a is private", new Exception())))
        .hasMessage("a:1 cannot be used: a is private");
  }

  @Test
  void aConnectionThatTimedOutIsNoRefusedOne() {
    assertThat(because(new ConnectException("Connection timed out")))
        .hasMessage("a:1 did not answer in time");
    assertThat(because(new ConnectException("connection timed out after 2000 ms: a/127.0.0.1:1")))
        .hasMessage("a:1 did not answer in time");
  }

  @Test
  void aReasonOfTheDriverIsFoundInTheInnermostCause() {
    assertThat(because(new IllegalStateException("x"))).hasMessage("a:1 is in a wrong state");
    assertThat(because(new IllegalStateException("x", new ConnectException())))
        .hasMessage("a:1 refused the connection: nothing listens there");
    Exception wrapped = new IOException("y", new IllegalStateException("x", new IOException("z")));
    assertThat(because(wrapped)).hasMessage("a:1 is in a wrong state").hasCause(wrapped);
  }

  @Test
  void aFailureThatNobodyKnowsHasTheReasonOfTheDriver() {
    Exception failure = new IOException("z");
    assertThat(because(failure)).hasMessage("a:1 cannot be used as A").hasCause(failure);
  }
}
