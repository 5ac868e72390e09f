package org.plimsoll.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.plimsoll.server.security.OidcCodeFlow.Attempt;

class PendingSignInsTest {
  private static final URI BACK = URI.create("http://127.0.0.1/callback");

  private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1); // it may overflow
  private final PendingSignIns pending = new PendingSignIns(nowNanos::get);

  private Attempt left() {
    Attempt attempt = Attempt.to(BACK);
    pending.add(attempt, "browser", "/runs/x");
    return attempt;
  }

  private void pass(Duration time) {
    nowNanos.addAndGet(time.toNanos());
  }

  @Test
  void pendingLoginsExpireAfterTenMinutes() throws Exception {
    Attempt one = left();
    Attempt other = left();

    pass(Duration.ofMinutes(10));
    assertThat(pending.take(one.state().getValue(), "browser"))
        .hasValueSatisfying(found -> {
          assertThat(found.attempt()).isEqualTo(one);
          assertThat(found.to()).isEqualTo("/runs/x");
        });
    pass(Duration.ofSeconds(1));
    assertThat(pending.take(other.state().getValue(), "browser")).isEmpty();
  }

  @Test
  void eachPendingLoginCanBeUsedOnce() throws Exception {
    String state = left().state().getValue();

    assertThat(pending.take(state, "browser")).isPresent();
    assertThat(pending.take(state, "browser")).isEmpty();
  }

  @Test
  void theStateAloneDoesNotCompleteTheLogin() throws Exception {
    String state = left().state().getValue();

    assertThatThrownBy(() -> pending.take(state, "other")).isInstanceOf(SignInFailure.Failed.class);
    assertThatThrownBy(() -> pending.take(state, null)).isInstanceOf(SignInFailure.Failed.class);
    assertThat(pending.take(state, "browser")).isPresent();
  }

  @Test
  void theOldestPendingLoginIsDroppedFirst() throws Exception {
    Attempt oldest = left();
    Attempt second = left();
    for (int i = 0; i < 9_999; i++) {
      left();
    }

    assertThat(pending.take(oldest.state().getValue(), "browser")).isEmpty();
    assertThat(pending.take(second.state().getValue(), "browser")).isPresent();
  }
}
