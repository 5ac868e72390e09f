package org.plimsoll.driver.voldemort;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code voldemort}. */
final class VoldemortSettings {
  static final ServersAddress.Form ADDRESS =
      ServersAddress.Form.servers(6666).alwaysNamed("store", "(?! *$)[^/]+", "a name without /");
  static final String NONE = "none";

  /** Value for the number of answers in the store's definition. */
  static final int OF_THE_STORE = 0;

  static final Setting<Protocol> PROTOCOL =
      Setting.choice("protocol", Protocol.VP3)
          .describedAs("protocol of the requests: vp3 or pb0 (protocol buffers)");
  static final Setting<Routing> ROUTING =
      Setting.choice("routing", Routing.CLIENT)
          .describedAs(
              "client: the driver sends requests to the nodes of the key; server: it sends"
                  + " them to any server, which forwards them");
  static final Setting<Integer> ZONE =
      Setting.text(
              "zone",
              NONE,
              Setting.Reach.NOTHING,
              "the id of a zone, or none",
              VoldemortSettings::parseZone)
          .describedAs(
              "id of the zone of this client; the nodes of this zone get requests first;"
                  + " none: no zone");
  static final Setting<Long> REQUIRED_READS =
      Setting.count("required-reads", "0", OF_THE_STORE, 1000)
          .describedAs("number of answers that a read waits for; 0: as the store defines")
          .asLive();
  static final Setting<Long> REQUIRED_WRITES =
      Setting.count("required-writes", "0", OF_THE_STORE, 1000)
          .describedAs("number of answers that a write waits for; 0: as the store defines")
          .asLive();
  static final Setting<Long> WRITE_TRIES =
      Setting.count("write-tries", "3", 1, 100)
          .describedAs("attempts of an update if its version is obsolete")
          .asLive();
  static final Setting<Boolean> READ_REPAIR =
      Setting.flag("read-repair", true)
          .describedAs("a read writes the newest version to the nodes that have an older one")
          .asLive();
  static final Setting<String> TRANSFORM =
      Setting.text("transform", "", Setting.Reach.NOTHING)
          .describedAs("transform that is sent with reads and writes, for views; empty: none")
          .asLive();
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "50", 1, 10_000)
          .describedAs("maximum number of connections to a node; each has one request in flight");
  static final Setting<Long> IN_FLIGHT =
      Setting.count("in-flight", "256", 1, 100_000)
          .describedAs("maximum number of operations in flight in a session");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs("timeout for a new connection and its handshake");
  static final Setting<Duration> NODE_TIMEOUT =
      Setting.duration("node-timeout", "1500ms", "1ms")
          .describedAs(
              "time without an answer after which the driver sends no more requests to a"
                  + " replica")
          .asLive();
  static final Setting<Duration> LEAVE_OUT =
      Setting.duration("leave-out", "1s", "1ms")
          .describedAs("maximum time after which the driver retries an unresponsive node")
          .asLive();
  static final Setting<Long> JMX_PORT =
      Setting.count("jmx-port", "0", 0, 65_535)
          .describedAs("JMX port of the nodes, for telemetry; 0: none");
  static final Setting<String> JMX_USER =
      Setting.text("jmx-user", "", Setting.Reach.NOTHING)
          .describedAs("JMX user; empty: no authentication");
  static final Setting<String> JMX_PASSWORD =
      Setting.text("jmx-password", "", Setting.Reach.NOTHING)
          .describedAs("password of the JMX user")
          .asSecret();

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          PROTOCOL,
          ROUTING,
          ZONE,
          REQUIRED_READS,
          REQUIRED_WRITES,
          WRITE_TRIES,
          READ_REPAIR,
          TRANSFORM,
          CONNECTIONS,
          IN_FLIGHT,
          ConnectionSettings.IO_THREADS,
          CONNECT_TIMEOUT,
          NODE_TIMEOUT,
          LEAVE_OUT,
          JMX_PORT,
          JMX_USER,
          JMX_PASSWORD);

  private VoldemortSettings() {}

  /** Parses the id of a zone. The result is -1 for none, as in Voldemort. */
  private static Integer parseZone(String text) {
    if (text.equals(NONE)) {
      return -1;
    }
    long zone = Quantities.parseCount(text);
    if (zone < 0 || zone > Short.MAX_VALUE) {
      throw new IllegalArgumentException("must be from 0 to " + Short.MAX_VALUE);
    }
    return (int) zone;
  }
}
