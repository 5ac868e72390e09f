package org.plimsoll.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JavaHomesTest {
  @Test
  void theRequestedReleaseIsFoundAndRuns() throws Exception {
    Process java =
        new ProcessBuilder(JavaHomes.java(25).toString(), "-version")
            .redirectErrorStream(true)
            .start();
    String printed = new String(java.getInputStream().readAllBytes(), UTF_8);
    assertThat(java.waitFor()).isZero();
    assertThat(printed).contains("\"25");
  }

  @Test
  void aMissingReleaseIsNamed() {
    assertThatThrownBy(() -> JavaHomes.java(3)).hasMessageContaining("JAVA_HOME_3");
  }
}
