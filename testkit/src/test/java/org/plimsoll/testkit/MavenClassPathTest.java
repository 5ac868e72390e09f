package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenClassPathTest {
  @TempDir Path folder;

  private Path pom(String version) throws Exception {
    return Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>org.plimsoll.server</groupId>
          <artifactId>server</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <dependencies>
            <dependency>
              <groupId>org.jspecify</groupId>
              <artifactId>jspecify</artifactId>
              <version>%s</version>
            </dependency>
          </dependencies>
        </project>
        """
            .formatted(version));
  }

  @Test
  void theClassPathOfAPomIsResolvedOnceAndKept() throws Exception {
    Path pom = pom("1.0.0");
    String resolved = MavenClassPath.of(pom);
    assertThat(resolved).endsWith("jspecify-1.0.0.jar");
    Path kept = folder.resolve("target/classpath.txt");
    var made = Files.getLastModifiedTime(kept);
    assertThat(MavenClassPath.of(pom)).isEqualTo(resolved);
    assertThat(Files.getLastModifiedTime(kept)).isEqualTo(made);
  }

  @Test
  void unresolvableRunsAreNamed() throws Exception {
    Path pom = pom("0.0.0-none");
    assertThatThrownBy(() -> MavenClassPath.of(pom)).hasMessageContaining("0.0.0-none");
  }
}
