package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.settings.text.SecretReference;

/**
 * What a run was asked for, in layers, of which the upper ones go on changing: defaults lie below
 * the spec file, then property sources in their order, the command line, and what people ask for
 * while it runs. A change lays texts on a layer and resolves the whole request anew, so that it is
 * checked by the same rules, in the same words, as before a run.
 *
 * <p>A parameter has a path: {@code rate}, {@code scenario/search/rate}, or {@code set.consistency}
 * of the driver. Thread-safe.
 */
public final class LiveParameters {
  private static final String SCENARIO = "scenario/";
  private static final String SET = "set.";

  private final Plugins plugins;
  private final RunRequest file;
  private final RunRequest commandLine;
  private final boolean isFixed;
  private final Map<String, Map<String, Given>> sources = new LinkedHashMap<>();

  /** What each source says, as it says it. */
  private final Map<String, Map<String, String>> saying = new LinkedHashMap<>();

  private Map<String, Given> live = new LinkedHashMap<>();
  private ResolvedRun resolved;

  /**
   * One parameter as it stands.
   *
   * @param scenario null when it is of the whole run
   * @param text null when it has no value, secrets masked
   * @param isLive whether it can change now
   */
  public record Parameter(
      String path,
      @Nullable String scenario,
      Setting<?> setting,
      @Nullable String text,
      String origin,
      boolean isLive) {}

  /**
   * What a change would make of the run; nothing has changed yet.
   *
   * @param changed each path whose text differs, with the text before and after
   */
  public record Proposal(ResolvedRun next, List<Changed> changed, Runnable accept) {}

  /** A path with its texts; null stands for none. */
  public record Changed(String path, @Nullable String before, @Nullable String after) {}

  /** Several paths that cannot change as asked; each has one sentence. */
  public static final class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;
    private final transient List<Refusal> refusals;

    RefusedException(List<Refusal> refusals) {
      super(String.join("; ", refusals.stream().map(Refusal::sentence).toList()));
      this.refusals = List.copyOf(refusals);
    }

