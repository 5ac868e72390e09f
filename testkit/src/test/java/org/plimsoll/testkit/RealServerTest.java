package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealServerTest {
  private static final List<String> COMMAND = List.of(RealServer.binary("sleep"), "300");

  @TempDir Path folder;

  @Test
  void aHealthCheckThatHangsIsGivenUpAndTriedAgain() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CountDownLatch ended = new CountDownLatch(1);
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RealServer server =
            RealServer.start(
                COMMAND,
                silent.getLocalPort(),
                folder,
                () -> tries.incrementAndGet() > 1 || answers(silent.getLocalPort(), ended),
                RealServer.TRY.multipliedBy(4))) {
      assertThat(tries).hasValue(2);
      assertThat(server.port()).isEqualTo(silent.getLocalPort());
      ended.await(); // the given-up try has closed its connection, and leaves no thread behind
    }
  }

  @Test
  void aHealthCheckThatIsGivenUpCountsAsFalse() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    assertThat(
            RealServer.isHealthy(
                () -> {
                  never.await();
                  return true;
                },
                Duration.ofMillis(1)))
        .isFalse();
    assertThat(RealServer.isHealthy(() -> true, Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void aServerIsStoppedWhenItsChildrenHaveExited() throws Exception {
    List<String> parent = List.of("sh", "-c", "sleep 1 & echo $! > child; wait");
    Path written = folder.resolve("child");
    try (RealServer server =
        RealServer.start(
            parent,
            RealServer.freePort(),
            folder,
            () -> Files.readString(written).endsWith("\n"),
            RealServer.TRY)) {
      long child = Long.parseLong(Files.readString(written).strip());
      server.stop(); // The parent exits at once, and the child does not.
      assertThat(ProcessHandle.of(child)).isEmpty();
    }
  }

  private static boolean answers(int port, CountDownLatch ended) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.getInputStream().read() >= 0;
    } finally {
      ended.countDown();
    }
  }
}
