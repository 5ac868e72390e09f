package org.plimsoll.driver.bdb;

import com.sleepycat.je.EnvironmentLockedException;
import java.nio.file.Path;
import java.util.List;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;
import org.plimsoll.api.embedded.EmbeddedDriver;
import org.plimsoll.api.embedded.EmbeddedStore;

/** Driver for Berkeley DB Java Edition, embedded in this process. */
public final class BdbDriver extends EmbeddedDriver {
  @Override
  public String name() {
    return "bdb";
  }

  @Override
  public String description() {
    return "Berkeley DB Java Edition, embedded: a transactional tree in a log";
  }

  @Override
  public List<Setting<?>> settings() {
    return BdbSettings.ALL;
  }

  @Override
  protected Setting<Durability> durability() {
    return BdbSettings.DURABILITY;
  }

  @Override
  protected boolean isStoreFile(String name) {
    return name.endsWith(".jdb");
  }

  @Override
  protected EmbeddedStore openStore(Path folder, DriverContext context) {
    return BdbStore.open(folder, context.settings());
  }

  @Override
  protected boolean isInUse(Exception failure) {
    return failure instanceof EnvironmentLockedException;
  }
}
