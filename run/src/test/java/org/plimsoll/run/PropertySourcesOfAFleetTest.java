package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.EventKind;
import org.plimsoll.settings.RunRequest;

/** Tests property sources of a fleet, of which one generator reads them for all. */
class PropertySourcesOfAFleetTest extends FleetRuns {
  private static final Map<String, String> AT_START = Map.of("rate", "2000");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("limits.properties");
  }

  private String source() {
    return "file " + file();
  }

  private void write(String text) {
    try {
      Files.writeString(file(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RunRequest request() {
    return request("rate=500 for=6s properties=file(" + file() + ")");
  }

  /** What a generator asks of its fleet, when. */
  private static final class Asked extends NoRequests {
    final List<Map<String, String>> asked = new ArrayList<>();
    volatile boolean isFirst;
    @Nullable InvalidSpecException refusal;

    Asked(boolean isFirst) {
      this.isFirst = isFirst;
    }

    @Override
    public boolean isFirst() {
      return isFirst;
    }

    @Override
    public void changeSource(String source, Map<String, String> texts) {
      asked.add(texts);
      if (refusal != null) {
        throw refusal;
      }
    }
  }

  private Done run(int generator, Asked asked, Script script) throws Exception {
    ScriptedSeat seat = new ScriptedSeat(generator, table(1, 1));
    seat.sources(Map.of(source(), AT_START), asked);
    return run(request(), seat, script);
  }

  @Test
  void theFirstGeneratorAsksForAllWhenItsFileChangesAndChangesNothingItself() throws Exception {
    write("rate=2000");
    Asked asked = new Asked(true);
    Done done = run(0, asked, stage -> stage.at(500, () -> write("rate=3000\nkeys=7")));

    assertThat(asked.asked).containsExactly(Map.of("rate", "3000", "keys", "7"));
    assertThat(done.sent()).hasSize(6_000);
  }

  @Test
  void whatIsRefusedIsAskedAgainAndTellsOnce() throws Exception {
    write("rate=2000");
    Asked asked = new Asked(true);
    asked.refusal = new InvalidSpecException("The fleet has no coordinator.");
    Done done = run(0, asked, stage -> stage.at(500, () -> write("rate=3000")));

    assertThat(asked.asked).hasSizeGreaterThan(2).containsOnly(Map.of("rate", "3000"));
    assertThat(done.events())
        .filteredOn(each -> each.kind() == EventKind.WARNING)
        .singleElement()
        .satisfies(each ->
            assertThat(each.text())
                .isEqualTo(
                    source()
                        + ": The fleet has no coordinator.; its earlier values"
                        + " remain in use"));
  }

  @Test
  void anotherGeneratorNeverReadsTheFile() throws Exception {
    Asked asked = new Asked(false);
    Done done = run(1, asked, FleetRuns::nothing);

    assertThat(Files.exists(file())).isFalse();
    assertThat(asked.asked).isEmpty();
    assertThat(done.sent()).hasSize(6_000);
    assertThat(done.events()).noneMatch(each -> each.kind() == EventKind.WARNING);
  }

  @Test
  void whoBecomesTheFirstAsksForWhatDiffersFromWhatIsInForce() throws Exception {
    write("rate=3000");
    Asked same = new Asked(false);
    run(
        1,
        same,
        stage -> {
          stage.at(500, () -> follow(stage, Map.of("rate", "3000"), Map.of(), 600));
          stage.at(2_500, () -> same.isFirst = true);
        });
    write("rate=2000"); // as at the start, and not as now
    Asked other = new Asked(false);
    run(
        1,
        other,
        stage -> {
          stage.at(500, () -> follow(stage, Map.of("rate", "3000"), Map.of(), 600));
          stage.at(2_500, () -> other.isFirst = true);
        });

    assertThat(same.asked).isEmpty();
    assertThat(other.asked).containsExactly(AT_START);
  }

  private void follow(
      Stage stage,
      Map<String, String> texts,
      Map<String, @Nullable String> live,
      double fromMillis) {
    stage.control().follow(Map.of(source(), texts), live, source(), nanos(fromMillis));
  }

  @Test
  void generatorsThatFollowSendWhatOneGeneratorWouldSend() throws Exception {
    write("rate=2000");
    Script script =
        stage -> stage.at(900, () -> follow(stage, Map.of("rate", "3k"), Map.of(), 1_000));
    ScriptedSeat only = new ScriptedSeat(0, ShareTable.alone());
    only.sources(Map.of(source(), AT_START), new Asked(false));
    Done alone = run(request(), only, script);
    List<Done> both = List.of(run(0, new Asked(false), script), run(1, new Asked(false), script));

    assertThat(alone.sent()).hasSize(2_000 + 15_000);
    assertThat(union(both)).isEqualTo(alone.sent());
  }

  @Test
  void aValueOfASourceGivesWayToALiveChangeAndComesInOneStepWithIt() throws Exception {
    write("rate=2000");
    Done done =
        run(
            0,
            new Asked(false),
            stage -> {
              stage.at(
                  1_000,
                  () ->
                      follow(
                          stage,
                          Map.of("rate", "1000", "mix", "read=1,update=1"),
                          Map.of("rate", "4000"),
                          1_000));
              stage.at(
                  2_000,
                  () ->
                      follow(
                          stage,
                          Map.of("rate", "7000"),
                          Collections.singletonMap("rate", null),
                          2_000));
            });

    assertThat(done.sent()).hasSize((2_000 + 4_000 + 4 * 7_000) / 2);
  }
}
