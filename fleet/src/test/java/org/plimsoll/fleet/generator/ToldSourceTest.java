package org.plimsoll.fleet.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.LocalRuns.Effective;
import org.plimsoll.settings.RunRequest;

class ToldSourceTest {
  private static final String FILE = "file ü/limits.properties";

  @Test
  void aSourceHasTheValuesThatWereToldLastOrThoseOfTheStart() {
    Map<String, String> said = Map.of("rate", "5k", "set.a", "\"ü\n\u0001=");
    Effective told = new Effective(ToldSource.text(FILE, said), Scope.FLEET, 7);

    assertThat(
            ToldSource.effective(
                Map.of(FILE, Map.of("rate", "1"), "url x", Map.of("keys", "7")),
                Map.of(ToldSource.path(FILE), told)))
        .isEqualTo(Map.of(FILE, said, "url x", Map.of("keys", "7")));
  }

  @Test
  void aSourceThatHasBecomeEmptySetsNothing() {
    Effective told = new Effective(ToldSource.text(FILE, Map.of()), Scope.FLEET, 7);
    assertThat(
            ToldSource.effective(
                Map.of(FILE, Map.of("rate", "1")), Map.of(ToldSource.path(FILE), told)))
        .isEqualTo(Map.of(FILE, Map.of()));
  }

  @Test
  void aSourceThatIsTooLargeIsRefusedAtTheStartAndLater() {
    Map<String, String> large = Map.of("rate", "1".repeat(70_000));
    String sentence =
        "properties: file ü/limits.properties: must have at most 65,536 characters in a fleet, had"
            + " 70,011";
    assertThatThrownBy(() -> ToldSource.text(FILE, large))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(sentence);
    assertThatThrownBy(() ->
            new Submission("1", "now", RunRequest.empty(), List.of(), "", Map.of(FILE, large)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(sentence);
  }
}
