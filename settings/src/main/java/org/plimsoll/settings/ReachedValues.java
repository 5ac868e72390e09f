package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ScheduleSpec;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.settings.text.ActionText;
import org.plimsoll.settings.text.ArrivalText;
import org.plimsoll.settings.text.CustomText;
import org.plimsoll.settings.text.DiscoveryText;
import org.plimsoll.settings.text.KeyDistributionText;
import org.plimsoll.settings.text.KeyFormText;
import org.plimsoll.settings.text.KeyWindowText;
import org.plimsoll.settings.text.NoticeText;
import org.plimsoll.settings.text.PerOperation;
import org.plimsoll.settings.text.PropertySourceText;
import org.plimsoll.settings.text.RateText;
import org.plimsoll.settings.text.Reached;
import org.plimsoll.settings.text.Refusal;
import org.plimsoll.settings.text.RequestText;
import org.plimsoll.settings.text.ScheduleText;
import org.plimsoll.settings.text.SecretReference;
import org.plimsoll.settings.text.SinkText;
import org.plimsoll.settings.text.TelemetryText;

/**
 * Finds the external resources that the values of a run reach: files, hosts, secrets, classes and
 * commands. Each text is parsed by the parser that later opens its resources. Nothing is opened. It
 * covers scenarios, scheduled changes and the parts of a composed target.
 */
public final class ReachedValues {
  private static final String SET = RequestLayers.SET;

  /** Kinds of settings with only words and numbers, whose values reach nothing. */
  private static final Set<Kind> PLAIN =
      EnumSet.of(Kind.COUNT, Kind.DECIMAL, Kind.FLAG, Kind.CHOICE, Kind.DURATION, Kind.BYTES);

  /**
   * Functions that find the reached resources, for run settings of other kinds. A setting without
   * an entry is rejected.
   */
  private static final Map<Setting<?>, Function<String, List<Reached>>> TEXTS =
      Map.ofEntries(
          Map.entry(WorkloadSettings.MIX, Reached.nothing()),
          Map.entry(WorkloadSettings.TRANSACTION, Reached.nothing()),
          Map.entry(WorkloadSettings.REQUESTS, RequestText::reached),
          Map.entry(WorkloadSettings.WORKLOAD, CustomText.WORKLOADS::reached),
          Map.entry(WorkloadSettings.KEY_DISTRIBUTION, KeyDistributionText.FORMS::reached),
          Map.entry(WorkloadSettings.KEY_WINDOW, KeyWindowText.FORMS::reached),
          Map.entry(WorkloadSettings.KEY_FORM, KeyFormText.FORMS::reached),
          Map.entry(WorkloadSettings.FIELDS, ReachedValues::distribution),
          Map.entry(WorkloadSettings.UPDATE_FIELDS, ReachedValues::distribution),
          Map.entry(WorkloadSettings.VALUE_BYTES, ReachedValues::distribution),
          Map.entry(WorkloadSettings.SCAN_LENGTH, ReachedValues::distribution),
          Map.entry(WorkloadSettings.BULK_SIZE, ReachedValues::distribution),
          Map.entry(LoadSettings.RATE, ReachedValues::rate),
          Map.entry(LoadSettings.ARRIVALS, ArrivalText.FORMS::reached),
          Map.entry(LoadSettings.THINK_TIME, ReachedValues::distribution),
          Map.entry(LoadSettings.PROBE_MIX, Reached.nothing()),
          Map.entry(PhaseSettings.FILL, Reached.nothing()),
          Map.entry(PhaseSettings.FILL_SHARD, Reached.nothing()),
          Map.entry(ConsistencySettings.HISTORY, file -> List.of(new Reached.File(file))),
          Map.entry(RunSettings.PROPERTIES, PropertySourceText::reached),
          Map.entry(RunSettings.BEFORE, ReachedValues::before),
          Map.entry(RunSettings.METRICS, SinkText.FORMS::reachedByAll),
          Map.entry(RunSettings.TELEMETRY, TelemetryText::reached),
          Map.entry(RunSettings.NOTIFY, NoticeText.FORMS::reachedByAll),
          Map.entry(RunSettings.DISCOVERY, DiscoveryText::reachedByAll),
          Map.entry(RunSettings.ZONE, Reached.nothing()),
          Map.entry(FleetSettings.PLACE, Reached.nothing()),
          Map.entry(RunSettings.SLO, Reached.nothing()),
          Map.entry(RunSettings.NAME, Reached.nothing()));

  private final Function<String, Driver> drivers;
  private final Visitor visitor;

  /** Checks each reached resource. It throws an {@link InvalidSpecException} to reject a value. */
  public interface Visitor {
    /**
     * Called for each resource that a value reaches.
     *
     * @param path the parameter, such as {@code rate} or {@code set.password}
     */
    void reaches(String path, Reached reached);

    /**
     * Called for each value of a driver setting. Its {@link Setting.Reach} defines which resources
     * it can reach.
     *
     * @param scheme the scheme of the driver's target, or of a part of the target
     */
    void ofDriver(String scheme, String name, String text);
  }

  /**
   * Creates a walk.
   *
   * @param drivers returns the driver of a scheme
   */
  public ReachedValues(Function<String, Driver> drivers, Visitor visitor) {
    this.drivers = drivers;
    this.visitor = visitor;
  }

