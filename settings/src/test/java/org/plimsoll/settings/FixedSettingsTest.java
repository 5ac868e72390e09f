package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plimsoll.api.Setting;

class FixedSettingsTest {
  @Test
  void eachParameterCanChangeDuringARunOrHasTheReasonWhyNot() {
    for (Setting<?> setting : RunSettings.all().toList()) {
      assertThat(FixedSettings.reason(setting) == null)
          .as(setting.name())
          .isEqualTo(setting.live());
    }
    assertThat(ParametersPage.markdown()).contains("no: response times of a schedule");
  }
}
