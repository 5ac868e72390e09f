package org.plimsoll.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.plimsoll.testkit.TestOperation.bulk;
import static org.plimsoll.testkit.TestOperation.on;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

final class SimLogTest {
  @TempDir Path parent;

  private final VirtualClock timeline = new VirtualClock(0);

  private TestTarget target(Path folder) {
    return Answers.context(timeline, "log", folder.toString());
  }

  /** The lines of each file in a folder. */
  private static List<List<String>> logs(Path folder) throws IOException {
    List<List<String>> logs = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        logs.add(Files.readAllLines(file));
      }
    }
    return logs;
  }

  @Test
  void eachOperationIsALineInTheOrderOfArrivalAndARehearsalIsNone() throws Exception {
    Path folder = parent.resolve("to/create");
    Client client = target(folder).open();
    Answers answers = new Answers(timeline, client.openSession());
    answers.rehearse(on(OperationType.READ, 1));
    answers.send(on(OperationType.READ, 7));
    answers.send(bulk(OperationType.BULK_WRITE, 2, 3, "value"));
    new Answers(timeline, client.openSession()).send(on(SimDriver.TOUCH, 9));
    client.close();

    // An operation that is not part of a load has the index -1.
    assertThat(logs(folder))
        .containsExactly(List.of("-1\tread\t7", "-1\tbulk-write\t2\t3\t4", "-1\ttouch\t9"));
  }

  @Test
  void eachTargetHasAFileOfItsOwnWhichIsCompleteOnceItIsClosed() throws Exception {
    int operations = 20_000; // more than a buffer
    Client one = target(parent).open();
    Client two = target(parent).open();
    Answers answers = new Answers(timeline, one.openSession());
    for (int i = 0; i < operations; i++) {
      answers.send(on(OperationType.READ, i));
    }
    new Answers(timeline, two.openSession()).send(on(OperationType.READ, 1));
    one.close();
    two.close();

    assertThat(logs(parent)).extracting(List::size).containsExactlyInAnyOrder(operations, 1);
  }

  @Test
  void whatIsSentToAClosedSessionIsNotReceived() throws Exception {
    Client client = target(parent).open();
    Answers answers = new Answers(timeline, client.openSession());
    client.close();
    TestOperation late = on(OperationType.READ, 1);

    assertThat(answers.send(late).outcome().failureCode()).isNotNull();
    assertThat(logs(parent)).containsExactly(List.of());
  }

  @Test
  void aFolderThatCannotBeCreatedIsRefusedWithItsName() throws Exception {
    Path file = Files.createFile(parent.resolve("file"));

    assertThatThrownBy(() -> target(file).open())
        .hasMessageContaining("log: must be a folder that can be written to, was '" + file + "'");
  }
}
