package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;

/** Tests messages for a target whose scheme no driver has, with the packaged drivers. */
class DriverNamesIT {
  private static final Drivers DRIVERS =
      Drivers.in(List.of(PlimsollProcess.ROOT.resolve("drivers")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "postgresql # target: no driver named 'postgresql': write jdbc:postgresql://…",
        "rediss # target: no driver named 'rediss': write redis://…?tls=true",
        "cassandr # target: no driver named 'cassandr', did you mean 'cassandra'?",
      })
  void equivalentSchemesAreSuggested(String scheme, String sentence) {
    assertThatThrownBy(() -> DRIVERS.named(scheme))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessage(sentence);
  }

  @ParameterizedTest
  @CsvSource({"aerospike", "gs"})
  void unknownSchemesAreRefusedWithTheKnownOnes(String scheme) {
    assertThatThrownBy(() -> DRIVERS.named(scheme))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContainingAll("no driver named '" + scheme, "; known are ", "redis", "sim")
        .hasMessageEndingWith("; --drivers adds a folder with drivers of your own");
  }
}