    public List<Refusal> refusals() {
      return refusals;
    }
  }

  /**
   * Why one path cannot change.
   *
   * @param allowed what is, in words that follow "must be"; empty when nothing is
   */
  public record Refusal(String path, String text, String allowed, String sentence) {}

  private LiveParameters(
      RunRequest file,
      RunRequest commandLine,
      Map<String, Map<String, Given>> sources,
      ResolvedRun resolved,
      Plugins plugins,
      boolean isFixed) {
    this.isFixed = isFixed;
    this.plugins = plugins;
    this.file = file;
    this.commandLine = commandLine;
    this.sources.putAll(sources);
    this.resolved = resolved;
  }

  /**
   * The parameters of a run that is about to begin.
   *
   * @param sources what property sources say, texts by path, the upper ones last
   * @throws InvalidSpecException when what is asked for cannot be
   */
  public static LiveParameters of(
      RunRequest file,
      Map<String, Map<String, String>> sources,
      RunRequest commandLine,
      Plugins plugins) {
    RunRequest asked = file.overriddenBy(commandLine);
    TargetUri uri = RunResolver.target(asked);
    SecretTexts secrets = new SecretTexts(plugins.named(uri.scheme()));
    RunRequest below = secrets.overUri(uri, secrets.resolved(file));
    RunRequest above = secrets.resolved(commandLine);
    Map<String, Map<String, Given>> layers = new LinkedHashMap<>();
    sources.forEach((name, texts) -> layers.put(name, secrets.resolved(layer(name, texts))));
    ResolvedRun resolved = RunResolver.resolve(overlaid(below, layers, above), plugins);
    boolean isSeeded =
        Stream.of(below, above).anyMatch(each -> each.values().containsKey("seed"))
            || layers.values().stream().anyMatch(layer -> layer.containsKey("seed"));
    // A seed that was drawn must not be drawn anew.
    Given seed = new Given(Long.toString(resolved.spec().seed()), "random");
    RunRequest drawn = new RunRequest(null, Map.of("seed", seed), Map.of());
    LiveParameters parameters =
        new LiveParameters(
            below, isSeeded ? above : above.overriddenBy(drawn), layers, resolved, plugins, false);
    parameters.saying.putAll(sources);
    return parameters;
  }

  /** The parameters of a search, which nobody changes while it goes on. */
  public static LiveParameters fixed(ResolvedRun search, Plugins plugins) {
    RunRequest none = RunRequest.empty();
    return new LiveParameters(none, none, Map.of(), search, plugins, true);
  }

  private static RunRequest overlaid(
      RunRequest below, Map<String, Map<String, Given>> layers, RunRequest above) {
    RunRequest request = below;
    for (Map<String, Given> layer : layers.values()) {
      request = request.overriddenBy(request(layer));
    }
    return request.overriddenBy(above);
  }

  private static Map<String, Given> layer(String source, Map<String, String> texts) {
    Map<String, Given> layer = new LinkedHashMap<>();
    texts.forEach((path, text) -> layer.put(path, new Given(text, source)));
    return layer;
  }

  /** What is in force. */
  public synchronized ResolvedRun resolved() {
    return resolved;
  }

  /** Every parameter of the run, of its scenarios, and of the driver. */
  public synchronized List<Parameter> all() {
    Map<String, ResolvedRun.Value> values = new LinkedHashMap<>();
    resolved.values().forEach(value -> values.put(value.name(), value));
    List<Parameter> all = new ArrayList<>();
    settings().forEach(setting -> all.add(parameter(setting.name(), null, setting, values)));
    for (ScenarioSpec scenario : resolved.spec().loads()) {
      if (scenario.isNamed()) {
        RunSettings.all()
            .filter(RunSettings::isOfScenario)
            .forEach(setting ->
                all.add(
                    parameter(
                        ScenarioTexts.path(scenario, setting.name()),
                        scenario.name(),
                        setting,
                        values)));
      }
    }
    driver()
        .settings()
        .forEach(setting -> all.add(parameter(SET + setting.name(), null, setting, values)));
    return all;
  }

  private Stream<Setting<?>> settings() {
    Stream<Setting<?>> search = isFixed ? TuneSettings.group().settings().stream() : Stream.of();
    return Stream.concat(search, RunSettings.all());
  }

  private Parameter parameter(
      String path,
      @Nullable String scenario,
      Setting<?> setting,
      Map<String, ResolvedRun.Value> values) {
    ResolvedRun.Value value = values.get(path);
    return new Parameter(
        path,
        scenario,
        setting,
        value == null ? null : value.text(),
        value == null ? "" : value.origin(),
        setting.live() && !isFixed);
  }

  /**
   * Lays texts over what is in force.
   *
   * @param texts by path; null takes back what was asked for while the run goes on
   * @param who the origin of the new values
   * @throws RefusedException when one of them cannot be
   */
  public synchronized Proposal propose(Map<String, @Nullable String> texts, String who) {
    requireLive(texts);
    Map<String, Given> next = new LinkedHashMap<>(live);
    texts.forEach((path, text) -> {
      if (text == null) {
        next.remove(path);
      } else {
        next.put(path, secret(path, new Given(text, Given.LIVE + " (" + who + ")")));
      }
    });
    return proposal(sources, next, texts, () -> live = next);
  }

  /**
   * Gives a property source's layer other texts: all that it has, not the difference.
   *
   * @param source names the layer; a new one lies over those before
   * @param texts by path; those that cannot change while a run goes on are refused
   * @throws RefusedException when one of them cannot be
   */
  public synchronized Proposal proposeSource(String source, Map<String, String> texts) {
    Map<String, @Nullable String> asked = differing(saying.getOrDefault(source, Map.of()), texts);
    requireLive(asked);
    Map<String, Map<String, Given>> next = new LinkedHashMap<>(sources);
    Map<String, Given> layer = layer(source, texts);
    Map<String, Given> before = sources.getOrDefault(source, Map.of());
    // A secret is read anew only when its reference is another.
    layer.replaceAll((path, given) ->
        asked.containsKey(path) ? secret(path, given) : before.getOrDefault(path, given));
    next.put(source, layer);
    return proposal(
        next,
        live,
        asked,
        () -> {
          sources.clear();
          sources.putAll(next);
          saying.put(source, Map.copyOf(texts));
        });
  }

  /** What is said anew, and with null what is said no longer. */
  private static Map<String, @Nullable String> differing(
      Map<String, String> before, Map<String, String> after) {
    Map<String, @Nullable String> differing = new LinkedHashMap<>();
    after.forEach((path, text) -> {
      if (!text.equals(before.get(path))) {
        differing.put(path, text);
      }
    });
    before.keySet().stream()
        .filter(path -> !after.containsKey(path))
        .forEach(path -> differing.put(path, null));
    return differing;
  }

  private Given secret(String path, Given given) {
    return path.startsWith(SET)
        ? new SecretTexts(driver()).resolved(path.substring(SET.length()), given)
        : given;
  }

  private Proposal proposal(
      Map<String, Map<String, Given>> nextSources,
      Map<String, Given> nextLive,
      Map<String, @Nullable String> asked,
      Runnable keep) {
    RunRequest request = overlaid(file, nextSources, commandLine).overriddenBy(request(nextLive));
    ResolvedRun next;
    try {
      next = RunResolver.resolve(request, plugins);
    } catch (InvalidSpecException e) {
      throw new RefusedException(List.of(blamed(asked, String.valueOf(e.getMessage()))));
    }
    return new Proposal(
        next,
        changed(resolved, next, asked.keySet()),
        () -> {
          synchronized (this) {
            keep.run();
            resolved = next;
          }
        });
  }

  /** The path that a sentence about the whole request begins with, or else the first. */
  private Refusal blamed(Map<String, @Nullable String> asked, String sentence) {
    String path =
        asked.keySet().stream()
            .filter(each -> sentence.contains(setting(each).map(Setting::name).orElse(each) + ":"))
            .findFirst()
            .orElseGet(() -> asked.keySet().stream().findFirst().orElse(""));
    String allowed = setting(path).<String>map(Setting::allowed).orElse("");
    return new Refusal(path, shown(path, asked.get(path)), allowed, sentence);
  }

  /**
   * Makes sure that each text could be asked for while the run goes on, apart from the others.
   *
   * @throws RefusedException when one of them cannot be
   */
  public synchronized void requireLive(Map<String, @Nullable String> texts) {
    List<Refusal> refusals = new ArrayList<>();
    texts.forEach((path, text) -> refusal(path, text).ifPresent(refusals::add));
    if (!refusals.isEmpty()) {
      throw new RefusedException(refusals);
    }
  }

  private Optional<Refusal> refusal(String path, @Nullable String text) {
    Optional<Setting<?>> found = setting(path);
    if (found.isEmpty()) {
      List<String> known = all().stream().map(Parameter::path).toList();
      return Optional.of(
          new Refusal(
              path,
              "",
              "",
              path + " is not a parameter of this run" + NearestName.suggestion(path, known)));
    }
    Setting<?> setting = found.get();
    if (isFixed) {
      String was = shown(path, text);
      String sentence = path + ": cannot change in a search, was '" + was + "'";
      return Optional.of(new Refusal(path, was, "", sentence));
    }
    if (!setting.live()) {
      return Optional.of(
          new Refusal(
              path,
              shown(path, text),
              "",
              path + ": cannot change while a run goes on, was '" + shown(path, text) + "'"));
    }
    if (text == null) {
      return Optional.empty();
    }
    if (setting.secret()) {
      try {
        SecretReference.resolved(text);
      } catch (IllegalArgumentException e) {
        String sentence = path + ": " + e.getMessage();
        return Optional.of(new Refusal(path, "***", SecretReference.ALLOWED, sentence));
      }
    }
    try {
      setting.parse(text);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      String sentence =
          path + ": must be " + setting.allowed() + ", was '" + shown(path, text) + "'";
      return Optional.of(new Refusal(path, shown(path, text), setting.allowed(), sentence));
    }
  }

  /** A text as it may be shown. */
  public synchronized String shown(String path, @Nullable String text) {
    boolean secret =
        (path.startsWith(SET) && setting(path).map(Setting::secret).orElse(true))
            || path.equals(RunSettings.PROPERTIES.name())
            || path.equals(RunSettings.SCHEDULE.name());
    return text == null ? "" : secret ? "***" : text;
  }

  /** The setting that a path means. */
  public synchronized Optional<Setting<?>> setting(String path) {
    if (path.startsWith(SET)) {
      return driver().settings().stream()
          .filter(setting -> setting.name().equals(path.substring(SET.length())))
          .<Setting<?>>map(setting -> setting)
          .findFirst();
    }
    if (path.startsWith(SCENARIO)) {
      int slash = path.indexOf('/', SCENARIO.length());
      boolean known =
          slash > 0
              && resolved.spec().loads().stream()
                  .anyMatch(each -> each.name().equals(path.substring(SCENARIO.length(), slash)));
      return known
          ? RunSettings.named(path.substring(slash + 1)).filter(RunSettings::isOfScenario)
          : Optional.empty();
    }
    return settings().filter(setting -> setting.name().equals(path)).findFirst();
  }

  private Driver driver() {
    return plugins.named(resolved.spec().target().scheme());
  }

  /** What differs, and what was asked for but looks the same, such as a secret. */
  private List<Changed> changed(ResolvedRun before, ResolvedRun after, Set<String> asked) {
    Map<String, String> old = texts(before);
    Map<String, String> fresh = texts(after);
    Set<String> paths = new LinkedHashSet<>(old.keySet());
    paths.addAll(fresh.keySet());
    List<Changed> changed = new ArrayList<>();
    for (String path : paths) {
      boolean isSecret = asked.contains(path) && setting(path).map(Setting::secret).orElse(false);
      if (isSecret || !Objects.equals(old.get(path), fresh.get(path))) {
        changed.add(new Changed(path, old.get(path), fresh.get(path)));
      }
    }
    // What follows from another comes first: the last one stands for all, where one is named.
    changed.sort(Comparator.comparing(each -> asked.contains(each.path())));
    return changed;
  }

  private static Map<String, String> texts(ResolvedRun run) {
    Map<String, String> texts = new LinkedHashMap<>();
    run.values().forEach(value -> texts.put(value.name(), value.text()));
    return texts;
  }

  /** The request that a layer makes. */
  private static RunRequest request(Map<String, Given> layer) {
    Map<String, Given> values = new LinkedHashMap<>();
    Map<String, Given> driverSettings = new LinkedHashMap<>();
    Map<String, Map<String, Given>> scenarios = new LinkedHashMap<>();
    layer.forEach((path, given) -> {
      if (path.startsWith(SET)) {
        driverSettings.put(path.substring(SET.length()), given);
      } else if (path.startsWith(SCENARIO) && path.indexOf('/', SCENARIO.length()) > 0) {
        int slash = path.indexOf('/', SCENARIO.length());
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
