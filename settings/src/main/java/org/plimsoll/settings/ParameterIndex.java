package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.ScenarioSpec;

/**
 * The parameters of a run by path: those of the run, of its scenarios and of the driver. Their
 * values change during the run; the set of parameters does not. Immutable.
 */
final class ParameterIndex {
  private static final String SCENARIO = RequestLayers.SCENARIO;

  private final List<Entry> all = new ArrayList<>();
  private final Map<String, Entry> byPath = new HashMap<>();
  private final Set<String> loads;

  /**
   * A parameter.
   *
   * @param number position in the list of all parameters
   * @param scenario the scenario; null if the parameter belongs to the whole run
   */
  record Entry(int number, String path, @Nullable String scenario, Setting<?> setting) {}

  /**
   * Creates the index of the parameters of a run.
   *
   * @param isSearch whether the settings of a search are included
   */
  ParameterIndex(ResolvedRun run, Driver driver, boolean isSearch) {
    Stream<Setting<?>> search = isSearch ? TuneSettings.group().settings().stream() : Stream.of();
    Stream.concat(search, RunSettings.all()).forEach(each -> add(each.name(), null, each));
    for (ScenarioSpec scenario : run.spec().loads()) {
      if (scenario.isNamed()) {
        RunSettings.all()
            .filter(RunSettings::isOfScenario)
            .forEach(each -> add(ScenarioTexts.path(scenario, each.name()), scenario.name(), each));
      }
    }
    driver.settings().forEach(each -> add(RequestLayers.SET + each.name(), null, each));
    loads = run.spec().loads().stream().map(ScenarioSpec::name).collect(Collectors.toSet());
  }

  private void add(String path, @Nullable String scenario, Setting<?> setting) {
    Entry entry = new Entry(all.size(), path, scenario, setting);
    all.add(entry);
    byPath.putIfAbsent(path, entry);
  }

  /** Returns all parameters, in order. */
  List<Entry> all() {
    return all;
  }

  /**
   * Returns the parameters of some paths, in the order of all parameters. Unknown paths are left
   * out.
   */
  List<Entry> at(Collection<String> paths) {
    return paths.stream()
        .map(byPath::get)
        .filter(Objects::nonNull)
        .sorted(Comparator.comparingInt(Entry::number))
        .toList();
  }

  /** Returns the setting of a path. */
  Optional<Setting<?>> setting(String path) {
    if (!path.startsWith(SCENARIO)) {
      return Optional.ofNullable(byPath.get(path)).map(Entry::setting);
    }
    // The only load of a run also has settings, although it has no name that a request can use.
    int slash = path.indexOf('/', SCENARIO.length());
    return slash > 0 && loads.contains(path.substring(SCENARIO.length(), slash))
        ? RunSettings.named(path.substring(slash + 1)).filter(RunSettings::isOfScenario)
        : Optional.empty();
  }
}
