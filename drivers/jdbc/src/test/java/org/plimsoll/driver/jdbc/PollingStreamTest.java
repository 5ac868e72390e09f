package org.plimsoll.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PollingStreamTest {
  private static final Duration PATIENCE = Duration.ofMillis(1);
  private static final int STEP_NANOS = 1_000;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - STEP_NANOS / 2);
  private final AtomicInteger questions = new AtomicInteger();

  /** A stream whose answer is available at the n-th poll. */
  private PollingStream answeredAt(int question) {
    InputStream source =
        new InputStream() {
          @Override
          public int available() {
            return questions.incrementAndGet() >= question ? 1 : 0;
          }

          @Override
          public int read() {
            return 'a';
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            bytes[offset] = 'b';
            return 1;
          }
        };
    return new PollingStream(source, PATIENCE, () -> nanos.getAndAdd(STEP_NANOS));
  }

  @Test
  void theSocketIsPolledUntilBytesArrive() throws Exception {
    assertThat(answeredAt(7).read()).isEqualTo('a');
    assertThat(questions).hasValue(7);
  }

  @Test
  void availableBytesAreReadAtOnce() throws Exception {
    byte[] bytes = new byte[3];
    assertThat(answeredAt(1).read(bytes, 1, 2)).isOne();
    assertThat(bytes).containsExactly(0, 'b', 0);
    assertThat(questions).hasValue(1);
  }

  @Test
  void aReaderBlocksWhenItsPollingTimeEnds() throws Exception {
    assertThat(answeredAt(Integer.MAX_VALUE).read()).isEqualTo('a');
    assertThat(questions.get()).isEqualTo(Math.toIntExact(PATIENCE.toNanos() / STEP_NANOS));
  }
}
