package org.plimsoll.driver.jdbc;

import java.util.HashMap;
import java.util.Map;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.testkit.PostgresServer;
import org.plimsoll.testkit.ServerDriverContract;

/** The contract that every database and mode must meet. */
abstract class JdbcContract extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new JdbcDriver();
  }

  @Override
  protected String address() {
    return addressAt(server().address());
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("user", PostgresServer.USER, "password", PostgresServer.PASSWORD);
  }

  @Override
  protected Map<String, String> severalFieldsSettings() {
    return with(settings(), "table", "several_fields");
  }

  /** Settings of a subclass, with further settings added; names and values alternate. */
  protected static Map<String, String> with(
      Map<String, String> settings, String... namesAndValues) {
    Map<String, String> all = new HashMap<>(settings);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      all.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return all;
  }

  /**
   * An update finds its row or does not. An insert is an upsert unless the user chooses otherwise.
   */
  @Override
  protected OperationType writing() {
    return OperationType.INSERT;
  }
}
