package org.plimsoll.driver.jdbc;

import java.util.Map;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.testkit.DriverContract;

/** The SQL of the standard, as H2 in this process has it. */
class H2Test extends DriverContract {
  @Override
  protected Driver driver() {
    return new JdbcDriver();
  }

  @Override
  protected String address() {
    return "h2:mem:contract;DB_CLOSE_DELAY=-1";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("index-values", "3");
  }

  @Override
  protected OperationType writing() {
    return OperationType.INSERT;
  }
}
