package org.plimsoll.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.settings.text.PerOperation;

/**
 * The values of a run, in layers. A later layer overrides an earlier one: the spec file, the
 * property sources in their order, the command line, live changes. Immutable.
 *
 * <p>A layer other than the two requests has texts by path: {@code rate}, {@code
 * scenario/search/rate}, or {@code set.consistency} of the driver.
 *
 * @param sources the values of property sources, by the names of the sources
 */
record RequestLayers(
    RunRequest file,
    Map<String, Map<String, Given>> sources,
    RunRequest commandLine,
    Map<String, Given> live) {
  static final String SCENARIO = "scenario/";
  static final String SET = "set.";
  private static final String MIX = "mix";

  RequestLayers {
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    live = Collections.unmodifiableMap(new LinkedHashMap<>(live));
  }

  /** Creates layers without values. */
  static RequestLayers none() {
    return new RequestLayers(RunRequest.empty(), Map.of(), RunRequest.empty(), Map.of());
  }

  /** Converts the texts of a property source to a layer. */
  static Map<String, Given> layer(String source, Map<String, String> texts) {
    Map<String, Given> layer = new LinkedHashMap<>();
    texts.forEach((path, text) -> layer.put(path, new Given(text, source)));
    return layer;
  }

  /** Combines all layers into one request. */
  RunRequest request() {
    RunRequest request = file;
    for (Map<String, Given> layer : sources.values()) {
      request = request.overriddenBy(request(layer));
    }
    return withoutHiddenMixes(request.overriddenBy(commandLine)).overriddenBy(request(live));
  }

  /**
   * Removes each mix that live rates or workers of single operations replace. Such rates also
   * define the weights, and a live change cannot remove the mix of the spec.
   */
  private RunRequest withoutHiddenMixes(RunRequest request) {
    Map<String, Given> values = withoutHiddenMix("", request.values());
    Map<String, Map<String, Given>> scenarios = new LinkedHashMap<>();
    request
        .scenarios()
        .forEach((name, own) -> {
          String path = SCENARIO + name + "/";
          scenarios.put(name, withoutHiddenMix(path, own));
          if (hidesMix(path) && !own.containsKey(MIX)) {
            values.remove(MIX);
          }
        });
    return new RunRequest(request.target(), values, request.driverSettings(), scenarios);
  }

  private Map<String, Given> withoutHiddenMix(String path, Map<String, Given> values) {
    Map<String, Given> left = new LinkedHashMap<>(values);
    if (hidesMix(path)) {
      left.remove(MIX);
    }
    return left;
  }

  private boolean hidesMix(String path) {
    return !live.containsKey(path + MIX)
        && (namesOperations(live.get(path + "rate"))
            || namesOperations(live.get(path + "workers")));
  }

  private static boolean namesOperations(@Nullable Given given) {
    if (given == null) {
      return false;
    }
    Set<String> names = PerOperation.names(given.text());
    return !names.isEmpty() && !LoadSides.NAMES.containsAll(names);
  }

  /** Returns whether one of the layers has a value for a setting of the run. */
  boolean has(String name) {
    return file.values().containsKey(name)
        || commandLine.values().containsKey(name)
        || sources.values().stream().anyMatch(layer -> layer.containsKey(name));
  }

  RequestLayers withCommandLine(RunRequest newCommandLine) {
    return new RequestLayers(file, sources, newCommandLine, live);
  }

  /** Returns layers with new values of some sources. A new source overrides the other sources. */
  RequestLayers withSources(Map<String, Map<String, Given>> changed) {
    Map<String, Map<String, Given>> all = new LinkedHashMap<>(sources);
    all.putAll(changed);
    return new RequestLayers(file, all, commandLine, live);
  }

  RequestLayers withLive(Map<String, Given> newLive) {
    return new RequestLayers(file, sources, commandLine, newLive);
  }

  private static RunRequest request(Map<String, Given> layer) {
    Map<String, Given> values = new LinkedHashMap<>();
    Map<String, Given> driverSettings = new LinkedHashMap<>();
    Map<String, Map<String, Given>> scenarios = new LinkedHashMap<>();
    layer.forEach((path, given) -> {
      int slash = path.startsWith(SCENARIO) ? path.indexOf('/', SCENARIO.length()) : -1;
      if (path.startsWith(SET)) {
        driverSettings.put(path.substring(SET.length()), given);
      } else if (slash > 0) {
        scenarios
            .computeIfAbsent(path.substring(SCENARIO.length(), slash), _ -> new LinkedHashMap<>())
            .put(path.substring(slash + 1), given);
      } else {
        values.put(path, given);
      }
    });
    return new RunRequest(null, values, driverSettings, scenarios);
  }
}
