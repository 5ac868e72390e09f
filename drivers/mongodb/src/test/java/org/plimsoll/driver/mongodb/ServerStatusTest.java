package org.plimsoll.driver.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Tests the units of metrics, with an answer of the form that MongoDB's manual describes. */
class ServerStatusTest {
  private static BsonDocument answer(int reads, int micros) {
    return BsonDocument.parse(
        """
        {"uptimeMillis": 90500, "connections": {"current": 7, "available": 93},
         "opcounters": {"insert": 5, "query": 6}, "network": {"bytesIn": {"$numberLong": "80"}},
         "mem": {"resident": 3},
         "wiredTiger": {"cache": {"bytes currently in the cache": 4096}},
         "opLatencies": {"reads": {"ops": %d, "latency": %d}}}
        """
            .formatted(reads, micros));
  }

  @Test
  void metricsHaveTheUnitsOfTheirNames() {
    assertThat(new ServerStatus().ofServer(answer(10, 2000)))
        .containsOnly(
            entry("uptime_seconds", 90.5),
            entry("connections_open", 7.0),
            entry("connections_available", 93.0),
            entry("inserts_total", 5.0),
            entry("queries_total", 6.0),
            entry("network_received_bytes_total", 80.0),
            entry("memory_resident_bytes", 3.0 * 1024 * 1024),
            entry("cache_used_bytes", 4096.0));
  }

  @Test
  void aMeanLatencyIsThatOfTheOperationsSinceTheLastAnswer() {
    ServerStatus status = new ServerStatus();
    assertThat(status.ofServer(answer(10, 2000))).doesNotContainKey("reads_mean_seconds");
    assertThat(status.ofServer(answer(30, 8000))).containsEntry("reads_mean_seconds", 0.0003);
    assertThat(status.ofServer(answer(30, 8000))).doesNotContainKey("reads_mean_seconds");
  }
}
