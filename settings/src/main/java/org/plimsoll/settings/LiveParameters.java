package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.settings.text.SecretReference;

/**
 * The parameters of a run while it is in progress. A change adds texts to a layer and resolves the
 * whole request again, so that it is checked by the same rules, with the same messages, as before a
 * run. Texts that have not changed are not parsed again.
 *
 * <p>A parameter has a path: {@code rate}, {@code scenario/search/rate}, or {@code set.consistency}
 * of the driver. Thread-safe.
 */
public final class LiveParameters {
  private static final String SET = RequestLayers.SET;

  private final Plugins plugins;
  private final boolean isFixed;
  private final ParameterIndex index;
  private final SourceTexts sourceTexts = new SourceTexts();

  private RequestLayers layers;
  private ParsedTexts parsed;

  /** The current run. Volatile, because readers must not wait for a change that reads a file. */
  private volatile ResolvedRun resolved;

  /**
   * One parameter with its current value.
   *
   * @param scenario the scenario; null if the parameter belongs to the whole run
   * @param text the value; null if there is none; secrets are masked
   * @param isLive whether the parameter can change during the run
   */
  public record Parameter(
      String path,
      @Nullable String scenario,
      Setting<?> setting,
      @Nullable String text,
      String origin,
      boolean isLive) {}

  /**
   * A checked change that is not in effect yet.
   *
   * @param next the run with the change
   * @param changed each path whose text differs, with the text before and after the change
   * @param accept puts the change into effect
   */
  public record Proposal(ResolvedRun next, List<ChangedText> changed, Runnable accept) {}

  /** Thrown if changes are refused, with one sentence for each path. */
  public static final class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;
    private final transient List<Refusal> refusals;

    RefusedException(List<Refusal> refusals) {
      super(String.join("; ", refusals.stream().map(Refusal::sentence).toList()));
      this.refusals = List.copyOf(refusals);
    }

