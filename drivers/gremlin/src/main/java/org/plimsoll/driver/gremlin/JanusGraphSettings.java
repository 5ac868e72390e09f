package org.plimsoll.driver.gremlin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.Credentials;

/** Settings of {@code janusgraph}: those of all graphs, and those for the storage. */
final class JanusGraphSettings {
  static final Setting<Map<String, String>> OPTIONS =
      Setting.text(
              "options",
              "",
              Setting.Reach.ANYTHING,
              "options of JanusGraph such as cache.db-cache=true, separated by commas",
              JanusGraphSettings::parseOptions)
          .describedAs("options of JanusGraph by their full names, separated by commas");
  static final Setting<Boolean> METRICS =
      Setting.flag("metrics", false)
          .describedAs("count the transactions and storage calls of JanusGraph");
  static final Setting<String> KEYSPACE =
      GraphSettings.name("keyspace", "plimsoll_graph").describedAs("keyspace of a cql: target");
  static final Setting<String> LOCAL_DATACENTER =
      Setting.text("local-datacenter", "datacenter1", Setting.Reach.NOTHING)
          .describedAs("datacenter of a cql: target that receives the requests");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      Stream.concat(
              GraphSettings.ALL.stream(),
              Stream.of(
                  OPTIONS,
                  METRICS,
                  KEYSPACE,
                  LOCAL_DATACENTER,
                  Credentials.USER,
                  Credentials.PASSWORD))
          .toList();

  private JanusGraphSettings() {}

  private static Map<String, String> parseOptions(String text) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String option : text.isBlank() ? new String[0] : text.split(",", -1)) {
      String[] parts = option.strip().split("=", 2);
      if (parts.length < 2 || !parts[0].matches("[a-z][a-z0-9.-]*")) {
        throw new IllegalArgumentException("not an option");
      }
      options.put(parts[0], parts[1]);
    }
    return options;
  }
}
