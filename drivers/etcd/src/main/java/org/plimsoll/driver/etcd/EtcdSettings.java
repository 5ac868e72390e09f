package org.plimsoll.driver.etcd;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ClientCertificate;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;

/** Settings of {@code etcd}. */
final class EtcdSettings {
  static final ServersAddress.Form ADDRESS = ServersAddress.Form.servers(2379);
  static final Setting<String> PREFIX =
      Setting.text(
              "prefix",
              "/plimsoll/",
              Setting.Reach.NOTHING,
              "text of at least one character",
              EtcdSettings::parsePrefix)
          .describedAs(
              "prefix of all keys; counting and truncating affect only keys with this prefix");
  static final Setting<Reads> READS =
      Setting.choice("reads", Reads.LINEARIZABLE)
          .describedAs(
              "linearizable: a read returns the newest value; serializable: a read returns"
                  + " the value of the asked member, which may be old")
          .asLive();
  static final Setting<Duration> TTL =
      Setting.duration("ttl", "0s")
          .describedAs("time to live of written rows; 0s: forever")
          .asLive();
  static final Setting<Duration> LEASE_TTL =
      Setting.duration("lease-ttl", "60s", "1s")
          .describedAs("time to live of the lease that a lease-put creates")
          .asLive();
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "4", 1, 1000)
          .describedAs(
              "connections that sessions share; with balance=round-robin, this number to"
                  + " each member");
  static final Setting<Long> IN_FLIGHT =
      Setting.count("in-flight", "256", 1, 100_000)
          .describedAs("maximum number of operations in flight in a session");
  static final Setting<Balance> BALANCE =
      Setting.choice("balance", Balance.ROUND_ROBIN)
          .describedAs(
              "round-robin: requests rotate over the members; pick-first: all go to the"
                  + " first member that accepts a connection");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs("timeout for a new connection and its first answer");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          PREFIX,
          READS,
          TTL,
          LEASE_TTL,
          CONNECTIONS,
          IN_FLIGHT,
          BALANCE,
          CONNECT_TIMEOUT,
          TlsSettings.TLS,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES,
          ClientCertificate.CERTIFICATE,
          ClientCertificate.KEY,
          Credentials.USER,
          Credentials.PASSWORD);

  private EtcdSettings() {}

  private static String parsePrefix(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("must not be empty");
    }
    return text;
  }
}
