package org.plimsoll.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcDriverTest {
  private final JdbcDriver driver = new JdbcDriver();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://h:99999/db",
        "postgresql://h:5432,i:65536/db",
        "postgresql://[::1]:123456?x=1",
        "mariadb://h:99999999999",
        "oracle:thin:@//h:70000/service",
        "",
        "nonsense"
      })
  void impossibleAddressesAreRefused(String address) {
    assertThatThrownBy(() -> driver.checkAddress(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://h/db",
        "postgresql://h:5432,[::1]:65535/db",
        "postgresql://h/99999",
        "mariadb://h:3306/",
        "mysql://address=(host=h)(port=3306)/db",
        "h2:mem:test",
        "sqlserver://h:1433;databaseName=d",
        "oracle:thin:@//h:1521/service"
      })
  void addressesOfAnyDatabaseAreAccepted(String address) {
    assertThatCode(() -> driver.checkAddress(address)).doesNotThrowAnyException();
  }
}
