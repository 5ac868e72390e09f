package org.plimsoll.driver.gremlin;

import java.util.List;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.SchemaUse;

/** Settings of every graph: its rows, its edges, and its traversals. */
final class GraphSettings {
  static final Setting<String> LABEL =
      name("label", "row").describedAs("label of the vertices that are rows");
  static final Setting<String> EDGE_LABEL =
      name("edge-label", "link").describedAs("label of the edges");
  static final Setting<ValueForm> VALUE_FORM =
      Setting.choice("value-form", ValueForm.BINARY)
          .describedAs("fields as base64, or as UTF-8 text");
  static final Setting<Distribution> EDGES =
      Setting.of(
              "edges",
              Setting.Kind.DISTRIBUTION,
              "0",
              "a distribution such as zipfian(1,100)",
              DistributionText::parseBytes)
          .describedAs("edges from a new vertex to older ones");
  static final Setting<Double> SKEW =
      Setting.decimal("skew", "0", 0, 0.99)
          .describedAs("how the other ends are chosen: 0: uniformly; near 1: supernodes")
          .asLive();
  static final Setting<Long> HOPS =
      Setting.count("hops", "2", 1, 10).describedAs("edges that k-hop follows").asLive();
  static final Setting<Long> LIMIT =
      Setting.count("limit", "1000", 1, 1_000_000_000)
          .describedAs("vertices at which k-hop and read-neighbors stop")
          .asLive();
  static final Setting<Way> DIRECTION =
      Setting.choice("direction", Way.BOTH)
          .describedAs("direction of the edges that traversals follow")
          .asLive();
  static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create missing properties and indexes; recreate: delete the rows first; temporary:"
              + " also delete rows and indexes at the end; none: everything must exist");

  /** In the order of the help. */
  static final List<Setting<?>> ALL =
      List.of(LABEL, EDGE_LABEL, VALUE_FORM, EDGES, SKEW, HOPS, LIMIT, DIRECTION, SCHEMA);

  private GraphSettings() {}

  /** A name that can be part of a script. */
  static Setting<String> name(String name, String defaultText) {
    return Setting.text(
        name,
        defaultText,
        Setting.Reach.NOTHING,
        "letters, digits and _, starting with a letter",
        text -> {
          if (!text.matches("[A-Za-z][A-Za-z0-9_]{0,99}")) {
            throw new IllegalArgumentException("not a name");
          }
          return text;
        });
  }
}
