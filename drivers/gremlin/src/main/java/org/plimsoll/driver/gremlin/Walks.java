package org.plimsoll.driver.gremlin;

import org.apache.tinkerpop.gremlin.structure.Direction;
import org.plimsoll.api.SettingValues;

/** How traversals follow edges. These settings can change during a run. */
record Walks(double skew, int hops, long limit, Direction direction) {
  static Walks of(SettingValues settings) {
    return new Walks(
        settings.get(GraphSettings.SKEW),
        Math.toIntExact(settings.get(GraphSettings.HOPS)),
        settings.get(GraphSettings.LIMIT),
        settings.get(GraphSettings.DIRECTION).direction());
  }
}
