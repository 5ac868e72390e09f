package org.plimsoll.driver.lmdb;

import java.nio.file.Path;
import java.util.List;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;
import org.plimsoll.api.embedded.EmbeddedDriver;
import org.plimsoll.api.embedded.EmbeddedStore;

/** Driver for LMDB, embedded in this process. */
public final class LmdbDriver extends EmbeddedDriver {
  @Override
  public String name() {
    return "lmdb";
  }

  @Override
  public String description() {
    return "LMDB, embedded: a memory-mapped tree with one writer at a time";
  }

  @Override
  public List<Setting<?>> settings() {
    return LmdbSettings.ALL;
  }

  @Override
  protected Setting<Durability> durability() {
    return LmdbSettings.DURABILITY;
  }

  @Override
  protected boolean isStoreFile(String name) {
    return name.equals("data.mdb");
  }

  @Override
  protected EmbeddedStore openStore(Path folder, DriverContext context) {
    return LmdbStore.open(folder, context.settings());
  }

  /** Returns false, because several processes can use the files of LMDB. */
  @Override
  protected boolean isInUse(Exception failure) {
    return false;
  }
}
