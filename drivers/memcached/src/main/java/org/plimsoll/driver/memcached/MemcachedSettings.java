package org.plimsoll.driver.memcached;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code memcached}. */
final class MemcachedSettings {
  static final ServersAddress.Form ADDRESS = ServersAddress.Form.servers(11_211).differing();
  static final String PER_SESSION = "per-session";
  static final String AUTO = "auto";

  static final Setting<Protocol> PROTOCOL =
      Setting.choice("protocol", Protocol.TEXT)
          .describedAs(
              "protocol of the requests; the authors of Memcached recommend meta and call binary"
                  + " outdated");
  static final Setting<Ring> RING =
      Setting.choice("ring", Ring.KETAMA)
          .describedAs(
              "how keys are distributed over several servers: as in libmemcached, or as in Folsom"
                  + " by default");
  static final Setting<String> CONNECTIONS =
      Setting.text(
              "connections",
              "4",
              Setting.Reach.NOTHING,
              "a whole number from 1 to 10k, or per-session",
              text -> text.equals(PER_SESSION) ? text : whole(text, 10_000))
          .describedAs(
              "connections to each server that all sessions share, or one for each session");
  static final Setting<String> PIPELINE_DEPTH =
      Setting.text(
              "pipeline-depth",
              AUTO,
              Setting.Reach.NOTHING,
              "a whole number from 1 to 100k, or auto",
              text -> text.equals(AUTO) ? text : whole(text, 100_000))
          .describedAs(
              "operations in flight on a session; auto: 1 if it owns its connection, otherwise"
                  + " 4096");
  static final Setting<Long> IO_THREADS =
      Setting.count("io-threads", "0", 0, 64)
          .describedAs(
              "threads that write requests and read answers; 0: one for every two processors");
  static final Setting<Duration> TTL =
      Setting.of(
              "ttl",
              Setting.Kind.DURATION,
              "0",
              "0 or a duration of whole seconds such as 30s or 1h",
              MemcachedSettings::parseSeconds)
          .describedAs("time to live of written values; 0: none")
          .asLive();
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("timeout for a new connection and its first answer");
  static final Setting<Truncation> TRUNCATE =
      Setting.choice("truncate", Truncation.REFUSE)
          .describedAs("whether truncate may empty the servers, including the keys of others");

  /** All settings, in the order of the help. */
  static final List<Setting<?>> ALL =
      List.of(
          PROTOCOL,
          RING,
          CONNECTIONS,
          PIPELINE_DEPTH,
          IO_THREADS,
          TTL,
          CONNECT_TIMEOUT,
          TRUNCATE,
          Credentials.USER,
          Credentials.PASSWORD);

  private MemcachedSettings() {}

  private static String whole(String text, long maximum) {
    long number = Quantities.parseCount(text);
    if (number < 1 || number > maximum) {
      throw new IllegalArgumentException("must be from 1 to " + maximum);
    }
    return String.valueOf(number);
  }

  /** Parses a time to live. Memcached has no fractions of a second, and 0 means no expiration. */
  private static Duration parseSeconds(String text) {
    Duration duration = Quantities.parseDuration(text);
    if (duration.toNanosPart() != 0 || duration.toSeconds() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("must be whole seconds");
    }
    return duration;
  }
}
