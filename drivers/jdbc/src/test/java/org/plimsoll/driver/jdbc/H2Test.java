package org.plimsoll.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.TestTarget;

/** The standard SQL dialect, with H2 in this process. */
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
  protected Map<String, String> severalFieldsSettings() {
    return JdbcContract.with(settings(), "table", "several_fields");
  }

  @Override
  protected OperationType writing() {
    return OperationType.INSERT;
  }

  @Test
  void aTableWithOtherColumnsIsReported() throws Exception {
    created(Map.of("table", "shaped"));
    assertThatThrownBy(() -> created(Map.of("table", "shaped", "index-values", "3")))
        .hasMessageContaining("the table \"shaped\" exists but lacks columns")
        .hasMessageContaining("use another table (table=…), or drop it");
  }

  @Test
  void aTableThatCannotBeUsedOrCreatedIsReported() {
    assertThatThrownBy(() -> created(Map.of("table", "nowhere.rows")))
        .hasMessageContaining("cannot use the table \"nowhere\".\"rows\": ")
        .hasMessageContaining("nowhere\" not found");
    assertThatThrownBy(() -> created(Map.of("table", "twice", "key-column", "field0")))
        .hasMessageContaining("cannot create the table \"twice\": ");
  }

  private void created(Map<String, String> settings) throws Exception {
    try (TestTarget context = new TestTarget(driver(), address(), settings, List.of("field0"));
        Client client = context.open()) {
      client.create();
    }
  }

  @Test
  void pollingIsRefusedForUnknownSockets() {
    assertThatThrownBy(() -> created(Map.of("busy-poll", "true")))
        .hasMessage(
            "busy-poll: must be false except with the drivers of PostgreSQL and MariaDB, was"
                + " 'true' with org.h2.Driver");
  }

  @Test
  void propertiesHaveTheFormOfAUrlsQuery() {
    Map<String, String> given = Map.of("properties", "options=-c%20jit=off&ApplicationName=1%2B2");
    assertThat(TestTarget.values(driver(), given).get(JdbcSettings.PROPERTIES))
        .containsOnly(Map.entry("options", "-c jit=off"), Map.entry("ApplicationName", "1+2"));
  }
}
