package org.plimsoll.settings.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.custom.PropertySource;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.PropertySourceSpec;

/**
 * The property sources of a run, the upper ones last. They are read once when they are opened, and
 * listened to from the begin of the run to its end.
 */
public final class PropertySources implements AutoCloseable {
  private final List<Layer> layers = new ArrayList<>();
  private final Map<Layer, Polled> polled = new LinkedHashMap<>();
  private final List<PropertySource.Subscription> subscriptions = new ArrayList<>();
  private final List<Poller> pollers = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private boolean closed;

  /** Whoever wants to know what the sources say. */
  public interface Listener {
    /**
     * A source says something new.
     *
     * @param texts all that it says
     * @throws IllegalArgumentException when that cannot be; nothing has changed then
     */
    void takeOver(String source, Map<String, String> texts);

    /** One line for the log of the run. */
    void warns(String line);
  }

  private PropertySources() {}

  /** None. */
  public static PropertySources none() {
    return new PropertySources();
  }

  /**
   * Opens sources, and reads them for the first time.
   *
   * @param plugins finds classes of the user's and JDBC drivers
   * @param paths of all parameters that the run has
   * @throws InvalidSpecException when one of them cannot be read
   */
  public static PropertySources open(
      List<PropertySourceSpec> specs,
      Plugins plugins,
      Map<String, String> environment,
      Supplier<List<String>> paths) {
    PropertySources sources = new PropertySources();
    try {
      for (PropertySourceSpec spec : specs) {
        sources.open(spec, plugins, environment, paths);
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
      Supplier<List<String>> paths) {
    Layer layer = new Layer(spec.name());
    layers.add(layer);
    try {
      switch (spec) {
        case PropertySourceSpec.File(String path) -> poll(layer, new FileSource(path));
        case PropertySourceSpec.Url url -> poll(layer, new UrlSource(url));
        case PropertySourceSpec.S3Object object -> poll(layer, ObjectSource.of(object, plugins));
        case PropertySourceSpec.Jdbc jdbc -> poll(layer, new JdbcSource(jdbc, plugins));
        case PropertySourceSpec.Environment() -> {
          EnvironmentSource variables = EnvironmentSource.of(environment, paths.get());
          variables.warning().ifPresent(warnings::add);
          layer.says(variables.texts());
        }
        case PropertySourceSpec.Custom custom ->
            subscriptions.add(subscription(custom, plugins, layer));
      }
    } catch (Exception | LinkageError e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new InvalidSpecException("properties: " + spec.name() + ": " + sentence(e), e);
    }
  }

  private void poll(Layer layer, Polled place) throws Exception {
    polled.put(layer, place);
    layer.says(place.read());
  }

  private static PropertySource.Subscription subscription(
      PropertySourceSpec.Custom custom, Plugins plugins, Layer layer) throws Exception {
    PropertySource source = plugins.custom(PropertySource.class, custom.called());
    return Plugins.call(source, () -> source.open(custom.arguments(), layer));
  }

  /**
   * What they said before the run, by name, the upper ones last. The run begins with it.
   *
   * @throws InvalidSpecException when one says what no source may say
   */
  public Map<String, Map<String, String>> begins() {
    Map<String, Map<String, String>> texts = new LinkedHashMap<>();
    for (Layer layer : layers) {
      Map<String, String> said = layer.begins();
      for (String own : List.of("properties", "schedule")) {
        if (said.containsKey(own)) {
          throw new InvalidSpecException(
              "properties: " + layer.name() + ": " + own + " cannot be said by a property source");
        }
      }
      texts.put(layer.name(), said);
    }
    return texts;
  }

  /** The run has begun. */
  public synchronized void begin(Clock clock, Listener listener) {
    if (closed) {
      return;
    }
    warnings.forEach(listener::warns);
    for (Layer layer : layers) {
      layer.begin(listener);
      Optional.ofNullable(polled.get(layer))
          .ifPresent(place -> pollers.add(new Poller(place, layer, clock)));
    }
    pollers.forEach(Poller::begin);
  }

  /** What is wrong, in one sentence. */
  static String sentence(Throwable e) {
    @Nullable String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message.strip();
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
