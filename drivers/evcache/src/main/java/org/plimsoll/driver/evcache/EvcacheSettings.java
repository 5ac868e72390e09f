package org.plimsoll.driver.evcache;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code evcache}. */
final class EvcacheSettings {
  /** The port of a node whose address has none. */
  static final int DEFAULT_PORT = 11_211;

  static final ServersAddress.Form ADDRESS = ServersAddress.Form.servers(DEFAULT_PORT).differing();
  private static final String NEVER = "never";
  private static final Duration LONGEST_TTL = Duration.ofDays(30);
  private static final Pattern PREFIX = Pattern.compile("[\\x21-\\x7e&&[^:%]]{0,200}");
  private static final long SMALLEST_CHUNK = 512;
  private static final long LARGEST_CHUNK = 1 << 20;

  static final Setting<List<String>> ZONES =
      Setting.text("zones", "", Setting.Reach.NOTHING, Zone.FORM, Zone::parseNames)
          .describedAs("zone of each address, in order; empty: each address is its own zone");
  static final Setting<String> ZONE =
      Setting.text("zone", "", Setting.Reach.NOTHING)
          .describedAs(
              "the local zone, which gets reads first; empty: EC2_AVAILABILITY_ZONE, or else"
                  + " all zones in turn");
  static final Setting<WritePolicy> WRITE_POLICY =
      Setting.choice("write-policy", WritePolicy.ALL)
          .describedAs(
              "number of zones that must answer before a write ends: none, one, quorum,"
                  + " all-minus-1 or all")
          .asLive();
  static final Setting<Boolean> FALLBACK =
      Setting.flag("zone-fallback", true)
          .describedAs("after a miss or a failure in one zone, a read asks another zone")
          .asLive();
  static final Setting<Long> FALLBACKS =
      Setting.count("fallbacks", "1", 1, 10)
          .describedAs("maximum number of other zones that a read asks");
  static final Setting<Set<String>> WRITE_ONLY =
      Setting.text("write-only-zones", "", Setting.Reach.NOTHING, "zones, or empty", Zone::parseSet)
          .describedAs("zones that receive writes but no reads")
          .asLive();
  static final Setting<Duration> READ_TIMEOUT =
      Setting.duration("read-timeout", "20ms", "1ms")
          .describedAs(
              "timeout of the client for an answer of a zone; the client waits twice this"
                  + " long before it asks the next zone");
  static final Setting<Long> READ_QUEUE =
      Setting.count("read-queue", "50", 1, 10_000)
          .describedAs(
              "maximum number of reads in flight on a connection; the client refuses more");
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "1", 1, 100).describedAs("connections to each node");
  static final Setting<OnLostNode> ON_LOST_NODE =
      Setting.choice("on-lost-node", OnLostNode.CANCEL)
          .describedAs(
              "writes to a node that is not connected: cancel, redistribute (to other nodes)"
                  + " or retry (after a reconnect)");
  static final Setting<Duration> TTL =
      Setting.of(
              "ttl",
              Setting.Kind.DURATION,
              "0",
              "0 or whole seconds up to 30d such as 30s or 1h",
              EvcacheSettings::parseSeconds)
          .describedAs("time to live of written values, in whole seconds up to 30 days; 0: forever")
          .asLive();
  static final Setting<Integer> COMPRESS_ABOVE =
      Setting.text(
              "compress-above",
              "120",
              Setting.Reach.NOTHING,
              "a size such as 120 or 1KiB, or never",
              EvcacheSettings::parseThreshold)
          .describedAs("size above which the client compresses a value; never: no compression")
          .asLive();
  static final Setting<Long> CHUNK_SIZE =
      Setting.of(
              "chunk-size",
              Setting.Kind.BYTES,
              "0",
              "0 or a size from 512 to 1MiB",
              EvcacheSettings::parseChunk)
          .describedAs(
              "size above which a value is split into several items of that size; 0: never");
  static final Setting<String> KEY_PREFIX =
      Setting.text(
              "key-prefix",
              "",
              Setting.Reach.NOTHING,
              "up to 200 ASCII characters without spaces, % and :",
              EvcacheSettings::parsePrefix)
          .describedAs(
              "the name of the cache, which precedes each key with a colon; empty: no prefix");
  static final Setting<Long> HOT_KEY_LIMIT =
      Setting.count("hot-key-limit", "0", 0, 1_000_000)
          .describedAs(
              "maximum number of requests of one key at the same time; the client refuses"
                  + " more; 0: no limit");
  static final Setting<Duration> REFRESH =
      Setting.duration("refresh-interval", "60s", "1s")
          .describedAs("interval at which the client checks the state of its zones");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs(
              "timeout for the first connection to each node, and for the node's first answer");
  static final Setting<Truncation> TRUNCATE =
      Setting.choice("truncate", Truncation.REFUSE)
          .describedAs(
              "refuse: truncating fails; flush-all: truncating deletes all keys of the"
                  + " servers, including those of other applications");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          ZONES,
          ZONE,
          WRITE_POLICY,
          FALLBACK,
          FALLBACKS,
          WRITE_ONLY,
          READ_TIMEOUT,
          READ_QUEUE,
          CONNECTIONS,
          ON_LOST_NODE,
          TTL,
          COMPRESS_ABOVE,
          CHUNK_SIZE,
          KEY_PREFIX,
          HOT_KEY_LIMIT,
          REFRESH,
          CONNECT_TIMEOUT,
          TRUNCATE);

  private EvcacheSettings() {}

  /** Parses a time to live. The client would interpret more than 30 days as a point in time. */
  private static Duration parseSeconds(String text) {
    Duration duration = Quantities.parseDuration(text);
    if (duration.toNanosPart() != 0 || duration.compareTo(LONGEST_TTL) > 0) {
      throw new IllegalArgumentException("must be whole seconds up to 30 days");
    }
    return duration;
  }

  private static int parseThreshold(String text) {
    return text.equals(NEVER)
        ? Integer.MAX_VALUE
        : Math.toIntExact(Math.min(Quantities.parseBytes(text), Integer.MAX_VALUE));
  }

  private static long parseChunk(String text) {
    long bytes = Quantities.parseBytes(text);
    if (bytes != 0 && (bytes < SMALLEST_CHUNK || bytes > LARGEST_CHUNK)) {
      throw new IllegalArgumentException("must be 0 or from 512 to 1 MiB");
    }
    return bytes;
  }

  private static String parsePrefix(String text) {
    if (!PREFIX.matcher(text).matches()) {
      throw new IllegalArgumentException("not a prefix");
    }
    return text;
  }
}
