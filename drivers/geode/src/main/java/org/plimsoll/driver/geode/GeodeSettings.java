package org.plimsoll.driver.geode;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code geode}. */
final class GeodeSettings {
  static final ServersAddress.Form ADDRESS =
      ServersAddress.Form.servers(10_334)
          .named(
              "region", "plimsoll", "[A-Za-z0-9][A-Za-z0-9_-]{0,199}", "letters, digits, _ and -");
  static final Setting<Via> VIA =
      Setting.choice("via", Via.LOCATORS)
          .describedAs("role of the target hosts: locators or servers");
  static final Setting<RegionKind> REGION =
      Setting.choice("client-region", RegionKind.PROXY)
          .describedAs(
              "proxy: reads go to a server; caching-proxy: the client keeps entries and"
                  + " answers reads of these entries itself");
  static final Setting<Long> LOCAL_ENTRIES =
      Setting.count("local-entries", "0", 0, Integer.MAX_VALUE)
          .describedAs("number of entries that a caching proxy keeps; 0: all");
  static final Setting<ValueForm> VALUE_FORM =
      Setting.choice("value-form", ValueForm.BYTES)
          .describedAs("form of the values: bytes, or pdx with fields that OQL can use");
  static final Setting<String> QUERY =
      Setting.text(
              "query",
              "SELECT e.value FROM /{region}.entries e WHERE e.key = $1",
              Setting.Reach.NOTHING)
          .describedAs("OQL of the operation query; $1 is the key, $2 the number of the key")
          .asLive();
  static final Setting<Boolean> SINGLE_HOP =
      Setting.flag("single-hop", true)
          .describedAs("send each operation directly to the server that has the key's bucket");
  static final Setting<String> SERVER_GROUP =
      Setting.text("server-group", "", Setting.Reach.NOTHING)
          .describedAs("group of servers to which the driver sends requests");
  static final Setting<Long> MAX_CONNECTIONS =
      Setting.count("max-connections", "0", 0, 100_000)
          .describedAs("maximum number of connections; 0: one for each call that is in flight");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs("timeout for a new connection, and for a free connection");
  static final Setting<Boolean> SUBSCRIBE =
      Setting.flag("subscribe", false)
          .describedAs("also receive the events of all entries, and time those of own writes");
  static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create a missing region, if jmx is set; recreate: destroy it first; temporary: also"
              + " destroy it at the end; none: it must exist");
  static final Setting<ServerRegion> REGION_TYPE =
      Setting.choice("region-type", ServerRegion.PARTITION).describedAs("type of a new region");
  static final Setting<Duration> TTL =
      Setting.duration("ttl", "0")
          .describedAs("time to live of entries in a new region; 0: forever");
  static final Setting<Optional<HostPort>> JMX =
      Setting.text(
              "jmx",
              "",
              Setting.Reach.HOSTS,
              "host:port of a JMX manager, or empty",
              GeodeSettings::parseJmx)
          .describedAs(
              "host and port of a JMX manager, for the schema, facts, telemetry and hooks;"
                  + " empty: none");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          VIA,
          REGION,
          LOCAL_ENTRIES,
          VALUE_FORM,
          QUERY,
          SINGLE_HOP,
          SERVER_GROUP,
          MAX_CONNECTIONS,
          CONNECT_TIMEOUT,
          SUBSCRIBE,
          SCHEMA,
          REGION_TYPE,
          TTL,
          JMX,
          Credentials.USER,
          Credentials.PASSWORD,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES);

  private static final int JMX_PORT = 1099;

  private GeodeSettings() {}

  private static Optional<HostPort> parseJmx(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<HostPort> host = HostPort.parse(text, JMX_PORT);
    if (host.isEmpty()) {
      throw new IllegalArgumentException("not a host and port");
    }
    return host;
  }
}
