package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileArgumentsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate             | csv(rates.csv)                   | csv(@/rates.csv)",
        "rate             | read=csv(a/b.csv),update=1k      | read=csv(@/a/b.csv),update=1k",
        "arrivals         | trace( times.txt , 10)           | trace(@/times.txt, 10)",
        "arrivals         | trace(/var/times.txt)            | trace(/var/times.txt)",
        "key-distribution | keys(names.txt,drawn)            | keys(@/names.txt,drawn)",
        "key-distribution | hotspot(0.2,0.8)                 | hotspot(0.2,0.8)",
        "key-distribution | custom(mine,trace(x))            | custom(mine,trace(x))",
        "value-bytes      | bounded(1,9,histogram(h.txt))    | bounded(1,9,histogram(@/h.txt))",
        "name             | csv(rates.csv)                   | csv(rates.csv)"
      })
  void filesOfASpecAreRelativeToIt(String key, String written, String read) throws IOException {
    Path spec = Files.writeString(folder.resolve("spec.yaml"), key + ": '" + written + "'\n");
    assertThat(text(SpecFile.read(spec), key).replaceAll("\\s*,\\s*", ","))
        .isEqualTo(read.replace("@", folder.toString()).replaceAll("\\s*,\\s*", ","));
  }

  @Test
  void scenariosHaveTheSameFolder() throws IOException {
    Path spec =
        Files.writeString(
            folder.resolve("spec.yaml"), "scenarios: {a: {arrivals: trace(times.txt)}}\n");
    Given given = Objects.requireNonNull(SpecFile.read(spec).scenarios().get("a")).get("arrivals");
    assertThat(Objects.requireNonNull(given).text()).isEqualTo("trace(" + folder + "/times.txt)");
  }

  @Test
  void pathsOfTheCommandLineAreRelativeToTheWorkingDirectory() throws IOException {
    Path spec = Files.writeString(folder.resolve("spec.yaml"), "rate: csv(rates.csv)\n");
    RunRequest above = RunRequest.of("sim:", Map.of("rate", "csv(other.csv)"));
    assertThat(text(SpecFile.read(spec).overriddenBy(above), "rate")).isEqualTo("csv(other.csv)");
  }

  private static String text(RunRequest request, String key) {
    return Objects.requireNonNull(request.values().get(key)).text();
  }
}
