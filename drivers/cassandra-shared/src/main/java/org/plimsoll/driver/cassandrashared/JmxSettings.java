package org.plimsoll.driver.cassandrashared;

import java.util.List;
import java.util.Optional;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.Credentials;

/** Settings for JMX access to the nodes, with the same names in every driver for Cassandra. */
public final class JmxSettings {
  public static final Setting<Long> PORT =
      Setting.count("jmx-port", "7199", 1, 65_535)
          .describedAs("JMX port of the nodes, for hooks such as flush, compact and repair");
  public static final Setting<String> USER =
      Setting.text("jmx-user", "", Setting.Reach.NOTHING)
          .describedAs("JMX user; empty: no authentication");
  public static final Setting<String> PASSWORD =
      Setting.text("jmx-password", "", Setting.Reach.NOTHING)
          .describedAs("password of the JMX user")
          .asSecret();

  /** All JMX settings, in the order in which the help lists them. */
  public static final List<Setting<?>> ALL = List.of(PORT, USER, PASSWORD);

  private JmxSettings() {}

  /** The JMX user; empty without authentication. */
  static Optional<Credentials> login(SettingValues settings) {
    String user = settings.get(USER);
    return user.isEmpty()
        ? Optional.empty()
        : Optional.of(new Credentials(user, settings.get(PASSWORD)));
  }
}
