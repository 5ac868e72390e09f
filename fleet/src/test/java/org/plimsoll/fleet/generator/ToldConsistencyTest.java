package org.plimsoll.fleet.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import org.plimsoll.analysis.consistency.JudgedReads;
import org.plimsoll.result.ConsistencySummary.LostWrites;

class ToldConsistencyTest {
  private static ConsistencyPart part(@Nullable LostWrites lost) {
    return new ConsistencyPart(
        7,
        new JudgedReads(
            1,
            Long.MAX_VALUE,
            3,
            4,
            new byte[] {1, -1},
            new byte[0],
            new byte[] {0},
            new long[] {5, 6},
            new long[] {0, Long.MAX_VALUE},
            null,
            Map.of("read-your-writes", new JudgedReads.Checked(9, 1, "key ü \"1\""))),
        2,
        lost,
        null);
  }

  @Test
  void whatAGeneratorTellsIsWhatTheOthersRead() {
    for (ConsistencyPart part :
        List.of(part(new LostWrites(5, 4, 3, 2, List.of("a", "b"), 1)), part(null))) {
      assertThat(ToldConsistency.read(List.of(ToldConsistency.of(part))).getFirst())
          .usingRecursiveComparison()
          .isEqualTo(part);
    }
  }

  @Test
  void whatIsNoneIsRefused() {
    assertThatThrownBy(() -> ToldConsistency.read(List.of("{")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The consistency data of a generator cannot be read");
  }
}
