package org.plimsoll.driver.ndbench;

import com.google.inject.Module;
import com.netflix.ndbench.api.plugin.annotations.NdBenchClientPlugin;
import com.netflix.ndbench.api.plugin.annotations.NdBenchClientPluginGuiceModule;
import io.github.classgraph.AnnotationInfo;
import io.github.classgraph.ClassGraph;
import io.github.classgraph.ClassInfo;
import io.github.classgraph.ScanResult;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The named plugins in the jars of a folder, with the Guice modules for their dependencies.
 *
 * @param classes class names by plugin name
 * @param modules class names of the Guice modules
 */
record PluginCatalogue(SortedMap<String, String> classes, List<String> modules) {
  /**
   * Reads the annotations of the classes without loading them.
   *
   * @throws IllegalArgumentException if two plugins have the same name
   */
  static PluginCatalogue of(PluginLoader loader) {
    SortedMap<String, String> classes = new TreeMap<>();
    try (ScanResult found =
        new ClassGraph()
            .overrideClassLoaders(loader)
            .ignoreParentClassLoaders()
            .enableAnnotationInfo()
            .ignoreClassVisibility()
            .disableNestedJarScanning()
            .scan()) {
      for (ClassInfo plugin : found.getClassesWithAnnotation(NdBenchClientPlugin.class)) {
        AnnotationInfo name = plugin.getAnnotationInfo(NdBenchClientPlugin.class);
        String told = String.valueOf(name.getParameterValues().getValue("value"));
        String other = classes.put(told, plugin.getName());
        if (other != null) {
          throw new IllegalArgumentException(
              "plugin: the names of plugins must be unique, but '"
                  + told
                  + "' is the name of "
                  + other
                  + " and "
                  + plugin.getName());
        }
      }
      return new PluginCatalogue(
          classes, found.getClassesWithAnnotation(NdBenchClientPluginGuiceModule.class).getNames());
    }
  }

  /**
   * Returns the class of the plugin with the given name. If there is none, returns the name, which
   * is then a class name.
   */
  String className(String name) {
    return classes.getOrDefault(name, name);
  }

  /**
   * Creates the Guice modules with their no-argument constructors.
   *
   * @throws IllegalStateException if a module cannot be created, even if only another plugin needs
   *     it
   */
  List<Module> makeModules(ClassLoader loader) {
    List<Module> made = new ArrayList<>();
    for (String name : modules) {
      try {
        made.add(
            Class.forName(name, true, loader)
                .asSubclass(Module.class)
                .getDeclaredConstructor()
                .newInstance());
      } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
        throw new IllegalStateException("its module " + name, e);
      }
    }
    return made;
  }
}
