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

/** Makes a plugin as NDBench does: by Guice, with the modules that stand beside the plugin. */
final class PluginMaker {
  static {
    // Else Guice makes classes by a part of the JDK that is about to go, and warns of it.
    // https://github.com/google/guice/issues/1909
    System.setProperty("guice_custom_class_loading", "CHILD");
    // Plugins of DynamoDB have an SDK that says, in thirty lines, that its time is over.
    System.setProperty("aws.java.v1.disableDeprecationAnnouncement", "true");
  }

  private PluginMaker() {}

  /**
   * The plugin of this name or class.
   *
   * @param properties of this run alone: they are above all that Archaius finds elsewhere, and are
   *     no properties of the process, in which other runs may have others
   * @throws IllegalArgumentException when there is none, or it cannot be made
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
          "ndbench: '" + name + "' cannot be made: " + Outcome.sentenceOf(e), e);
    }
  }

  /** Before anything is made, as a module may have some of it made at once. */
  private static Module highest(Properties properties) {
    SettableConfig config = new DefaultSettableConfig();
    config.setProperties(properties);
    return binder ->
        binder.bind(Key.get(SettableConfig.class, RuntimeLayer.class)).toInstance(config);
  }

  @SuppressWarnings("unchecked") // what is an NdBenchAbstractClient is one of something
  private static Class<? extends NdBenchAbstractClient<?>> type(
      PluginLoader loader, PluginCatalogue catalogue, String name) {
    try {
      return (Class<? extends NdBenchAbstractClient<?>>)
          Class.forName(catalogue.className(name), true, loader)
              .asSubclass(NdBenchAbstractClient.class);
    } catch (ClassNotFoundException e) {
      String known =
          loader.getURLs().length == 0
              ? "--set plugin=FOLDER says where it is"
              : catalogue.classes().isEmpty()
                  ? "there are no plugins with a name among the jars of the folder"
                  : "the folder has " + String.join(", ", catalogue.classes().keySet());
      throw new IllegalArgumentException(
          "ndbench: there is no plugin or class '" + name + "'; " + known, e);
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "ndbench: '" + name + "' does not implement NdBenchClient of NDBench's API", e);
    }
  }

  /** Guice tells all that is wrong, and how it came there; the first of it is the reason. */
  private static IllegalArgumentException unmade(
      String name, Collection<Message> messages, RuntimeException failure) {
    Message first = messages.iterator().next();
    Throwable cause = first.getCause();
    String why = cause == null ? first.getMessage() : Outcome.sentenceOf(cause);
    return new IllegalArgumentException(
        "ndbench: '" + name + "' cannot be made: " + why.lines().findFirst().orElse(""), failure);
  }
}
