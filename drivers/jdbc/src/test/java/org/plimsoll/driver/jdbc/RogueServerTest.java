package org.plimsoll.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.settings.source.PropertySources;
import org.plimsoll.settings.text.PropertySourceText;
import org.plimsoll.testkit.MariaServer;
import org.plimsoll.testkit.PostgresServer;
import org.plimsoll.testkit.TestTarget;

/** Tests what a server that belongs to an attacker gets from this machine. */
class RogueServerTest {
  private static final String CANARY = "canary-71c09e";

  @TempDir static Path folder;
  @TempDir static Path database;
  private static MariaServer maria;
  private static Path secret;

  private FileThief thief;

  @BeforeAll
  static void startServer() throws Exception {
    maria = MariaServer.start(database);
    secret = Files.writeString(folder.resolve("secret"), CANARY);
  }

  @AfterAll
  static void stopServer() {
    maria.close();
  }

  @BeforeEach
  void startThief() throws Exception {
    thief = FileThief.before(maria.server().port(), secret);
  }

  @AfterEach
  void stopThief() {
    thief.close();
  }

  private String url() {
    return "jdbc:mariadb://" + thief.address() + "/" + MariaServer.DATABASE;
  }

  /** Shows that the other tests can fail. */
  @Test
  void aClientThatAllowsLocalFilesSendsThem() {
    String open =
        url()
            + "?allowLocalInfile=true&sslMode=disable&user="
            + PostgresServer.USER
            + "&password="
            + PostgresServer.PASSWORD;
    assertThatThrownBy(
            () -> {
              try (Connection connection = DriverManager.getConnection(open);
                  Statement statement = connection.createStatement()) {
                var _ = statement.execute("load data local infile '" + secret + "' into table t");
              }
            })
        .isInstanceOf(SQLException.class)
        .hasMessageNotContaining("suitable driver");
    assertThat(thief.received()).contains(CANARY);
  }

  @Test
  void aTargetGetsNoLocalFile() {
    String statement = "x: load data local infile '" + secret + "' into table t";
    assertThatThrownBy(
            () -> {
              Map<String, String> settings =
                  Map.of(
                      "user",
                      PostgresServer.USER,
                      "password",
                      PostgresServer.PASSWORD,
                      "table",
                      "",
                      "properties",
                      "allowMultiQueries=true",
                      "statements",
                      statement);
              try (TestTarget target =
                      new TestTarget(
                          new JdbcDriver(),
                          url().substring("jdbc:".length()),
                          settings,
                          List.of("field0"));
                  Client client = target.open()) {
                client.create();
              }
            })
        .isNotNull();
    assertThat(thief.asked()).isPositive();
    assertThat(thief.received()).doesNotContain(CANARY);
  }

  @Test
  void aPropertySourceGetsNoLocalFile() {
    assertThatThrownBy(
            () -> source(url() + "?sslMode=disable, t, user=" + PostgresServer.USER + password()))
        .hasMessageContaining("jdbc t");
    assertThat(thief.asked()).isPositive();
    assertThat(thief.received()).doesNotContain(CANARY);
  }

  @Test
  void aParameterThatAllowsLocalFilesIsRefusedBeforeItConnects() {
    assertThatThrownBy(() -> source(url() + "?allowLocalInfile=true, t"))
        .hasMessageContaining("'allowLocalInfile' is not allowed for mariadb");
    assertThatThrownBy(() ->
            new JdbcDriver()
                .checkAddress(url().substring("jdbc:".length()) + "?allowLocalInfile=true"))
        .hasMessageContaining("'allowLocalInfile' is not allowed for mariadb");
    assertThat(thief.received()).isEmpty();
  }

  private static String password() {
    try {
      Path file = Files.writeString(folder.resolve("password"), PostgresServer.PASSWORD);
      return ", password=file:" + file;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void source(String arguments) {
    PropertySources.open(
            PropertySourceText.parseAll("jdbc(" + arguments + ")"),
            Drivers.of(new JdbcDriver()),
            Map.of(),
            List::of,
            HostCheck.ANY,
            null)
        .close();
  }
}
