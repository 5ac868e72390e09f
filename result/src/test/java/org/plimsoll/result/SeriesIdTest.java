package org.plimsoll.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesIdTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis.used_memory_bytes",
        "redis.used_memory_bytes{node=\"10.0.0.1:6379\"}",
        "node_load1{node=\"a:9100\"}",
        "http/s{node=\"a\",code=\"200\",path=\"/a b{\\\"}\\\\\"}",
        "Memory.HeapMemoryUsage.used",
        "a name of an earlier version{ 1",
      })
  void aTextIsReadAsItWasWritten(String text) {
    assertThat(SeriesId.parse(text).text()).isEqualTo(text);
    assertThat(SeriesId.parse(SeriesId.parse(text).text())).isEqualTo(SeriesId.parse(text));
  }

  @Test
  void aLabelOfAPageNeverReplacesTheNode() {
    SeriesId id = SeriesId.of("", "a:9100", "up", Map.of("node", "b", "job", "x"));
    assertThat(id.text()).isEqualTo("up{node=\"a:9100\",exported_node=\"b\",job=\"x\"}");
    assertThat(id.ofAllNodes().text()).isEqualTo("up{exported_node=\"b\",job=\"x\"}");
  }

  @Test
  void theNameSaysWhatMeansSomething() {
    assertThat(SeriesId.parse("cassandra.local_read_p99_seconds").isPercentile()).isTrue();
    assertThat(SeriesId.parse("redis.command_mean_seconds").isLatency()).isTrue();
    assertThat(SeriesId.parse("redis.command_mean_seconds").isPercentile()).isFalse();
    assertThat(SeriesId.parse("sim.queue_seconds").isLatency()).isFalse();
    assertThat(SeriesId.parse("host.cpu_ratio").isSummable()).isFalse();
    assertThat(SeriesId.parse("host.network_sent_bytes/s").isSummable()).isTrue();
  }
}
