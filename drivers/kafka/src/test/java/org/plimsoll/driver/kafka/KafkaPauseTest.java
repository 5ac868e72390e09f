package org.plimsoll.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.TimedProducer;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.api.SettingValues;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.TestTarget;

/** Writes after a pause. The clock of the producer is moved, as no test can wait for minutes. */
@ExtendWith(SharedKafka.class)
class KafkaPauseTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  protected Driver driver() {
    return new KafkaDriver();
  }

  @Override
  protected String address() {
    return SharedKafka.server().address() + "/paused";
  }

  /** The clock of the system, which can be moved. */
  private static final class MovedTime implements Time {
    private final AtomicLong movedMillis = new AtomicLong();

    void move(Duration pause) {
      movedMillis.addAndGet(pause.toMillis());
    }

    @Override
    public long milliseconds() {
      return SYSTEM.milliseconds() + movedMillis.get();
    }

    @Override
    public long nanoseconds() {
      return SYSTEM.nanoseconds() + TimeUnit.MILLISECONDS.toNanos(movedMillis.get());
    }

    @Override
    public void sleep(long millis) {
      SYSTEM.sleep(millis);
    }

    @Override
    public void waitObject(Object lock, Supplier<Boolean> condition, long deadlineMillis)
        throws InterruptedException {
      SYSTEM.waitObject(lock, condition, deadlineMillis - movedMillis.get());
    }
  }

  private static double metadataAgeSeconds(KafkaProducer<byte[], byte[]> producer) {
    return producer.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("metadata-age"))
        .mapToDouble(metric -> (Double) metric.metricValue())
        .max()
        .orElseThrow();
  }

  @Test
  void aWriteAfterAPauseDoesNotWaitForThePartitionsAgain() throws Exception {
    opened(
        address(),
        Map.of("schema", "temporary"),
        client -> {
          client.create();
          SettingValues settings = TestTarget.values(driver(), Map.of("linger", "0"));
          Map<String, Object> properties =
              Clients.of(KafkaSettings.ADDRESS.parse(address()), settings).producing(settings);
          MovedTime time = new MovedTime();
          var record = new ProducerRecord<byte[], byte[]>("paused", new byte[] {1});
          try (KafkaProducer<byte[], byte[]> producer = TimedProducer.of(properties, time)) {
            await()
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> !producer.partitionsFor("paused").isEmpty());
            var _ = producer.send(record).get();
            time.move(Duration.ofMinutes(30));
            producer.flush(); // wakes the client, which asks for the metadata again
            await().atMost(PATIENCE).until(() -> metadataAgeSeconds(producer) < 300);
            assertThat(producer.send(record).get().topic()).isEqualTo("paused");
          }
        });
  }
}
