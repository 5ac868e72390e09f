package org.example.folder;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

class FolderDriverTest extends DriverContract {
  @TempDir Path folder;

  @Override
  protected Driver driver() {
    return new FolderDriver();
  }

  @Override
  protected String address() {
    return folder.toString();
  }
}
