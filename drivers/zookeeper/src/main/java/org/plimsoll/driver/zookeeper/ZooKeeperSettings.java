package org.plimsoll.driver.zookeeper;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;

/** Settings of {@code zookeeper}. */
final class ZooKeeperSettings {
  static final Setting<Long> PARENTS =
      Setting.count("parents", "16", 1, 10_000)
          .describedAs("number of parent nodes over which the driver distributes the rows");
  static final Setting<Boolean> SYNC =
      Setting.flag("sync", false)
          .describedAs("send a sync before each read, so that the read sees all earlier writes")
          .asLive();
  static final Setting<Access> ACL =
      Setting.choice("acl", Access.OPEN)
          .describedAs(
              "access to the nodes that the driver creates: open (everybody) or creator"
                  + " (only the user)");
  static final Setting<Long> CONNECTIONS =
      Setting.count("connections", "4", 1, 1000)
          .describedAs("connections that sessions share; each is a session of ZooKeeper");
  static final Setting<Long> IN_FLIGHT =
      Setting.count("in-flight", "256", 1, 100_000)
          .describedAs("maximum number of operations in flight in a session");
  static final Setting<Duration> SESSION_TIMEOUT =
      Setting.duration("session-timeout", "30s", "1ms")
          .describedAs(
              "time without contact after which the servers end a session and delete its"
                  + " ephemeral nodes");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s", "1ms")
          .describedAs("timeout for a new session of ZooKeeper");
  static final Setting<Long> MAX_BUFFER =
      Setting.bytes("max-buffer", "1048575")
          .describedAs("largest request and answer in bytes, as jute.maxbuffer of the servers");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          PARENTS,
          SYNC,
          ACL,
          CONNECTIONS,
          IN_FLIGHT,
          SESSION_TIMEOUT,
          CONNECT_TIMEOUT,
          MAX_BUFFER,
          Credentials.USER,
          Credentials.PASSWORD,
          TlsSettings.TLS,
          TlsSettings.AUTHORITIES);

  private ZooKeeperSettings() {}
}