    /** Returns the refused changes. */
    public List<Refusal> refusals() {
      return refusals;
    }
  }

  /**
   * A refused change of one path.
   *
   * @param allowed allowed values, as a phrase after "must be"; empty if no value is allowed
   */
  public record Refusal(String path, String text, String allowed, String sentence) {}

  private LiveParameters(
      RequestLayers layers,
      ParsedTexts parsed,
      ResolvedRun resolved,
      Plugins plugins,
      boolean isFixed) {
    this.layers = layers;
    this.parsed = parsed;
    this.resolved = resolved;
    this.plugins = plugins;
    this.isFixed = isFixed;
    this.index =
        new ParameterIndex(resolved, plugins.named(resolved.spec().target().scheme()), isFixed);
  }

  /**
   * Creates the parameters of a run that is about to start.
   *
   * @param sources the texts of property sources by path; a later source overrides an earlier one
   * @throws InvalidSpecException if the request is refused
   */
  public static LiveParameters of(
      RunRequest file,
      Map<String, Map<String, String>> sources,
      RunRequest commandLine,
      Plugins plugins) {
    TargetUri uri = RunResolver.target(file.overriddenBy(commandLine));
    SecretTexts secrets = new SecretTexts(plugins.named(uri.scheme()));
    Map<String, Map<String, Given>> ofSources = new LinkedHashMap<>();
    sources.forEach(
        (name, texts) -> ofSources.put(name, secrets.resolved(RequestLayers.layer(name, texts))));
    RequestLayers layers =
        new RequestLayers(
            secrets.overUri(uri, secrets.resolved(file)),
            ofSources,
            secrets.resolved(commandLine),
            Map.of());
    ParsedTexts parsed = ParsedTexts.none();
    ResolvedRun resolved = RunResolver.resolve(layers.request(), plugins, parsed);
    String seed = RunSettings.SEED.name();
    if (!layers.has(seed)) {
      // A random seed must remain the same when the request is resolved again.
      Given drawn = new Given(Long.toString(resolved.spec().identity().seed()), "random");
      RunRequest seeded = new RunRequest(null, Map.of(seed, drawn), Map.of());
      layers = layers.withCommandLine(layers.commandLine().overriddenBy(seeded));
    }
    LiveParameters parameters = new LiveParameters(layers, parsed, resolved, plugins, false);
    parameters.sourceTexts.put(sources);
    return parameters;
  }

  /** Creates the parameters of a search, which cannot change. */
  public static LiveParameters fixed(ResolvedRun search, Plugins plugins) {
    return new LiveParameters(RequestLayers.none(), ParsedTexts.none(), search, plugins, true);
  }

  /** Returns the current run. */
  public ResolvedRun resolved() {
    return resolved;
  }

  /** Returns every parameter of the run, of its scenarios and of the driver. */
  public List<Parameter> all() {
    return parameters(index.all());
  }

  /** Returns the parameters of some paths, in the order of {@link #all}. */
  public List<Parameter> at(Collection<String> paths) {
    return parameters(index.at(paths));
  }

  private List<Parameter> parameters(List<ParameterIndex.Entry> entries) {
    Set<String> paths =
        entries.stream().map(ParameterIndex.Entry::path).collect(Collectors.toSet());
    Map<String, ResolvedRun.Value> values = new HashMap<>();
    for (ResolvedRun.Value value : resolved.values()) {
      if (paths.contains(value.name())) {
        values.put(value.name(), value);
      }
    }
    List<Parameter> parameters = new ArrayList<>(entries.size());
    for (ParameterIndex.Entry entry : entries) {
      ResolvedRun.Value value = values.get(entry.path());
      parameters.add(
          new Parameter(
              entry.path(),
              entry.scenario(),
              entry.setting(),
              value == null ? null : value.text(),
              value == null ? "" : value.origin(),
              entry.setting().live() && !isFixed));
    }
    return parameters;
  }

  /**
   * Proposes live changes.
   *
   * @param texts the texts by path; null reverts an earlier live change
   * @param who the origin of the new values
   * @throws RefusedException if a change is refused
   */
  public Proposal propose(Map<String, @Nullable String> texts, String who) {
    return propose(Map.of(), texts, who);
  }

  /**
   * Proposes new texts of property sources and live changes, in one step.
   *
   * @param sources all texts of each source that changes, by its name
   * @param texts live changes by path; null reverts an earlier change
   * @param who the origin of the live changes
   * @throws RefusedException if a change is refused
   */
  public synchronized Proposal propose(
      Map<String, Map<String, String>> sources, Map<String, @Nullable String> texts, String who) {
    Map<String, @Nullable String> asked = sourceTexts.differences(sources);
    asked.putAll(texts);
    requireLive(asked);
    Map<String, Given> live = new LinkedHashMap<>(layers.live());
    texts.forEach((path, text) -> {
      if (text == null) {
        live.remove(path);
      } else {
        live.put(path, secret(path, new Given(text, Given.LIVE + " (" + who + ")")));
      }
    });
    return proposal(sources, live, asked);
  }

  /**
   * Returns the run with other texts than the current ones, such as the texts of another generator.
   *
   * @param sources all texts of each source that differs, by its name
   * @param texts live changes by path
   * @throws RefusedException if a change is refused
   */
  public synchronized ResolvedRun with(
      Map<String, Map<String, String>> sources, Map<String, String> texts) {
    Map<String, Given> live = new LinkedHashMap<>();
    texts.forEach((path, text) -> live.put(path, secret(path, new Given(text, Given.LIVE))));
    Map<String, @Nullable String> asked = sourceTexts.differences(sources);
    asked.putAll(texts);
    return proposal(sources, live, asked).next();
  }

  /** Returns the current texts of the property sources, by the names of the sources. */
  public synchronized Map<String, Map<String, String>> sourceTexts() {
    return sourceTexts.all();
  }

  private Given secret(String path, Given given) {
    return path.startsWith(SET)
        ? new SecretTexts(driver()).resolved(path.substring(SET.length()), given)
        : given;
  }

  /**
   * Checks a change.
   *
   * @param sources all texts of each source that changes
   * @param live all live changes
   * @param asked the requested changes, by path
   */
  private Proposal proposal(
      Map<String, Map<String, String>> sources,
      Map<String, Given> live,
      Map<String, @Nullable String> asked) {
    Map<String, Map<String, Given>> changed =
        sourceTexts.layers(sources, layers.sources(), this::secret);
    // Applied now to the current layers, and later to the layers at the time of acceptance.
    UnaryOperator<RequestLayers> change = current -> current.withSources(changed).withLive(live);
    ResolvedRun next;
    ParsedTexts texts = parsed.next(asked.keySet());
    try {
      next = RunResolver.resolve(change.apply(layers).request(), plugins, texts);
    } catch (InvalidSpecException e) {
      throw new RefusedException(List.of(blamed(asked, String.valueOf(e.getMessage()))));
    }
    return new Proposal(
        next,
        Differences.changed(
            resolved,
            next,
            asked.keySet(),
            path -> setting(path).map(Setting::secret).orElse(false)),
        () -> {
          synchronized (this) {
            sourceTexts.put(sources);
            layers = change.apply(layers);
            parsed = texts;
            resolved = next;
          }
        });
  }

  /** Returns a refusal for the path in the message, or else for the first path. */
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
   * Checks for each path separately that it can change during the run and that its text is allowed.
   *
   * @throws RefusedException if a change is refused
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
      List<String> known = index.all().stream().map(ParameterIndex.Entry::path).toList();
      String sentence =
          path + " is not a parameter of this run" + NearestName.suggestion(path, known);
      return Optional.of(new Refusal(path, "", "", sentence));
    }
    Setting<?> setting = found.get();
    if (isFixed) {
      return refused(path, text, "cannot change during a search", "");
    }
    if (!setting.live()) {
      return refused(path, text, FixedSettings.sentence(setting), "");
    }
    try {
      if (text != null && setting.secret()) {
        SecretReference.resolved(text);
      }
    } catch (IllegalArgumentException e) {
      String sentence = path + ": " + e.getMessage();
      return Optional.of(new Refusal(path, "***", SecretReference.ALLOWED, sentence));
    }
    try {
      if (text != null) {
        setting.parse(text);
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return refused(path, text, "must be " + setting.allowed(), setting.allowed());
    }
  }

  private Optional<Refusal> refused(
      String path, @Nullable String text, String must, String allowed) {
    String was = shown(path, text);
    return Optional.of(new Refusal(path, was, allowed, path + ": " + must + ", was '" + was + "'"));
  }

  /** Returns a text with its secrets masked. */
  public String shown(String path, @Nullable String text) {
    boolean secret =
        (path.startsWith(SET) && setting(path).map(Setting::secret).orElse(true))
            || path.equals(RunSettings.PROPERTIES.name())
            || path.equals(RunSettings.SCHEDULE.name())
            || path.equals(RunSettings.BEFORE.name());
    return text == null || text.isEmpty() ? "" : secret ? "***" : RunSettings.shown(path, text);
  }

  /** Returns the setting of a path. */
  public Optional<Setting<?>> setting(String path) {
    return index.setting(path);
  }

  private Driver driver() {
    return plugins.named(resolved.spec().target().scheme());
  }
}
