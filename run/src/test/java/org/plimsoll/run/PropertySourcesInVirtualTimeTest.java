package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;

/** Tests property files, which are read each second, and again 100 ms after a change. */
class PropertySourcesInVirtualTimeTest extends VirtualRuns {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("limits.properties");
  }

  private void write(String text) {
    try {
      Files.writeString(file(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Summary run(Map<String, String> commandLine, Consumer<RunControl> with) throws Exception {
    Map<String, String> spec = new HashMap<>();
    spec.put("rate", "1000");
    spec.put("for", "10s");
    spec.put("warmup", "0");
    spec.put("properties", "file(" + file() + ")");
    return steered(
        RunRequest.of("sim:?service=constant(1ms)", spec), RunRequest.of(null, commandLine), with);
  }

  @Test
  void valuesOfAFileApplyFromTheStartAndWhenTheyChange() throws Exception {
    write("rate = 2000\n");
    Summary summary = run(Map.of(), _ -> at(5_500, () -> write("# more\nrate: 4k\nkeys=50\n")));

    assertThat(scheduledIn(1)).isCloseTo(2_000, within(1L));
    assertThat(scheduledIn(6)).isCloseTo(2_000, within(1L));
    assertThat(scheduledIn(8)).isCloseTo(4_000, within(1L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(changes())
        .containsExactlyInAnyOrder(
            new RunEvent.Change("file " + file(), "rate", "2000", "4k"),
            new RunEvent.Change("file " + file(), "keys", "100k", "50"),
            new RunEvent.Change("file " + file(), "max-in-flight", "10000", "20000", true));
    assertThat(warnings()).isEmpty();
  }

  @Test
  void theCommandLineOverridesIt() throws Exception {
    write("rate = 2000\n");
    run(Map.of("rate", "500"), _ -> at(5_500, () -> write("rate=4k\n")));

    assertThat(scheduledIn(1)).isCloseTo(500, within(1L));
    assertThat(scheduledIn(9)).isCloseTo(500, within(1L));
    assertThat(changes()).isEmpty();
  }

  @Test
  void removedValuesFallBackToTheSpec() throws Exception {
    write("rate = 2000\n");
    run(Map.of(), _ -> at(5_500, () -> write("")));

    assertThat(scheduledIn(9)).isCloseTo(1_000, within(1L));
  }

  @Test
  void aSourceCanSetFixedSettingsAtTheStartButNotChangeThem() throws Exception {
    write("for=6s\nrate=2000\n");
    Summary summary =
        run(
            Map.of(),
            _ -> {
              at(1_500, () -> write("for=6s\nrate=3000\n"));
              at(3_500, () -> write("for=7s\nrate=4000\n"));
              at(4_700, () -> write("rate=5000\n"));
            });

    assertThat(summary.elapsedNanos()).isEqualTo(6_000_000_000L);
    assertThat(scheduledIn(6)).isCloseTo(3_000, within(1L));
    assertThat(warnings())
        .containsExactly(
            "file "
                + file()
                + ": for: cannot change during a run, because phases are planned before the"
                + " load, so"
                + " that each operation belongs to one of them, was '7s'; its earlier values"
                + " remain in use",
            "file "
                + file()
                + ": for: cannot change during a run, because phases are planned before the"
                + " load, so"
                + " that each operation belongs to one of them, was ''; its earlier values"
                + " remain in use");
  }

  @Test
  void aRefusedUpdateIsReportedOnceAndNotApplied() throws Exception {
    write("rate=2000\n");
    run(
        Map.of(),
        _ -> {
          at(2_500, () -> write("rate=3000\nmix=all\nkees=5\n"));
          at(6_500, () -> write("rate=5000\n"));
        });

    assertThat(scheduledIn(6)).isCloseTo(2_000, within(1L));
    assertThat(scheduledIn(9)).isCloseTo(5_000, within(1L));
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("mix: must be weights", "kees is not a parameter", "did you mean 'keys'")
        .endsWith("its earlier values remain in use");
  }

  @Test
  void aPartiallyWrittenFileIsNotUsed() throws Exception {
    write("rate=2000\n");
    run(
        Map.of(),
        _ -> {
          // Read at 3 s, at 3.1 s because it has changed, and at 3.2 s because it has changed
          // again.
          at(2_900, () -> write(""));
          at(3_050, () -> write("rate=4"));
          at(3_150, () -> write("rate=4000\n"));
        });

    assertThat(scheduledIn(3)).isCloseTo(2_000, within(1L));
    assertThat(scheduledIn(6)).isCloseTo(4_000, within(1L));
    assertThat(changes())
        .filteredOn(change -> change.parameter().equals("rate"))
        .containsExactly(new RunEvent.Change("file " + file(), "rate", "2000", "4000"));
  }

  @Test
  void valuesOfADeletedFileRemainUntilTheFileIsBack() throws Exception {
    write("rate=2000\n");
    run(
        Map.of(),
        _ -> {
          at(
              2_500,
              () -> {
                try {
                  Files.delete(file());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
          at(6_500, () -> write("rate=3000\n"));
        });

    assertThat(scheduledIn(6)).isCloseTo(2_000, within(1L));
    assertThat(scheduledIn(9)).isCloseTo(3_000, within(1L));
    assertThat(warnings())
        .containsExactly(
            "file " + file() + ": there is no such file; its last values remain in use",
            "file " + file() + ": can be read again");
  }

  @Test
  void aFileCanBeYamlWithScenariosAndDriverSettings() throws Exception {
    Path yaml = folder.resolve("limits.yaml");
    Files.writeString(yaml, "scenarios: {a: {rate: 300}}\nset: {service: constant(2ms)}\n");
    steered(
        RunRequest.of(
                "sim:", Map.of("for", "2s", "warmup", "0", "properties", "file(" + yaml + ")"))
            .withScenarios("a/rate=100", "b/rate=200"),
        RunRequest.empty(),
        control ->
            assertThat(control.parameters().all())
                .filteredOn(each -> each.path().equals("set.service"))
                .singleElement()
                .satisfies(each -> {
                  assertThat(each.text()).isEqualTo("constant(2ms)");
                  assertThat(each.origin()).isEqualTo("file " + yaml);
                }));

    assertThat(scheduledIn(2)).isCloseTo(500, within(1L));
  }

  @Test
  void theLastSourceHasPriority() throws Exception {
    Path other = folder.resolve("other.properties");
    Files.writeString(other, "rate=3000\n");
    write("rate=2000\nkeys=7\n");
    steered(
        RunRequest.empty(),
        RunRequest.of(
            "sim:",
            Map.of(
                "for",
                "4s",
                "warmup",
                "0",
                "properties",
                "file(%s),file(%s)".formatted(file(), other))),
        _ -> at(1_500, () -> write("rate=9000\nkeys=8\n")));

    assertThat(scheduledIn(1)).isCloseTo(3_000, within(1L));
    assertThat(scheduledIn(4)).isCloseTo(3_000, within(1L));
    assertThat(changes()).containsExactly(new RunEvent.Change("file " + file(), "keys", "7", "8"));
  }

  @Test
  void anUnreadableSourceStopsTheRunBeforeAnyLoad() {
    refusedAtBegin("", "there is no such file");
    refusedAtBegin("rate=fast\n", "rate: must be", "was 'fast'");
    refusedAtBegin("raet=5k\n", "raet is not a setting", "did you mean 'rate'");
    refusedAtBegin("scenario/rate=5k\n", "scenario/rate is not a setting");
    refusedAtBegin("schedule=at=5m rate=1k\n", "schedule cannot be set by a property source");
    refusedAtBegin("rate=\\u00zz\n", "must be lines of path=text");
  }

  private void refusedAtBegin(String text, String... parts) {
    if (!text.isEmpty()) {
      write(text);
    }
    assertThatThrownBy(() -> run(Map.of(), _ -> {}))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("properties: file " + file() + ": ")
        .hasMessageContainingAll(parts);
  }
}
