package org.plimsoll.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log: order, rotation and broken lines. */
class AuditLogTest {
  @TempDir Path folder;

  private static AuditLog.Entry entry(int number) {
    return new AuditLog.Entry(
        "2026-11-21T10:00:00Z", "ada", "127.0.0.1", "POST /" + number, null, 200, "done");
  }

  @Test
  void theLogIsBoundedAndKeepsTheNewestLines() throws Exception {
    AuditLog log = new AuditLog(folder, 1_000);
    for (int i = 0; i < 200; i++) {
      log.add(entry(i));
    }

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files)
          .hasSize(5)
          .allSatisfy(file -> assertThat(Files.size(file)).isLessThan(1_200));
    }
    assertThat(Files.readString(folder.resolve("audit.jsonl"))).contains("POST /199");
    assertThat(log.latest(1).getFirst().action()).isEqualTo("POST /199");
  }

  @Test
  void restartedServersShowEarlierEntries() throws Exception {
    new AuditLog(folder).add(entry(1));
    Files.writeString(folder.resolve("audit.jsonl"), "{\"at\":\"2026-1", StandardOpenOption.APPEND);

    assertThat(new AuditLog(folder).latest(10)).containsExactly(entry(1));
  }
}
