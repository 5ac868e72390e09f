package org.plimsoll.driver.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/**
 * The driver for RocksDB in this process: with a temporary database, or the one in the folder of
 * the target.
 */
public final class RocksDbDriver implements Driver {
  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  public String description() {
    return "RocksDB, embedded: rocksdb: in a temporary folder, rocksdb:/path in a permanent one.";
  }

  @Override
  public List<String> targetForms() {
    return List.of("rocksdb:", "rocksdb:/path");
  }

  @Override
  public List<Setting<?>> settings() {
    return RocksDbSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ,
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.DELETE,
        OperationType.SCAN,
        OperationType.BULK_READ,
        OperationType.BULK_WRITE);
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.EMBEDDED, Capability.RETURNS_ROWS, Capability.BURNS_CPU);
  }

  @Override
  public Client open(DriverContext context) throws IOException {
    NativeLibrary.load(context.temporaryFolder());
    String address = context.address();
    if (address.isEmpty()) {
      return RocksDbClient.open(context, context.temporaryFolder().resolve("rocksdb"), true);
    }
    String path = address.startsWith("//") ? address.substring(2) : address;
    return RocksDbClient.open(context, Path.of(path).toAbsolutePath().normalize(), false);
  }
}
