package org.plimsoll.driver.evcache;

import static org.assertj.core.api.Assertions.assertThat;

import com.netflix.evcache.EVCacheTranscoder;
import java.util.Random;
import net.spy.memcached.CachedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Other applications read the values with the client's own transcoder. */
class ValuesTest {
  private static final int ABOVE = 120;

  private final EVCacheTranscoder theirs = new EVCacheTranscoder(1 << 20, ABOVE);
  private final Values ours = new Values(ABOVE);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, ABOVE, ABOVE + 1, 10_000})
  void bytesAreThoseOfTheClientsOwnTranscoder(int length) {
    for (byte[] value : new byte[][] {new byte[length], random(length)}) {
      CachedData written = ours.encode(value);
      CachedData expected = theirs.encode(value);
      assertThat(written.getFlags()).isEqualTo(expected.getFlags());
      assertThat(theirs.decode(written)).isEqualTo(value);
      assertThat(ours.decode(expected)).isEqualTo(value);
    }
  }

  @Test
  void aTextOfAnotherApplicationIsItsBytes() {
    assertThat(ours.decode(theirs.encode("hello"))).isEqualTo(new byte[] {104, 101, 108, 108, 111});
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }
}
