package org.plimsoll.driver.mapdb;

import java.nio.file.Path;
import java.util.List;
import org.mapdb.DBException;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;
import org.plimsoll.api.embedded.EmbeddedDriver;
import org.plimsoll.api.embedded.EmbeddedStore;

/** Driver for MapDB, embedded in this process. */
public final class MapDbDriver extends EmbeddedDriver {
  @Override
  public String name() {
    return "mapdb";
  }

  @Override
  public String description() {
    return "MapDB, embedded: a concurrent tree map in files";
  }

  @Override
  public List<Setting<?>> settings() {
    return MapDbSettings.ALL;
  }

  @Override
  protected Setting<Durability> durability() {
    return MapDbSettings.DURABILITY;
  }

  @Override
  protected boolean isStoreFile(String name) {
    return name.equals(MapDbStore.FILE);
  }

  @Override
  protected EmbeddedStore openStore(Path folder, DriverContext context) {
    return MapDbStore.open(folder, context.settings());
  }

  @Override
  protected boolean isInUse(Exception failure) {
    return failure instanceof DBException.FileLocked;
  }
}
