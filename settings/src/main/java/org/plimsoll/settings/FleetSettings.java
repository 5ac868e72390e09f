package org.plimsoll.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.engine.spec.FleetSpec;
import org.plimsoll.engine.spec.FleetSpec.CannotStart;
import org.plimsoll.engine.spec.FleetSpec.Loss;
import org.plimsoll.engine.spec.Scope;

/** The settings of a run in a fleet: its nodes, and its reaction to failures. */
public final class FleetSettings {
  public static final Setting<List<Scope>> PLACE =
      Setting.of(
              "place",
              Kind.TEXT,
              null,
              "nodes of a fleet, such as region=eu-1, datacenter=a, rack=a/r1 or node=node-3",
              FleetSettings::parsePlace)
          .describedAs(
              "nodes of a fleet on which the run is placed, also those that join later, such as"
                  + " datacenter=a or node=node-3; all nodes by default");
  public static final Setting<CannotStart> NODE_CANNOT_START =
      Setting.choice("node-cannot-start", null, List.of(CannotStart.values()))
          .describedAs(
              "if a node of a fleet cannot start: the run fails (stop, the default), or the other"
                  + " nodes take its share");
  public static final Setting<Loss> NODE_LOST =
      Setting.choice("node-lost", null, List.of(Loss.values()))
          .describedAs(
              "if a node of a fleet is lost: the others take its share (redistribute, the"
                  + " default), its share is not sent (degrade), or the run stops");

  static final SettingGroup GROUP =
      new SettingGroup("Fleet", List.of(PLACE, NODE_CANNOT_START, NODE_LOST));

  private FleetSettings() {}

  /**
   * Converts the settings of a run to its specification in a fleet.
   *
   * @param resolved texts of the settings of the run, by their names
   */
  public static FleetSpec spec(Map<String, Object> resolved) {
    return new FleetSpec(
        value(PLACE, resolved, List.of()),
        value(NODE_CANNOT_START, resolved, CannotStart.STOP),
        value(NODE_LOST, resolved, Loss.REDISTRIBUTE));
  }

  private static <T> T value(Setting<T> setting, Map<String, Object> resolved, T absent) {
    Object text = resolved.get(setting.name());
    return text == null ? absent : setting.parse(text.toString());
  }

  private static List<Scope> parsePlace(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).map(Scope::of).toList();
  }
}
