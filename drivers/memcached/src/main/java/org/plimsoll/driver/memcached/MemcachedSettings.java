package org.plimsoll.driver.memcached;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code memcached}. */
final class MemcachedSettings {
  static final ServersAddress.Form ADDRESS = ServersAddress.Form.servers(11_211).differing();

  static final Setting<Protocol> PROTOCOL =
      Setting.choice("protocol", Protocol.TEXT)
          .describedAs("protocol of the requests: text, binary or meta");
  static final Setting<Ring> RING =
      Setting.choice("ring", Ring.KETAMA)
          .describedAs("distribution of keys over several servers: ketama or folsom");
  static final Setting<String> CONNECTIONS =
      ConnectionSettings.connections(10_000)
          .describedAs(
              "connections to each server that all sessions share, or one for each session");
  static final Setting<Duration> TTL =
      Setting.of(
              "ttl",
              Setting.Kind.DURATION,
              "0",
              "0 or a duration of whole seconds such as 30s or 1h",
              MemcachedSettings::parseSeconds)
          .describedAs("time to live of written values, in whole seconds; 0: forever")
          .asLive();
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("timeout for a new connection, including its first answer");
  static final Setting<Truncation> TRUNCATE =
      Setting.choice("truncate", Truncation.REFUSE)
          .describedAs(
              "refuse: truncating fails; flush-all: truncating deletes all keys of the"
                  + " servers, including those of other applications");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          PROTOCOL,
          RING,
          CONNECTIONS,
          ConnectionSettings.PIPELINE_DEPTH,
          ConnectionSettings.IO_THREADS,
          TTL,
          CONNECT_TIMEOUT,
          TRUNCATE,
          Credentials.USER,
          Credentials.PASSWORD);

  private MemcachedSettings() {}

  /**
   * Parses a time to live. Memcached has no fractions of a second. A value of 0 means no
   * expiration.
   */
  private static Duration parseSeconds(String text) {
    Duration duration = Quantities.parseDuration(text);
    if (duration.toNanosPart() != 0 || duration.toSeconds() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("must be whole seconds");
    }
    return duration;
  }
}
