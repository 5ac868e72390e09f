package org.plimsoll.driver.h2;

import java.nio.file.Path;
import java.util.List;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;
import org.plimsoll.api.embedded.EmbeddedDriver;
import org.plimsoll.api.embedded.EmbeddedStore;

/** Driver for MVStore, the storage engine of H2, embedded in this process. */
public final class H2Driver extends EmbeddedDriver {
  @Override
  public String name() {
    return "h2";
  }

  @Override
  public String description() {
    return "H2's MVStore, embedded: a copy-on-write tree in Java";
  }

  @Override
  public List<Setting<?>> settings() {
    return H2Settings.ALL;
  }

  @Override
  protected Setting<Durability> durability() {
    return H2Settings.DURABILITY;
  }

  @Override
  protected boolean isStoreFile(String name) {
    return name.equals(H2Store.FILE);
  }

  @Override
  protected EmbeddedStore openStore(Path folder, DriverContext context) {
    return H2Store.open(folder, context.settings());
  }

  @Override
  protected boolean isInUse(Exception failure) {
    return failure instanceof MVStoreException e && e.getErrorCode() == DataUtils.ERROR_FILE_LOCKED;
  }
}
