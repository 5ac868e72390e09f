package org.plimsoll.driver.cassandrashared;

import java.util.List;
import org.plimsoll.api.Setting;

/** Settings of the JMX of the nodes, which have the same names in each driver of Cassandra. */
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

  /** All of them, in the order of the help. */
  public static final List<Setting<?>> ALL = List.of(PORT, USER, PASSWORD);

  private JmxSettings() {}
}
