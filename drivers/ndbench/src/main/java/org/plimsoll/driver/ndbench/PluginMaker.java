package org.plimsoll.driver.ndbench;

import com.google.inject.ConfigurationException;
import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Module;
import com.google.inject.ProvisionException;
import com.google.inject.spi.Message;
import com.netflix.ndbench.api.plugin.NdBenchAbstractClient;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Makes a plugin as NDBench does: by Guice, with the modules that stand beside the plugin. */
final class PluginMaker {
  static {
    // Else Guice makes classes by a part of the JDK that is about to go, and warns of it.
    // https://github.com/google/guice/issues/1909
    System.setProperty("guice_custom_class_loading", "CHILD");
  }

  private PluginMaker() {}

  /**
   * The plugin of this name or class.
   *
   * @throws IllegalArgumentException when there is none, or it cannot be made
   */
  static NdBenchAbstractClient<?> make(PluginLoader loader, String name, OperationValues values) {
    PluginCatalogue catalogue = PluginCatalogue.of(loader);
    try {
      Class<? extends NdBenchAbstractClient<?>> type = type(loader, catalogue, name);
      List<Module> modules = new ArrayList<>(catalogue.makeModules(loader));
      modules.add(new CoreModule(values));
      return Guice.createInjector(modules).getInstance(type);
    } catch (CreationException e) {
      throw unmade(name, e.getErrorMessages(), e);
    } catch (ConfigurationException e) {
      throw unmade(name, e.getErrorMessages(), e);
    } catch (ProvisionException e) {
      throw unmade(name, e.getErrorMessages(), e);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalArgumentException(
          "ndbench: '" + name + "' cannot be made: " + sentence(e), e);
    }
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
          catalogue.classes().isEmpty()
              ? "--set plugin=FOLDER says where it is"
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
    String why = cause == null ? first.getMessage() : sentence(cause);
    return new IllegalArgumentException(
        "ndbench: '" + name + "' cannot be made: " + why.lines().findFirst().orElse(""), failure);
  }

  /** What went wrong, and why, on one line. */
  static String sentence(Throwable failure) {
    Throwable cause = failure.getCause();
    if (failure instanceof InvocationTargetException && cause != null) {
      return sentence(cause);
    }
    String text =
        failure.getMessage() == null ? failure.getClass().getName() : failure.getMessage();
    String why = cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
    return (text + why).replaceAll("\\s+", " ").strip();
  }
}
