package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;

/** The lines of {@code events.jsonl}. */
class EventLinesTest {
  @TempDir Path temp;

  private List<RunEvent> read(String... lines) throws Exception {
    Path folder = temp.resolve("run");
    try (RunFolder run = RunFolder.at(folder)) {
      run.started(SampleRun.start("events", "sim:"));
    }
    Files.write(folder.resolve(RunFolder.EVENTS), List.of(lines));
    return RunReader.read(folder).events();
  }

  @Test
  void eventsOfFoldersWithoutRepeatsAreRead() throws Exception {
    assertThat(
            read(
                "{\"atNanos\":5,\"kind\":\"session\",\"text\":\"a session was opened again\"}",
                "{\"atNanos\":6,\"kind\":\"stall\",\"text\":\"x\",\"period\":{\"sinceNanos\":4}}"))
        .containsExactly(
            new RunEvent(5, EventKind.SESSION, "a session was opened again"),
            new RunEvent(6, EventKind.STALL, "x", null, new RunEvent.Period(4, null)));
  }

  @Test
  void repeatedEventsAreOneLineWithTheirCount() throws Exception {
    RunEvent event =
        new RunEvent(
            5,
            EventKind.SESSION,
            "a session was opened again, 16 times within 2.00 s",
            null,
            null,
            new RunEvent.Repeats(16, 2_000_000_005L));
    Path folder = temp.resolve("written");
    try (RunFolder run = RunFolder.at(folder)) {
      run.started(SampleRun.start("events", "sim:"));
      run.event(event);
      run.event(new RunEvent(6, EventKind.SESSION, "a session was opened again"));
    }
    List<String> lines = Files.readAllLines(folder.resolve(RunFolder.EVENTS));
    assertThat(lines.getFirst()).contains("\"repeats\":{\"count\":16,\"lastNanos\":2000000005}");
    assertThat(lines.getLast()).doesNotContain("repeats");
    assertThat(RunReader.read(folder).events()).contains(event);
  }
}
