package org.plimsoll.driver.etcd;

import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** Tests the driver contract on rows of one field, with a lease for rows and serializable reads. */
@ExtendWith(SharedEtcd.class)
class EtcdOneFieldTest extends DriverContract {
  @Override
  protected Driver driver() {
    return new EtcdDriver();
  }

  @Override
  protected String address() {
    return SharedEtcd.server().address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "prefix",
        "one-field/",
        "ttl",
        "1h",
        "reads",
        "serializable",
        "balance",
        "pick-first",
        "connections",
        "1");
  }

  @Override
  protected int hugeValueBytes() {
    return 1_500_000;
  }
}
