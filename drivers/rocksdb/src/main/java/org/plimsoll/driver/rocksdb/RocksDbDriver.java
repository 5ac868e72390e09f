package org.plimsoll.driver.rocksdb;

import java.nio.file.Path;
import java.util.List;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;
import org.plimsoll.api.embedded.EmbeddedDriver;
import org.plimsoll.api.embedded.EmbeddedStore;
import org.rocksdb.RocksDBException;

/** Driver for RocksDB, embedded in this process. */
public final class RocksDbDriver extends EmbeddedDriver {
  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  public String description() {
    return "RocksDB, embedded: rocksdb: in a temporary folder, rocksdb:/path in a permanent one.";
  }

  @Override
  public List<Setting<?>> settings() {
    return RocksDbSettings.ALL;
  }

  @Override
  protected Setting<Durability> durability() {
    return RocksDbSettings.DURABILITY;
  }

  @Override
  protected boolean isStoreFile(String name) {
    return name.equals("CURRENT");
  }

  @Override
  protected EmbeddedStore openStore(Path folder, DriverContext context) throws Exception {
    NativeLibrary.load(context.temporaryFolder());
    return new RocksDbStore(folder, context.settings());
  }

  @Override
  protected boolean isInUse(Exception failure) {
    return failure instanceof RocksDBException
        && String.valueOf(failure.getMessage()).contains("lock");
  }
}
