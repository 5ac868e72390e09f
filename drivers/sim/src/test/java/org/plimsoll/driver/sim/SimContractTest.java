package org.plimsoll.driver.sim;

import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** The contract, with immediate answers. */
class SimContractTest extends DriverContract {
  @Override
  protected Driver driver() {
    return new SimDriver();
  }

  @Override
  protected String address() {
    return "";
  }
}
