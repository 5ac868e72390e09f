package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The completion script in a real bash. */
class CompletionTest {
  @TempDir static Path folder;
  static Path script;

  @BeforeAll
  static void printScript() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console = new Console(to, to, false, false, folder);
    assertThat(Main.execute(console, "completion")).isZero();
    script = Files.write(folder.resolve("completion.bash"), out.toByteArray());
  }

  @ParameterizedTest
  @CsvSource({
    "run --fill-mode '', fill only-missing verify",
    "run --fill-mode on, only-missing",
    "run --arrivals ga, gamma",
    "sweep --arrivals po, poisson",
    "run --metrics pr, prometheus",
    "sw, sweep",
    "run --key-dist, --key-distribution",
  })
  void bashCompletes(String typed, String expected) throws Exception {
    List<String> words = List.of(("plimsoll " + typed).replace("''", "").split(" ", -1));
    String line =
        "source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1));"
            + " _complete_plimsoll; echo ${COMPREPLY[@]}";
    ProcessBuilder bash = new ProcessBuilder("bash", "-c", line, script.toString());
    bash.command().addAll(words);
    // Outside of a completion, bash says on stderr that compopt has no effect.
    Process process = bash.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(printed.strip()).isEqualTo(expected);
  }
}
