package org.plimsoll.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log: order, rotation and broken lines. */
class AuditLogTest {
  @TempDir Path folder;
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

  private static AuditEntry entry(int number) {
    return entry("ada", "127.0.0.1", number, 200);
  }

  private static AuditEntry entry(@Nullable String who, String from, int number, int status) {
    return new AuditEntry(
        Instant.ofEpochSecond(1_790_000_000L + number).toString(),
        who,
        from,
        "POST /" + number,
        null,
        status,
        status < 400 ? "done" : "refused",
        null);
  }

  @Test
  void theLogIsBoundedAndKeepsTheNewestLines() throws Exception {
    AuditLog log = new AuditLog(folder, 1_000, now::get);
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
  void aClosedLogWritesNothing() throws Exception {
    AuditLog log = new AuditLog(folder);
    log.add(entry(1));
    log.close();
    log.add(entry(2));
    log.add(entry(null, "10.0.0.7", 3, 401));

    assertThat(Files.readString(folder.resolve("audit.jsonl"))).doesNotContain("POST /2");
    assertThat(folder.resolve("audit-refused.jsonl")).doesNotExist();
  }

  @Test
  void restartedServersShowEarlierEntries() throws Exception {
    new AuditLog(folder).add(entry(1));
    Files.writeString(folder.resolve("audit.jsonl"), "{\"at\":\"2026-1", StandardOpenOption.APPEND);

    assertThat(new AuditLog(folder).latest(10)).containsExactly(entry(1));
  }

  @Test
  void refusalsDoNotPushOutWhatWasDone() throws Exception {
    AuditLog log = new AuditLog(folder, 1_000, now::get);
    log.add(entry(0));
    for (int i = 1; i < 2_000; i++) {
      log.add(entry("vera", "127.0.0.1", i, 403));
      log.add(entry(null, "127.0.0." + i % 200, i, 401));
    }

    assertThat(Files.readString(folder.resolve("audit.jsonl"))).contains("POST /0").hasLineCount(1);
    assertThat(new AuditLog(folder, 1_000, now::get).latest(10_000)).contains(entry(0));
  }

  @Test
  void refusalsOfUnknownCallersAreALineAMinuteForEachNetwork() throws Exception {
    try (AuditLog log = new AuditLog(folder, 1 << 20, now::get)) {
      for (int i = 0; i < 500; i++) {
        log.add(entry(null, "2001:db8::" + i, i, 401));
        log.add(entry(null, "192.0.2.1", i, 401));
      }
      assertThat(log.latest(10)).extracting(AuditEntry::count).containsExactly(499L, 499L, 1L, 1L);
      now.set(Instant.EPOCH.plusSeconds(61));
      log.add(entry(null, "192.0.2.1", 501, 401));
    }

    List<String> lines = Files.readAllLines(folder.resolve("audit-refused.jsonl"));
    assertThat(lines).hasSize(4);
    assertThat(lines.get(2)).contains("\"count\":500", "192.0.2.1", "POST /501");
    assertThat(lines.get(3)).contains("\"count\":499", "2001:db8:0:0:0:0:0:0/64");
  }

  @Test
  void refusalsAreWrittenAfterTheClockWasSetBack() throws Exception {
    now.set(Instant.EPOCH.plus(Duration.ofDays(2)));
    AuditLog log = new AuditLog(folder, 1 << 20, now::get);
    log.add(entry(null, "192.0.2.1", 1, 401));
    now.set(Instant.EPOCH.plus(Duration.ofDays(1)));
    log.add(entry(null, "192.0.2.1", 2, 401));

    assertThat(folder.resolve("audit-refused.jsonl")).content().contains("POST /1", "POST /2");
  }

  @Test
  void longPathsAreCut() {
    AuditEntry cut = AuditEntry.of(null, "127.0.0.1", "POST /" + "a".repeat(8_000), null, 401);

    assertThat(cut.action()).hasSize(301).endsWith("a…");
  }

  @Test
  void onlyTheOwnerCanReadTheFiles() throws Exception {
    new AuditLog(folder).add(entry(1));

    assertThat(Files.getPosixFilePermissions(folder.resolve("audit.jsonl")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }
}
