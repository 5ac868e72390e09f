package org.plimsoll.driver.gremlin;

import java.util.List;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.SchemaUse;

/** Settings that all graphs have: rows, edges and traversals. */
final class GraphSettings {
  static final Setting<String> LABEL = name("label", "row").describedAs("label of the vertices");
  static final Setting<String> EDGE_LABEL =
      name("edge-label", "link").describedAs("label of the edges");
  static final Setting<ValueForm> VALUE_FORM =
      Setting.choice("value-form", ValueForm.BINARY)
          .describedAs("form of the fields: binary (base64) or text (UTF-8)");
  static final Setting<Distribution> EDGES =
      Setting.of(
              "edges",
              Setting.Kind.DISTRIBUTION,
              "0",
              "a distribution such as zipfian(1,100)",
              DistributionText::parseBytes)
          .describedAs("number of edges from a new vertex to older ones, such as zipfian(1,100)");
  static final Setting<Double> SKEW =
      Setting.decimal("skew", "0", 0, 0.99)
          .describedAs(
              "selection of the target vertex of a new edge: 0 is uniform, near 1 creates"
                  + " supernodes")
          .asLive();
  static final Setting<Long> HOPS =
      Setting.count("hops", "2", 1, 10)
          .describedAs("number of edges that k-hop follows from the vertex")
          .asLive();
  static final Setting<Long> LIMIT =
      Setting.count("limit", "1000", 1, 1_000_000_000)
          .describedAs("number of vertices after which k-hop and read-neighbors stop")
          .asLive();
  static final Setting<Way> DIRECTION =
      Setting.choice("direction", Way.BOTH)
          .describedAs("edges that traversals follow: out, in or both")
          .asLive();
  static final Setting<SchemaUse> SCHEMA =
      SchemaUse.SETTING.describedAs(
          "create missing properties and indexes; recreate: delete the rows first; temporary:"
              + " also delete rows and indexes at the end; none: everything must exist");

  /** All settings of graphs, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(LABEL, EDGE_LABEL, VALUE_FORM, EDGES, SKEW, HOPS, LIMIT, DIRECTION, SCHEMA);

  private GraphSettings() {}

  /** Creates a setting for a name that can be part of a script. */
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
