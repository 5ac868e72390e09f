package org.plimsoll.fleet;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The labels of a node: its location, and further labels of its owner.
 *
 * @param rack the rack or zone
 * @param host the name of the machine
 * @param others further labels by key, in the order of the keys
 */
public record NodeLabels(
    @Nullable String region,
    @Nullable String datacenter,
    @Nullable String rack,
    @Nullable String host,
    Map<String, String> others) {
  /** An instance without labels. */
  public static final NodeLabels NONE = new NodeLabels(null, null, null, null, Map.of());

  public NodeLabels {
    others = Collections.unmodifiableMap(new TreeMap<>(others));
  }
}
