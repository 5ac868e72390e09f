package org.plimsoll.driver.ndbench;

import com.google.inject.ConfigurationException;
import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.ProvisionException;
import com.google.inject.spi.Message;
import com.google.inject.util.Modules;
import com.netflix.archaius.api.config.SettableConfig;
import com.netflix.archaius.api.inject.RuntimeLayer;
import com.netflix.archaius.config.DefaultSettableConfig;
import com.netflix.ndbench.api.plugin.NdBenchAbstractClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.plimsoll.api.Outcome;

/** Creates a plugin as NDBench does: with Guice, and with the modules in the jars of the plugin. */
final class PluginMaker {
  static {
    // Otherwise, Guice generates classes with a deprecated part of the JDK, which logs a warning.
    // https://github.com/google/guice/issues/1909
    System.setProperty("guice_custom_class_loading", "CHILD");
    // Plugins for DynamoDB use an SDK that prints a deprecation notice of thirty lines.
    System.setProperty("aws.java.v1.disableDeprecationAnnouncement", "true");
  }

  private PluginMaker() {}

  /**
   * Creates the plugin with the given name or class.
   *
   * @param properties the properties of this run, which override all other sources of Archaius.
   *     They are not system properties, because other runs in the process may have different ones
   * @throws IllegalArgumentException if there is no such plugin, or it cannot be created
   */
  static NdBenchAbstractClient<?> make(
      PluginLoader loader, String name, Properties properties, OperationValues values) {
    PluginCatalogue catalogue = PluginCatalogue.of(loader);
    try {
      Class<? extends NdBenchAbstractClient<?>> type = type(loader, catalogue, name);
      List<Module> modules = new ArrayList<>(catalogue.makeModules(loader));
      modules.add(new CoreModule(values));
      return Guice.createInjector(Modules.override(modules).with(highest(properties)))
          .getInstance(type);
    } catch (CreationException e) {
      throw unmade(name, e.getErrorMessages(), e);
    } catch (ConfigurationException e) {
      throw unmade(name, e.getErrorMessages(), e);
    } catch (ProvisionException e) {
      throw unmade(name, e.getErrorMessages(), e);
    } catch (IllegalStateException | LinkageError e) {
      throw new IllegalArgumentException(
          "ndbench: '" + name + "' cannot be created: " + Outcome.sentenceOf(e), e);
    }
  }

  /** Sets the properties first, because a module may create objects immediately. */
  private static Module highest(Properties properties) {
    SettableConfig config = new DefaultSettableConfig();
    config.setProperties(properties);
    return binder ->
        binder.bind(Key.get(SettableConfig.class, RuntimeLayer.class)).toInstance(config);
  }

  @SuppressWarnings("unchecked") // every NdBenchAbstractClient has some type argument
  private static Class<? extends NdBenchAbstractClient<?>> type(
      PluginLoader loader, PluginCatalogue catalogue, String name) {
    try {
      return (Class<? extends NdBenchAbstractClient<?>>)
          Class.forName(catalogue.className(name), true, loader)
              .asSubclass(NdBenchAbstractClient.class);
    } catch (ClassNotFoundException e) {
      String known =
          loader.getURLs().length == 0
              ? "name the folder of its jars with --set plugin=FOLDER"
              : catalogue.classes().isEmpty()
                  ? "the jars of the folder contain no named plugins"
                  : "the folder contains " + String.join(", ", catalogue.classes().keySet());
      throw new IllegalArgumentException(
          "ndbench: there is no plugin or class '" + name + "'; " + known, e);
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "ndbench: '" + name + "' does not implement NdBenchClient of NDBench's API", e);
    }
  }

  /* Creates the exception for a plugin that cannot be created. Guice reports all errors with their
   * context, and the first one has the cause.
   */
  private static IllegalArgumentException unmade(
      String name, Collection<Message> messages, RuntimeException failure) {
    Message first = messages.iterator().next();
    Throwable cause = first.getCause();
    String why = cause == null ? first.getMessage() : Outcome.sentenceOf(cause);
    return new IllegalArgumentException(
        "ndbench: '" + name + "' cannot be created: " + why.lines().findFirst().orElse(""),
        failure);
  }
}
