package org.plimsoll.run;

import java.nio.file.Path;
import java.util.List;
import org.plimsoll.api.Driver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.Plugins;

/** Looks up plugins in folders, with a built-in target that needs no jar. */
record PluginFolders(Drivers folders, Driver target) implements Plugins {
  static PluginFolders in(Path roots, Driver target) {
    return new PluginFolders(Drivers.in(List.of(roots)), target);
  }

  @Override
  public Driver named(String scheme) {
    return target;
  }

  @Override
  public <T> T custom(Class<T> kind, String name) {
    return folders.custom(kind, name);
  }
}
