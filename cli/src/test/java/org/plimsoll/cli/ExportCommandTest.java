package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the options of {@code plimsoll export}; {@code ExportedRunTest} tests its formats. */
class ExportCommandTest {
  private static final String RUN = "{\"summary\": null}";

  @TempDir Path folder;

  @BeforeEach
  void aRunFolder() throws IOException {
    Files.writeString(folder.resolve("run.json"), RUN);
  }

  @Test
  void jsonIsTheRunFile() {
    assertThat(plimsoll("export", folder.toString(), "--json").out()).isEqualTo(RUN);
  }

  @Test
  void aFileIsWrittenAndNamed() {
    Path file = folder.resolve("copy.json");
    Result result = plimsoll("export", folder.toString(), "--json", "-o", file.toString());
    assertThat(result.out().strip()).isEqualTo(file.toString());
    assertThat(file).hasContent(RUN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--csv --every 90s|--every: must be whole seconds from 1s to 60s, was '90s'",
        "--csv --every 1500ms|--every: must be whole seconds from 1s to 60s, was '1500ms'",
        "--json --every 2s|--every: must be given with --csv only, was '2s'",
        "--json --csv|export: must be given one of --csv, --json, --hlog, was '--csv --json'",
        "''|export: must be given one of --csv, --json, --hlog, was given none"
      })
  void badOptionsAreRefused(String options, String message) {
    String[] words = options.isEmpty() ? new String[0] : options.split(" ", -1);
    String[] all = new String[words.length + 2];
    all[0] = "export";
    all[1] = folder.toString();
    System.arraycopy(words, 0, all, 2, words.length);
    Result result = plimsoll(all);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }

  @Test
  void aFolderThatIsNoRunIsRefused() {
    Result result = plimsoll("export", folder.resolve("none").toString(), "--csv");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("RUN: must be a run folder, was '");
  }

  private static Result plimsoll(String... args) {
    return Result.of(Path.of("target"), args);
  }
}
