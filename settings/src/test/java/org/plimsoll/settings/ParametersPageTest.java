package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Setting;

class ParametersPageTest {
  private static final Path PAGE = Path.of("..", "docs", "parameters.md");

  @Test
  void thePageInDocsIsUpToDate() throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, ParametersPage.markdown());
    }
    assertThat(Files.readString(PAGE))
        .as("update with -Dgolden.update=true")
        .isEqualTo(ParametersPage.markdown());
  }

  @Test
  void everyDefaultIsAllowedAndEverySettingIsDescribed() {
    for (Setting<?> setting : RunSettings.all().toList()) {
      String text = setting.defaultText();
      if (text != null) {
        assertThat(setting.parse(text)).as(setting.name()).isNotNull();
      }
      assertThat(setting.description()).as(setting.name()).isNotEmpty();
    }
    assertThat(RunSettings.all().map(Setting::name)).doesNotHaveDuplicates();
  }
}
