package org.plimsoll.driver.gremlin;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** Tests the driver contract on Berkeley DB. A graph in memory ends with its client. */
class JanusGraphDriverTest extends DriverContract {
  @TempDir Path folder;

  @Override
  protected Driver driver() {
    return new JanusGraphDriver();
  }

  @Override
  protected String address() {
    return "berkeleyje:" + folder;
  }

  @Override
  protected int hugeValueBytes() {
    return 1_000_000;
  }
}
