package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Setting;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON Schema describes every form that the parser accepts. */
class SpecSchemaTest {
  @Test
  void theFormsOfASettingAreInItsSchema() {
    JsonNode properties =
        JsonMapper.builder().build().readTree(SpecSchema.json()).path("properties");
    for (Setting<?> setting : RunSettings.all().toList()) {
      List<String> names =
          properties
              .path(setting.name())
              .path("x-forms")
              .valueStream()
              .map(form -> form.path("form").asString())
              .toList();
      List<String> expected =
          RunSettings.forms(setting)
              .map(forms -> forms.all().stream().map(form -> form.written()).toList())
              .orElse(List.of());
      assertThat(names).as(setting.name()).isEqualTo(expected);
    }
    assertThat(properties.path("arrivals").path("x-forms").path(3).toString())
        .isEqualTo(
            "{\"name\":\"gamma\",\"form\":\"gamma(shape)\",\"description\":\"gamma distributed"
                + " gaps: bursty for a shape below 1, Poisson at 1, more even above\","
                + "\"arguments\":[{\"name\":\"shape\",\"allowed\":\"a number from 0.01 to 1m\","
                + "\"description\":\"\",\"required\":true,\"repeated\":false,\"keyed\":false}]}");
  }

  @Test
  void theHelpOfAnOptionShowsItsForms() {
    assertThat(RunSettings.help(LoadSettings.ARRIVALS))
        .startsWith("arrival process of an open load: constant, poisson, uniform(jitter), ");
    assertThat(RunSettings.help(RunSettings.METRICS)).endsWith("grafana(url,token=…); repeatable");
    assertThat(RunSettings.help(WorkloadSettings.KEYS)).isEqualTo("number of keys");
  }
}