  /**
   * Walks through all values of a request.
   *
   * @throws InvalidSpecException if a text cannot be parsed, or the visitor rejects a value
   */
  public void walk(RunRequest request) {
    TargetUri target = RunResolver.target(request);
    target("", target);
    request
        .driverSettings()
        .forEach((name, given) -> ofDriver(SET + name, target.scheme(), name, given.text()));
    request.values().forEach((name, given) -> walk(name, given.text(), target.scheme()));
    request
        .scenarios()
        .forEach((scenario, own) ->
            own.forEach((name, given) ->
                walk(
                    RequestLayers.SCENARIO + scenario + "/" + name,
                    given.text(),
                    target.scheme())));
  }

  /**
   * Visits everything that one value reaches.
   *
   * @param path such as {@code rate}, {@code scenario/a/rate} or {@code set.consistency}
   * @param scheme the scheme of the target
   */
  public void walk(String path, String text, String scheme) {
    if (path.startsWith(SET)) {
      ofDriver(path, scheme, path.substring(SET.length()), text);
      return;
    }
    String name = path.substring(path.lastIndexOf('/') + 1);
    Optional<Setting<?>> found = RunSettings.named(name);
    if (found.isEmpty() || PLAIN.contains(found.get().kind())) {
      return; // the value is a number or a word, or the setting is unknown and is refused elsewhere
    }
    Setting<?> setting = found.get();
    if (setting.equals(RunSettings.SCHEDULE)) {
      for (ScheduleSpec change : ScheduleText.parseAll(text)) {
        changes(path, change, scheme);
      }
    } else {
      of(setting, text).forEach(reached -> visitor.reaches(path, reached));
    }
  }

  private void changes(String path, ScheduleSpec change, String scheme) {
    change.texts().forEach((of, text) -> walkChanged(path, of, text, scheme));
    if (change.action() != null) {
      of(change.action()).forEach(reached -> visitor.reaches(path, reached));
    }
  }

  /**
   * Walks through scheduled changes. If a value is refused, the message names the schedule, as the
   * caller wrote it.
   */
  private void walkChanged(String schedule, String path, String text, String scheme) {
    ReachedValues its =
        new ReachedValues(
            drivers,
            new Visitor() {
              @Override
              public void reaches(String of, Reached reached) {
                visitor.reaches(schedule, reached);
              }

              @Override
              public void ofDriver(String of, String name, String value) {
                visitor.ofDriver(of, name, value);
              }
            });
    its.walk(path, text, scheme);
  }

  /**
   * Returns the resources that the text of a run setting reaches.
   *
   * @throws InvalidSpecException if the value cannot be parsed
   */
  static List<Reached> of(Setting<?> setting, String text) {
    Function<String, List<Reached>> reached = TEXTS.get(setting);
    if (reached == null) {
      throw new IllegalStateException(setting.name() + " does not say what its values reach");
    }
    try {
      return reached.apply(text);
    } catch (InvalidSpecException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw Refusal.of(
          setting.name(),
          "must be " + setting.allowed(),
          RunSettings.shown(setting.name(), text),
          e);
    }
  }

  /** Walks through a target. Decodes the credentials exactly as they are decoded for use. */
  private void target(String path, TargetUri uri) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (uri.user() != null) {
      texts.put("user", uri.user());
    }
    if (uri.password() != null) {
      texts.put("password", uri.password());
    }
    texts.forEach(
        (name, text) -> ofDriver(path.isEmpty() ? "target" : path, uri.scheme(), name, text));
    uri.query()
        .forEach(
            (name, text) -> ofDriver(path.isEmpty() ? SET + name : path, uri.scheme(), name, text));
  }

  private void ofDriver(String path, String scheme, String name, String text) {
    Optional<Setting<?>> found =
        drivers.apply(scheme).settings().stream()
            .filter(setting -> setting.name().equals(name))
            .<Setting<?>>map(setting -> setting)
            .findFirst();
    if (found.isEmpty()) {
      return; // refused elsewhere, as a malformed target
    }
    Setting<?> setting = found.get();
    if (setting.kind() == Kind.TARGET) {
      target(path, TargetUri.parse(text));
      return;
    }
    if (setting.secret()) {
      SecretReference.reached(text).forEach(reached -> visitor.reaches(path, reached));
    }
    if (setting.kind() == Kind.DISTRIBUTION) {
      ofDistribution(setting, text).forEach(reached -> visitor.reaches(path, reached));
    }
    visitor.ofDriver(scheme, name, text);
  }

  private static List<Reached> ofDistribution(Setting<?> setting, String text) {
    try {
      return distribution(text);
    } catch (IllegalArgumentException e) {
      throw Refusal.of(setting.name(), "must be " + setting.allowed(), text, e);
    }
  }

  private static List<Reached> distribution(String text) {
    return DistributionText.files(text).stream().<Reached>map(Reached.File::new).toList();
  }

  private static List<Reached> rate(String text) {
    PerOperation<List<Reached>> rates = PerOperation.parse(text, RateText::reached);
    List<Reached> all = new ArrayList<>(rates.all() == null ? List.of() : rates.all());
    rates.each().values().forEach(all::addAll);
    return all;
  }

  private static List<Reached> before(String text) {
    return ActionText.parseAll(RunSettings.BEFORE.name(), text).stream()
        .flatMap(action -> of(action).stream())
        .toList();
  }

  private static List<Reached> of(ActionSpec action) {
    return switch (action) {
      case ActionSpec.Command command -> List.of(new Reached.Command(command.words()));
      case ActionSpec.Http http -> List.of(Reached.Hosts.of(http.uri()));
      case ActionSpec.Hook _ -> List.of(); // it reaches only the target
    };
  }
}
