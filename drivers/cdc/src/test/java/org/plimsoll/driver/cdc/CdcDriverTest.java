package org.plimsoll.driver.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests the driver with a real Redis as the source and its replica as the derived store. */
class CdcDriverTest {
  private static final long SOON_NANOS = Duration.ofMillis(300).toNanos();

  @TempDir static Path folder;
  static RealServer source;
  static RealServer derived;

  @BeforeAll
  static void startServers() throws Exception {
    source = redis(Files.createDirectory(folder.resolve("source")));
    derived =
        redis(
            Files.createDirectory(folder.resolve("derived")),
            "--replicaof",
            "127.0.0.1 " + source.port());
    TestKey first = TestKey.of(0);
    try (Opened target = new Opened()) {
      assertThat(target.propagate(first, TestRow.of("up")).outcome().status())
          .isEqualTo(Status.SUCCEEDED);
    }
  }

  @AfterAll
  static void stopServers() {
    derived.close();
    source.close();
  }

  private static RealServer redis(Path own, String... options) {
    int port = RealServer.freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                RealServer.binary("redis-server"),
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--save",
                "",
                "--repl-diskless-sync-delay",
                "0"));
    command.addAll(Arrays.asList(options));
    return RealServer.start(
        command, port, own, () -> RealServer.listens(port), Duration.ofSeconds(20));
  }

  /** The combined target with one session. */
  private static final class Opened implements AutoCloseable {
    private final TestTarget context =
        new TestTarget(
            new CdcDriver(),
            "",
            Map.of(
                "source",
                "redis://" + source.address(),
                "derived",
                "redis://" + derived.address(),
                "poll",
                "1ms"),
            List.of("field0"));
    private final Client client;
    private final Session session;

    Opened() throws Exception {
      client = context.open();
      session = client.openSession();
    }

    Ending propagate(TestKey key, TestRow row) {
      return execute(TestOperation.on(CdcSession.PROPAGATE, key, row));
    }

    Ending execute(TestOperation operation) {
      Ending ending = new Ending();
      session.execute(operation, ending);
      return ending;
    }

    Outcome read(OperationType type, TestKey key) {
      return execute(TestOperation.on(type, key)).outcome();
    }

    @Override
    public void close() {
      session.close();
      client.close();
      context.close();
    }
  }

  private static void replicaOf(String master) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), derived.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(("REPLICAOF " + master + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
      assertThat(socket.getInputStream().read()).isEqualTo('+');
    }
  }

  @Test
  void aPropagationEndsWhenTheDerivedStoreShowsTheRow() throws Exception {
    try (Opened target = new Opened()) {
      TestKey key = TestKey.of(1);
      Outcome outcome = target.propagate(key, TestRow.of("seven")).outcome();
      assertThat(outcome.status()).isEqualTo(Status.SUCCEEDED);
      assertThat(outcome.payloadBytes()).isEqualTo(5);
      assertThat(target.read(OperationType.READ, key).payloadBytes()).isEqualTo(5);
      assertThat(target.read(CdcSession.READ_SOURCE, key).payloadBytes()).isEqualTo(5);
      assertThat(target.context.counts().get("propagation")).as("nanoseconds").isPositive();
      assertThat(target.context.counts().get("source-write")).as("nanoseconds").isPositive();
    }
  }

  @Test
  void aRowThatDoesNotArriveInTimeIsAFailure() throws Exception {
    try (Opened target = new Opened()) {
      TestKey key = TestKey.of(2);
      replicaOf("NO ONE");
      try {
        TestOperation operation =
            new TestOperation(
                CdcSession.PROPAGATE,
                List.of(key),
                List.of(TestRow.of("lost")),
                1,
                System.nanoTime() + SOON_NANOS,
                Operation.Place.ALONE);
        Outcome outcome = target.execute(operation).outcome();
        assertThat(outcome.failureCode()).isEqualTo("not-seen");
        assertThat(target.read(CdcSession.READ_SOURCE, key).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(target.read(OperationType.READ, key).status()).isEqualTo(Status.NOT_FOUND);
      } finally {
        replicaOf("127.0.0.1 " + source.port());
      }
      assertThat(target.propagate(key, TestRow.of("found")).outcome().status())
          .isEqualTo(Status.SUCCEEDED);
    }
  }

  @Test
  void aRehearsalNeitherWritesNorMeasures() throws Exception {
    try (Opened target = new Opened()) {
      TestKey key = TestKey.of(7);
      Ending ending = new Ending();
      target.session.rehearse(
          TestOperation.on(CdcSession.PROPAGATE, key, TestRow.of("nothing")), ending);
      assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED);
      assertThat(target.read(CdcSession.READ_SOURCE, key).status()).isEqualTo(Status.NOT_FOUND);
      assertThat(target.context.counts().getOrDefault("source-write", 0L)).isZero();
    }
  }

  @Test
  void anOverwrittenWriteHasPropagatedWhenTheLaterOneHas() throws Exception {
    try (Opened target = new Opened()) {
      TestKey key = TestKey.of(3);
      replicaOf("NO ONE");
      Ending first;
      Ending second;
      try {
        first = target.propagate(key, TestRow.of("first"));
        second = target.propagate(key, TestRow.of("second"));
        target
            .execute(TestOperation.on(OperationType.UPDATE, TestKey.of(4), TestRow.of("done")))
            .outcome();
        assertThat(first.times() + second.times()).isZero();
      } finally {
        replicaOf("127.0.0.1 " + source.port());
      }
      assertThat(first.outcome().status()).isEqualTo(Status.SUCCEEDED);
      assertThat(second.outcome().status()).isEqualTo(Status.SUCCEEDED);
    }
  }

  @Test
  void closingASessionEndsPendingPropagations() throws Exception {
    Opened target = new Opened();
    replicaOf("NO ONE");
    try {
      Ending ending = target.propagate(TestKey.of(5), TestRow.of("late"));
      target.close();
      assertThat(ending.outcome().status()).isEqualTo(Status.FAILED);
      assertThat(ending.times()).isEqualTo(1);
    } finally {
      replicaOf("127.0.0.1 " + source.port());
    }
  }

  @Test
  void aSourceOutageFailsTheWrite() throws Exception {
    try (Opened target = new Opened()) {
      source.kill();
      try {
        assertThat(target.propagate(TestKey.of(6), TestRow.of("x")).outcome().status())
            .isEqualTo(Status.FAILED);
      } finally {
        source.start();
      }
    }
  }
}
