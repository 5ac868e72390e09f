package org.plimsoll.api.embedded;

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
 * A driver for a store in this process, with its files in the folder of the target, or in a
 * temporary folder if the target names none. One run at a time uses a folder.
 */
public abstract class EmbeddedDriver implements Driver {
  /** Constructor for the class of the driver. */
  protected EmbeddedDriver() {}

  /** Returns the setting of the durability, which {@link #settings} must contain as well. */
  protected abstract Setting<Durability> durability();

  /** Returns whether a file of this name identifies a folder as a store of this engine. */
  protected abstract boolean isStoreFile(String name);

  /**
   * Opens the store, and creates it if it does not exist.
   *
   * @param folder an existing folder, empty or with a {@linkplain #isStoreFile store}
   * @throws IllegalArgumentException when settings conflict; the message is shown unchanged
   */
  protected abstract EmbeddedStore openStore(Path folder, DriverContext context) throws Exception;

  /** Returns whether a failure to open the store means that another process uses the store. */
  protected abstract boolean isInUse(Exception failure);

  @Override
  public final List<String> targetForms() {
    return List.of(name() + ":", name() + ":/path");
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
  public final Set<Capability> capabilities() {
    return Set.of(Capability.EMBEDDED, Capability.RETURNS_ROWS, Capability.BURNS_CPU);
  }

  @Override
  public final Client open(DriverContext context) throws IOException {
    StoreFolder folder = StoreFolder.of(name(), context, this::isStoreFile);
    try {
      EmbeddedStore store = openStore(folder.path(), context);
      return new EmbeddedClient(context, folder, store, durability());
    } catch (IllegalArgumentException e) {
      folder.close();
      throw e;
    } catch (Exception | LinkageError e) {
      folder.close();
      throw e instanceof Exception failure && isInUse(failure)
          ? folder.inUse(e)
          : folder.failure("cannot open the store in %s", e);
    }
  }
}
