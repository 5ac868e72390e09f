package org.plimsoll.driver.mapdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;

/** MapDB's kinds of files, and its commits. */
class MapDbModesTest extends DriverUnderTest {
  @TempDir Path folder;

  @Override
  protected Driver driver() {
    return new MapDbDriver();
  }

  @Override
  protected String address() {
    return folder.resolve("store").toString();
  }

  @ParameterizedTest
  @CsvSource({"mmap, false", "channel, true", "random-access, true"})
  void everyKindOfFilesKeepsRows(String files, String outside) throws Exception {
    Map<String, String> given = Map.of("files", files, "values-outside", outside);
    TestKey key = key();
    var row = smallRow();
    opened(
        address(),
        given,
        client -> {
          execute(client.openSession(), write(key, row)).outcome();
          assertThat(client.facts()).containsEntry("files", files);
        });
    opened(address(), given, client -> assertHolds(client.openSession(), key, row));
  }

  /** A commit during the change of another thread has lost rows. */
  @Test
  void commitsOfManySessionsLoseNoRow() throws Exception {
    opened(
        address(),
        Map.of("durability", "disk"),
        client -> {
          List<Thread> writers = new ArrayList<>();
          for (int w = 0; w < 4; w++) {
            int first = 1000 * w;
            Session session = client.openSession();
            writers.add(
                Thread.ofPlatform()
                    .start(() -> {
                      for (int i = 0; i < 40; i++) {
                        execute(session, write(TestKey.of(first + i), rowOfText())).outcome();
                      }
                      session.close();
                    }));
          }
          for (Thread writer : writers) {
            writer.join();
          }
          assertThat(client.count()).hasValue(160);
          try (Session session = client.openSession()) {
            for (int i = 0; i < 160; i++) {
              assertHolds(session, TestKey.of(i / 40 * 1000L + i % 40), rowOfText());
            }
          }
        });
  }

  private static TestRow rowOfText() {
    return TestRow.of("a row of text");
  }
}
