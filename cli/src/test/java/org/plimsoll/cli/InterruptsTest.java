package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SIGTERM ends the process, whatever it waits for. */
@Timeout(180)
class InterruptsTest {
  private final CountDownLatch never = new CountDownLatch(1);
  private final CountDownLatch aborted = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final PrintStream nowhere =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  private final Console console = new Console(nowhere, nowhere, false, false, Path.of("."));

  private Interrupts interrupts(Duration grace) {
    return new Interrupts(console, false, this::hang, this::abortAndHang, grace, ended::countDown);
  }

  private void hang() {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void abortAndHang() {
    aborted.countDown();
    hang();
  }

  @Test
  void aProcessThatHangsIsAbortedAndEnded() throws Exception {
    try (Interrupts interrupts = interrupts(Duration.ofMillis(10))) {
      Thread _ = Thread.ofPlatform().daemon().start(interrupts::terminated);

      assertThat(aborted.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aCommandThatEndsByItselfIsNotEnded() throws Exception {
    Thread watcher;
    try (Interrupts _ = interrupts(Duration.ZERO)) {
      watcher =
          Thread.getAllStackTraces().keySet().stream()
              .filter(each -> each.getName().equals("end"))
              .findFirst()
              .orElseThrow();
    }
    watcher.join();

    assertThat(ended.getCount()).isEqualTo(1);
  }
}
