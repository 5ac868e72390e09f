package org.plimsoll.settings.source;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.custom.PropertySource;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.Polled;
import org.plimsoll.engine.clock.Poller;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.PropertySourceSpec;
import org.plimsoll.settings.PropertyTexts;

/**
 * The property sources of a run. A later source overrides an earlier one. They are read once when
 * they are opened, and are watched while the run is in progress. In a fleet, one generator reads
 * them for all generators, before and during the run.
 */
public final class PropertySources implements AutoCloseable {
  private final List<Layer> layers = new ArrayList<>();
  private final Map<Layer, Polled<Map<String, String>>> polled = new LinkedHashMap<>();
  private final List<PropertySource.Subscription> subscriptions = new ArrayList<>();
  private final List<Poller<Map<String, String>>> pollers = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final @Nullable Map<String, Map<String, String>> given;
  private boolean closed;

  /** The name of the setting that names the hosts of sources. */
  static final String PROPERTIES = "properties";

  private PropertySources(@Nullable Map<String, Map<String, String>> given) {
    this.given = given;
  }

  /**
   * Opens sources, and reads them for the first time unless their values are given.
   *
   * @param given values at the start of the run, by the names of the sources, if another generator
   *     has read them; null if this generator must read them
   * @param plugins finds the user's own classes and JDBC drivers
   * @param paths the paths of all parameters of the run
   * @param hosts checks the host before each connection
   * @throws InvalidSpecException if a source cannot be read
   */
  public static PropertySources open(
      List<PropertySourceSpec> specs,
      Plugins plugins,
      Map<String, String> environment,
      Supplier<List<String>> paths,
      HostCheck hosts,
      @Nullable Map<String, Map<String, String>> given) {
    PropertySources sources = new PropertySources(given);
    try {
      for (PropertySourceSpec spec : specs) {
        sources.open(spec, plugins, environment, paths, hosts);
      }
      return sources;
    } catch (RuntimeException e) {
      sources.close();
      throw e;
    }
  }

  private void open(
      PropertySourceSpec spec,
      Plugins plugins,
      Map<String, String> environment,
      Supplier<List<String>> paths,
      HostCheck hosts) {
    Layer layer = new Layer(spec.name());
    layers.add(layer);
    if (given != null) {
      layer.says(given(layer));
    }
    try {
      switch (spec) {
        case PropertySourceSpec.File(String path) -> poll(layer, file(path));
        case PropertySourceSpec.Url url -> poll(layer, new UrlSource(url, hosts));
        case PropertySourceSpec.S3Object object ->
            poll(layer, ObjectSource.of(object, plugins, hosts));
        case PropertySourceSpec.Jdbc jdbc -> poll(layer, new JdbcSource(jdbc, plugins, hosts));
        case PropertySourceSpec.Environment() when given != null -> {
          // The environment was read before the start, and never changes.
        }
        case PropertySourceSpec.Environment() -> {
          EnvironmentSource variables = EnvironmentSource.of(environment, paths.get());
          variables.warning().ifPresent(warnings::add);
          layer.says(variables.texts());
        }
        case PropertySourceSpec.Custom custom -> {
          subscriptions.add(subscription(custom, plugins, layer));
          if (given != null) {
            polled.put(layer, new SaidValues(layer));
          }
        }
      }
    } catch (Exception | LinkageError e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new InvalidSpecException("properties: " + spec.name() + ": " + Poller.sentence(e), e);
    }
  }

  /** Creates a reader of a file. If the file disappears, its values remain in effect. */
  private static WatchedFile<Map<String, String>> file(String path) {
    String name = String.valueOf(Path.of(path).getFileName());
    boolean isYaml = PropertyTexts.isYaml(path);
    return new WatchedFile<>(
        path, PropertyTexts.MAX_BYTES, bytes -> PropertyTexts.parse(bytes, name, isYaml));
  }

  private void poll(Layer layer, Polled<Map<String, String>> place) throws Exception {
    if (given == null) {
      polled.put(layer, place);
      layer.says(place.read());
    } else {
      polled.put(layer, new ReadForAll(place, layer));
    }
  }

  private Map<String, String> given(Layer layer) {
    return requireNonNull(given).getOrDefault(layer.name(), Map.of());
  }

  /** A source that only one generator of a fleet reads. */
  private record ReadForAll(Polled<Map<String, String>> place, Layer layer)
      implements Polled<Map<String, String>> {
    @Override
    public Map<String, String> read() throws Exception {
      return layer.isRead() ? place.read() : layer.said();
    }

    @Override
    public long waitNanos() {
      return place.waitNanos();
    }

    @Override
    public void watch(Runnable changed) {
      place.watch(changed);
    }

    @Override
    public void end() {
      place.end();
    }

    @Override
    public void close() {
      place.close();
    }
  }

  /** The last values of a custom source, which are needed if this generator becomes the reader. */
  private record SaidValues(Layer layer) implements Polled<Map<String, String>> {
    @Override
    public Map<String, String> read() {
      return layer.said();
    }

    @Override
    public long waitNanos() {
      return TimeUnit.SECONDS.toNanos(1);
    }

    @Override
    public void close() {}
  }

  private static PropertySource.Subscription subscription(
      PropertySourceSpec.Custom custom, Plugins plugins, Layer layer) throws Exception {
    PropertySource source = plugins.custom(PropertySource.class, custom.called());
    return Plugins.call(source, () -> source.open(custom.arguments(), layer));
  }

  /**
   * Returns the values with which the run starts, by the names of the sources.
   *
   * @throws InvalidSpecException if a source sets {@code properties} or {@code schedule}
   */
  public Map<String, Map<String, String>> begins() {
    Map<String, Map<String, String>> texts = new LinkedHashMap<>();
    for (Layer layer : layers) {
      Map<String, String> said = layer.begins(given == null ? layer.said() : given(layer));
      for (String own : List.of("properties", "schedule")) {
        if (said.containsKey(own)) {
          throw new InvalidSpecException(
              "properties: " + layer.name() + ": " + own + " cannot be set by a property source");
        }
      }
      texts.put(layer.name(), said);
    }
    return texts;
  }

  /** Starts to watch the sources, because the run has started. */
  public synchronized void begin(Clock clock, PropertyListener listener) {
    if (closed) {
      return;
    }
    warnings.forEach(listener::warns);
    for (Layer layer : layers) {
      layer.begin(listener);
      Optional.ofNullable(polled.get(layer))
          .ifPresent(place -> pollers.add(poller(place, layer, clock)));
    }
    pollers.forEach(Poller::begin);
  }

  private static Poller<Map<String, String>> poller(
      Polled<Map<String, String>> place, Layer layer, Clock clock) {
    return new Poller<>(place, layer::says, e -> layer.fails(Poller.sentence(e)), clock);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    layers.forEach(Layer::end);
    if (pollers.isEmpty()) {
      polled.values().forEach(Polled::close);
    }
    pollers.forEach(Poller::close);
    for (PropertySource.Subscription subscription : subscriptions) {
      try {
        subscription.close();
      } catch (Exception e) {
        System.getLogger(PropertySources.class.getName())
            .log(System.Logger.Level.WARNING, "a property source cannot be closed", e);
      }
    }
  }
}
