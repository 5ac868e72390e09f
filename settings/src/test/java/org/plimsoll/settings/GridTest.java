package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.spec.InvalidSpecException;

class GridTest {
  @Test
  void eachCombinationIsAPointAndTheLastSettingChangesFastest() {
    Grid grid = Grid.parse(List.of("workers=1,2", "set.wal=true, false"));
    assertThat(grid.names()).containsExactly("workers", "set.wal");
    assertThat(grid.points())
        .containsExactly(
            Map.of("workers", "1", "set.wal", "true"),
            Map.of("workers", "1", "set.wal", "false"),
            Map.of("workers", "2", "set.wal", "true"),
            Map.of("workers", "2", "set.wal", "false"));
  }

  @Test
  void valuesWithCommasAreInBracketsOrBetweenSemicolons() {
    assertThat(Grid.parse(List.of("value-bytes=uniform(1,9),100")).points())
        .containsExactly(Map.of("value-bytes", "uniform(1,9)"), Map.of("value-bytes", "100"));
    assertThat(Grid.parse(List.of("mix=read=1;read=80,update=20")).points())
        .containsExactly(Map.of("mix", "read=1"), Map.of("mix", "read=80,update=20"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workers | grid: must be NAME=VALUE,VALUE…, was 'workers'",
        "workers= | grid: must be NAME=VALUE,VALUE…, was 'workers='",
        "=1,2 | grid: must be NAME=VALUE,VALUE…, was '=1,2'",
        "workers=1,,2 | grid: must be NAME=VALUE,VALUE…, was 'workers=1,,2'",
        "workers=1,1 | grid: must have different values, was 'workers=1,1'",
        "wokers=1 | did you mean 'workers'",
      })
  void anInvalidGridIsRefusedWithASentence(String text, String sentence) {
    assertThatThrownBy(() -> Grid.parse(List.of(text)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void noGridAndAGridGivenTwiceAreRefused() {
    assertThatThrownBy(() -> Grid.parse(List.of())).hasMessageContaining("grid: must be given");
    assertThatThrownBy(() -> Grid.parse(List.of("workers=1", "workers=2")))
        .hasMessageContaining("must have workers once");
  }
}
