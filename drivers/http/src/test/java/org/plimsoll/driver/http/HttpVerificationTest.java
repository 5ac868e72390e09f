package org.plimsoll.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests that {@code --verify} verifies rows, or is refused before anything is sent. */
class HttpVerificationTest {
  private static RunSpec resolved(String target, Map<String, String> settings) {
    return RunResolver.resolve(RunRequest.of(target, settings), Drivers.of(new HttpDriver()))
        .spec();
  }

  @Test
  void bodiesWithASingleFieldCanBeVerified() {
    RunSpec spec = resolved("http://127.0.0.1:1", Map.of("verify", "true"));

    assertThat(spec.scenarios().getFirst().parameters().workload().verify()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"verify", "consistency"})
  void rowsThatBodiesDoNotShowAreRefused(String setting) {
    String sentence =
        setting
            + ": must be false, because rows that 'http' reads cannot be verified: that needs"
            + " fields=1 and body={field}, was 'true'";

    assertThatThrownBy(() -> resolved("http://127.0.0.1:1", Map.of(setting, "true", "fields", "2")))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(sentence);
    assertThatThrownBy(() -> resolved("http://127.0.0.1:1?body={json}", Map.of(setting, "true")))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(sentence);
  }
}
