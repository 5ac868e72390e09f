package org.plimsoll.settings.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.TelemetrySpec;

class TelemetryTextTest {
  private static InetSocketAddress at(String host, int port) {
    return InetSocketAddress.createUnresolved(host, port);
  }

  @Test
  void hostsAreThoseOfTheTargetOrNamedWithAPortOfTheirOwn() {
    assertThat(TelemetryText.parseAll("hosts"))
        .containsExactly(new TelemetrySpec.Hosts(List.of(), 0));
    assertThat(TelemetryText.parseAll("hosts(jmx=7199)"))
        .containsExactly(new TelemetrySpec.Hosts(List.of(), 7199));
    assertThat(TelemetryText.parseAll("hosts(10.0.0.1,db-2:9200,jmx=7199)"))
        .containsExactly(
            new TelemetrySpec.Hosts(List.of(at("10.0.0.1", 9100), at("db-2", 9200)), 7199));
  }

  @Test
  void sourcesAreAListWithCommas() {
    assertThat(
            TelemetryText.parseAll(
                "hosts,prometheus(http://h:9121/metrics,a,b_.*),jmx(h:7199,a:type=B,name=C,D)"))
        .hasSize(3);
    assertThat(TelemetryText.parseAll("none")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hosts(a b)", "hosts(h:0)", "hosts(h:99999)", "hosts(jmx=0)", "hosts(jmx=x)"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> TelemetryText.parseAll(text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("telemetry: must be hosts(");
  }
}
