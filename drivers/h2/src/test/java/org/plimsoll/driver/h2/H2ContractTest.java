package org.plimsoll.driver.h2;

import org.plimsoll.api.Driver;
import org.plimsoll.testkit.EmbeddedDriverContract;

/** The contract with rows of one field, which are stored unchanged. */
class H2ContractTest extends EmbeddedDriverContract {
  @Override
  protected Driver driver() {
    return new H2Driver();
  }
}
