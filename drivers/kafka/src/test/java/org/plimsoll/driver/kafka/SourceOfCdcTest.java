package org.plimsoll.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.driver.cdc.CdcDriver;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests a topic as the source of {@code cdc}, and a Redis that follows it. */
@ExtendWith(SharedKafka.class)
class SourceOfCdcTest {
  private static final String TOPIC = "changes";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private RealServer redis() {
    int port = RealServer.freePort();
    List<String> command =
        List.of(
            RealServer.binary("redis-server"),
            "--bind",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--save",
            "");
    return RealServer.start(command, port, folder, () -> RealServer.listens(port), PATIENCE);
  }

  /** A connector: writes each record of the topic to Redis, under its key. */
  private static final class Connector implements AutoCloseable {
    private final KafkaConsumer<byte[], byte[]> consumer =
        new Clients(KafkaSettings.ADDRESS.parse(SharedKafka.server().address()), Map.of())
            .receiver(false);

    private final Socket redis;
    private final CompletableFuture<Void> ended;
    private final CountDownLatch assigned = new CountDownLatch(1);

    Connector(int port) throws Exception {
      redis = new Socket(InetAddress.getLoopbackAddress(), port);
      ended = CompletableFuture.runAsync(this::run, Thread.ofPlatform().daemon()::start);
      assigned.await();
    }

    private void run() {
      try (consumer) {
        consumer.assign(Topic.partitions(consumer, TOPIC));
        consumer.seekToEnd(List.of());
        consumer.assignment().forEach(consumer::position);
        assigned.countDown();
        while (true) {
          for (ConsumerRecord<byte[], byte[]> each : consumer.poll(PATIENCE)) {
            set(each.key(), each.value());
          }
        }
      } catch (WakeupException e) {
        // closed
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void set(byte[] key, byte[] value) throws IOException {
      ByteArrayOutputStream command = new ByteArrayOutputStream();
      command.writeBytes("*3\r\n".getBytes(StandardCharsets.US_ASCII));
      for (byte[] word : List.of(new byte[] {'S', 'E', 'T'}, key, value)) {
        String length = "$" + word.length + "\r\n";
        command.writeBytes(length.getBytes(StandardCharsets.US_ASCII));
        command.writeBytes(word);
        command.writeBytes(new byte[] {'\r', '\n'});
      }
      OutputStream out = redis.getOutputStream();
      out.write(command.toByteArray());
      out.flush();
      InputStream in = new BufferedInputStream(redis.getInputStream());
      assertThat(in.read()).isEqualTo('+');
      in.skipNBytes("OK\r\n".length());
    }

    @Override
    public void close() throws IOException {
      consumer.wakeup();
      ended.join();
      redis.close();
    }
  }

  @Test
  void aWriteToTheTopicEndsWhenTheStoreThatFollowsItShowsTheRow() throws Exception {
    String topic = "kafka://" + SharedKafka.server().address() + "/" + TOPIC;
    try (RealServer redis = redis();
        TestTarget target =
            new TestTarget(
                new CdcDriver(),
                "",
                Map.of(
                    "source",
                    topic + "?linger=0&schema=temporary",
                    "derived",
                    "redis://" + redis.address(),
                    "poll",
                    "1ms"),
                List.of("field0"));
        Client client = target.open()) {
      client.create();
      try (Connector _ = new Connector(redis.port());
          Session session = client.openSession()) {
        TestKey key = TestKey.of(1);
        for (String value : List.of("first", "second")) {
          Ending write = new Ending();
          session.execute(TestOperation.on(propagate(), key, TestRow.of(value)), write);
          assertThat(write.outcome().status()).isEqualTo(Status.SUCCEEDED);
          Ending read = new Ending();
          session.execute(TestOperation.on(OperationType.READ, key), read);
          assertThat(read.outcome().status()).isEqualTo(Status.SUCCEEDED);
          assertThat(read.fieldTexts()).containsExactly("0:=" + value);
        }
        assertThat(target.counts().get("propagation")).as("nanoseconds").isPositive();
        assertThat(client.count()).hasValue(2);
      }
    }
  }

  private static OperationType propagate() {
    return new CdcDriver()
        .operations().stream()
            .filter(type -> type.name().equals("propagate"))
            .findFirst()
            .orElseThrow();
  }
}
