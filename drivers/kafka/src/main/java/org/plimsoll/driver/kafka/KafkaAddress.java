package org.plimsoll.driver.kafka;

import java.util.List;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;

/** Address of a topic: one or more brokers, and the topic's name. */
record KafkaAddress(List<HostPort> brokers, String topic) {
  private static final String DEFAULT_TOPIC = "plimsoll";
  private static final int DEFAULT_PORT = 9092;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|[0-9a-fA-F:.]+");
  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,248}");

  static KafkaAddress parse(String address) {
    int slash = address.indexOf('/');
    String hosts = slash < 0 ? address : address.substring(0, slash);
    String name = slash < 0 ? "" : address.substring(slash + 1);
    List<HostPort> brokers =
        HostPort.parseAll(hosts, DEFAULT_PORT)
            .filter(all ->
                hosts.matches("\\S+")
                    && all.stream()
                        .allMatch(node -> node.port() > 0 && HOST.matcher(node.host()).matches()))
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host[:port][,host[:port]…][/topic], was '"
                        + address
                        + "'"));
    String topic = name.isEmpty() ? DEFAULT_TOPIC : name;
    if (!TOPIC.matcher(topic).matches()) {
      throw new IllegalArgumentException(
          "the topic must be up to 249 letters, digits, ., _ and -, was '" + topic + "'");
    }
    return new KafkaAddress(brokers, topic);
  }

  /** The brokers, as the client library takes them. */
  @Override
  public String toString() {
    return HostPort.text(brokers);
  }
}
