package org.plimsoll.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The current texts of property sources in their original form, with references instead of secrets.
 * Not thread-safe.
 */
final class SourceTexts {
  private final Map<String, Map<String, String>> texts = new LinkedHashMap<>();

  /** Replaces all texts of some sources. */
  void put(Map<String, Map<String, String>> sources) {
    sources.forEach((name, its) -> texts.put(name, Map.copyOf(its)));
  }

  Map<String, Map<String, String>> all() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  private Map<String, String> of(String source) {
    return texts.getOrDefault(source, Map.of());
  }

  /**
   * Returns the differences to new texts of some sources: new texts by path, null for removed ones.
   */
  Map<String, @Nullable String> differences(Map<String, Map<String, String>> sources) {
    Map<String, @Nullable String> differences = new LinkedHashMap<>();
    sources.forEach((name, its) -> differences.putAll(Differences.between(of(name), its)));
    return differences;
  }

  /**
   * Converts the texts of some sources to layers. A secret is read again only if its reference has
   * changed.
   *
   * @param before the current layers
   * @param secret reads the secret of a path
   */
  Map<String, Map<String, Given>> layers(
      Map<String, Map<String, String>> sources,
      Map<String, Map<String, Given>> before,
      BiFunction<String, Given, Given> secret) {
    Map<String, Map<String, Given>> layers = new LinkedHashMap<>();
    sources.forEach((name, its) -> {
      Map<String, Given> layer = RequestLayers.layer(name, its);
      layer.replaceAll((path, given) -> {
        Given known = before.getOrDefault(name, Map.of()).get(path);
        return known != null && given.text().equals(of(name).get(path))
            ? known
            : secret.apply(path, given);
      });
      layers.put(name, layer);
    });
    return layers;
  }
}
