package org.plimsoll.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;

/** Tests that bounds are displayed with units, and can be entered as displayed. */
class SettingBoundsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "0.99, 0.99",
    "0.000001, 0.000001",
    "4096, 4096",
    "9999, 9999",
    "10000, 10k",
    "65535, 65535",
    "100000, 100k",
    "1000000, 1m",
    "1500000, 1.5m",
    "1e9, 1g",
    "1e12, 1t",
    "1234567, 1234567",
    "1099511627776, 1099511627776"
  })
  void boundsArePrintedInShortForm(double bound, String written) {
    Setting<Double> setting = Setting.decimal("share", null, 0, bound);

    assertThat(setting.allowed()).isEqualTo("a number from 0 to " + written);
    assertThat(Quantities.parseDecimal(written)).isEqualTo(bound);
    assertThat(setting.parse(written)).isEqualTo(bound);
  }

  @Test
  void messagesShowBoundsInTheFormOfTheInput() {
    assertThatThrownBy(() -> Setting.decimal("units", null, 0, 1e9).parse("2g"))
        .hasMessage("units: must be a number from 0 to 1g, was '2g'");
    assertThatThrownBy(() -> Setting.count("connections", null, 1, 100_000).parse("0"))
        .hasMessage("connections: must be a whole number from 1 to 100k, was '0'");
  }
}
