package org.plimsoll.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.PostgresServer;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestRow;

/** The contract that every database and mode must meet. */
abstract class JdbcContract extends ServerDriverContract {
  /** The fields of tables that a test creates itself, whatever those of the subclass are. */
  private static final List<String> FIELDS = List.of("field0");

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

  /** The settings for tables that a test creates itself: those of this mode that fit them. */
  protected Map<String, String> ownTableSettings() {
    return settings();
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "number # id bigint primary key, field0 BYTES # text # column id of the type # needs text",
        "words # id varchar(99) primary key, field0 BYTES # number # column id of the type"
            + " # needs a whole number",
        "notes # id varchar(99) primary key, field0 varchar(99) # text"
            + " # column field0 of the type # needs bytes",
        "keyless # id varchar(99), field0 BYTES # text # has no primary key"
            + " # of the column id alone",
        "composite # id varchar(99), part int, field0 BYTES, primary key (id, part) # text"
            + " # has no primary key # of the column id alone",
      })
  void aTableThatDoesNotFitIsRefusedAtOnce(
      String table, String columns, String keyType, String what, String needs) throws Exception {
    boolean isMaria = address().startsWith("mariadb");
    execute("drop table if exists misfit_" + table);
    execute(
        "create table misfit_%s (%s)"
            .formatted(table, columns.replace("BYTES", isMaria ? "longblob" : "bytea")));
    assertThatThrownBy(() ->
            opened(
                address(),
                with(ownTableSettings(), "table", "misfit_" + table, "key-type", keyType),
                FIELDS,
                client -> {}))
        .hasMessageStartingWith("the table misfit_" + table)
        .hasMessageContaining(what)
        .hasMessageContaining(needs)
        .hasMessageNotContaining("\n");
  }

  @Test
  void aTableWithAUniqueIndexOfTheKeyIsAccepted() throws Exception {
    boolean isMaria = address().startsWith("mariadb");
    execute("drop table if exists misfit_unique");
    execute(
        "create table misfit_unique (id varchar(99) unique, field0 %s)"
            .formatted(isMaria ? "longblob" : "bytea"));
    opened(
        address(),
        with(ownTableSettings(), "table", "misfit_unique"),
        FIELDS,
        client -> {
          try (Session session = client.openSession()) {
            TestOperation insert =
                TestOperation.on(OperationType.INSERT, key(), TestRow.of("value"));
            assertThat(execute(session, insert).outcome().status()).isEqualTo(Status.SUCCEEDED);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"require", "verify"})
  void aServerWithoutTlsIsReportedAsOne(String tls) {
    assertThatThrownBy(() -> opened(address(), with(settings(), "tls", tls), client -> {}))
        .hasMessage(
            "jdbc:" + address() + " does not support TLS: enable it in the server, or set tls=off");
  }

  private void execute(String sql) throws SQLException {
    String url = "jdbc:" + address() + (address().startsWith("mariadb") ? "?sslMode=disable" : "");
    try (Connection connection =
            DriverManager.getConnection(url, PostgresServer.USER, PostgresServer.PASSWORD);
        Statement statement = connection.createStatement()) {
      var _ = statement.execute(sql);
    }
  }
}
