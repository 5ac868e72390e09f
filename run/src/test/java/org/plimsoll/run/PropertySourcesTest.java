package org.plimsoll.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Summary;
import org.plimsoll.testkit.PostgresServer;

/** Tests changes of a running rate from a real file, a real HTTP server and a real database. */
class PropertySourcesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private static Map<String, String> spec(String source) {
    return Map.of("rate", "100", "properties", source);
  }

  @Test
  void aReplacedFileChangesTheRate() throws Exception {
    Path file = Files.writeString(folder.resolve("limits.properties"), "rate=200\n");
    try (RunningRun run = RunningRun.begin(spec("file(" + file + ")"))) {
      Path other = Files.writeString(folder.resolve("new"), "rate=300\n");
      Files.move(other, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      run.awaitEvent(EventKind.PARAMETER, "rate from 200 to 300");
      Files.writeString(file, "rate=400\n");
      run.awaitRate(400);
      Summary summary = run.stopped();
      assertThat(summary.accounting().errors().failed()).isZero();
    }
  }

  @Test
  void aFileBehindAFolderLinkChangesTheRateWhenTheLinkChanges() throws Exception {
    Files.writeString(
        Files.createDirectory(folder.resolve("v1")).resolve("limits.yaml"), "rate: 200");
    Files.writeString(
        Files.createDirectory(folder.resolve("v2")).resolve("limits.yaml"), "rate: 300");
    Path data = Files.createSymbolicLink(folder.resolve("data"), folder.resolve("v1"));
    Path file =
        Files.createSymbolicLink(folder.resolve("limits.yaml"), data.resolve("limits.yaml"));
    try (RunningRun run = RunningRun.begin(spec("file(" + file + ")"))) {
      run.awaitEvent(EventKind.PHASE, "measure");
      Path next = Files.createSymbolicLink(folder.resolve("next"), folder.resolve("v2"));
      Files.move(next, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      run.awaitEvent(EventKind.PARAMETER, "rate from 200 to 300");
    }
  }

  /** An HTTP server with an entity tag that can be taken down, and that records requests. */
  private static final class Page implements AutoCloseable {
    private final HttpServer server;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile String text = "";
    private volatile int status = 200;
    private volatile String location = "";

    Page() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/limits", this::answer);
      server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
      try (exchange) {
        // A test sets the text before the status, so this is one answer, not parts of two.
        int answer = status;
        String said = text;
        String tag = "\"" + said.hashCode() + "\"";
        String known = exchange.getRequestHeaders().getFirst("If-None-Match");
        boolean isKnown = answer == 200 && tag.equals(known);
        asked.add(
            (isKnown ? "304" : answer)
                + " "
                + exchange.getRequestHeaders().getFirst("Authorization"));
        exchange.getResponseHeaders().set("ETag", tag);
        exchange.getResponseHeaders().set("Location", location);
        byte[] body = said.getBytes(UTF_8);
        if (isKnown) {
          exchange.sendResponseHeaders(304, -1);
        } else if (answer != 200) {
          exchange.sendResponseHeaders(answer, -1);
        } else {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
        }
      }
    }

    String url(String user) {
      return "http://" + user + "127.0.0.1:" + server.getAddress().getPort() + "/limits";
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  @Test
  void aPolledPageChangesTheRateAndRecoversFromAnOutage() throws Exception {
    try (Page page = new Page()) {
      page.text = "rate=200\n";
      String source = "url(" + page.url("me:geheim@") + ",100ms)";
      try (RunningRun run = RunningRun.begin(spec(source))) {
        page.text = "rate=300\n";
        run.awaitEvent(EventKind.PARAMETER, "rate from 200 to 300");
        page.status = 503;
        assertThat(run.awaitEvent(EventKind.WARNING, "it answered 503").text())
            .isEqualTo("url " + page.url("") + ": it answered 503; its last values remain in use");
        page.text = "rate=400\n";
        page.status = 200;
        run.awaitEvent(EventKind.WARNING, "can be read again");
        run.awaitRate(400);
        // Until here, the page may have changed before each time that it was read.
        await().atMost(PATIENCE).until(() -> page.asked.contains("304 Basic bWU6Z2VoZWlt"));
        String shown = run.stopped().toString() + run.control().parameters().all();
        assertThat(shown).doesNotContain("geheim").contains("://***@127.0.0.1");
      }
      assertThat(page.asked).contains("503 Basic bWU6Z2VoZWlt");
      assertThat(page.asked).filteredOn(each -> each.startsWith("200")).hasSize(3);
    }
  }

  @Test
  void redirectsOfAPageAreRefusedAndNotFollowed() throws Exception {
    try (Page page = new Page();
        Page forbidden = new Page()) {
      page.status = 302;
      page.location = forbidden.url("");
      assertThatThrownBy(() -> RunningRun.begin(spec("url(" + page.url("") + ")")))
          .hasMessage(
              "properties: url "
                  + page.url("")
                  + ": it answered 302, and redirects are not followed");
      assertThat(forbidden.asked).isEmpty();
    }
  }

  @Test
  void aPageWithoutAnEndIsRefused() throws Exception {
    try (Page page = new Page()) {
      page.text = "#".repeat((1 << 20) + 1);
      assertThatThrownBy(() -> RunningRun.begin(spec("url(" + page.url("") + ")")))
          .hasMessageStartingWith("properties: url " + page.url("") + ": it cannot be reached");
    }
  }

  @Test
  void rowsOfADatabaseChangeTheRateAlsoAfterItsRestart(@TempDir Path server) throws Exception {
    Path password = Files.writeString(folder.resolve("pw"), PostgresServer.PASSWORD + "\n");
    try (PostgresServer postgres = PostgresServer.start(server)) {
      execute(
          postgres,
          "create table limits (name text primary key, value text)",
          "insert into limits values ('rate', '200'), ('keys', null)");
      String source =
          "jdbc(%s,limits,100ms,user=%s,password=file:%s)"
              .formatted(postgres.url(), PostgresServer.USER, password);
      try (RunningRun run = RunningRun.begin(spec(source))) {
        execute(postgres, "update limits set value = '3e2'");
        run.awaitEvent(EventKind.WARNING, "jdbc limits: keys: must be a whole number");
        execute(postgres, "update limits set value = case name when 'rate' then '300' end");
        run.awaitEvent(EventKind.PARAMETER, "rate from 200 to 300");
        postgres.server().kill();
        run.awaitEvent(EventKind.WARNING, "; its last values remain in use");
        postgres.server().start();
        run.awaitEvent(EventKind.WARNING, "can be read again");
        execute(postgres, "update limits set value = '400' where name = 'rate'");
        run.awaitRate(400);
      }
      List<String> refusals = new ArrayList<>();
      for (String asked :
          List.of(
              postgres.url() + ",nothing,user=bench,password=file:" + password,
              postgres.url() + "?password=wrong,limits,user=bench",
              "jdbc:unknown://me:geheim@h/x,limits",
              postgres.url() + ",limits,user=bench,password=env:NO_SUCH_VARIABLE")) {
        refusals.add(refusal("jdbc(" + asked + ")"));
      }
      assertThat(refusals.get(0)).contains("jdbc nothing", "does not exist");
      assertThat(refusals.get(1)).contains("jdbc limits", "password authentication failed");
      assertThat(refusals.get(2)).contains("no JDBC driver accepts this URL");
      assertThat(refusals.get(3)).contains("must be env:NAME of a variable that is set");
      assertThat(refusals.toString()).doesNotContain("wrong", "geheim", PostgresServer.PASSWORD);
    }
  }

  private static String refusal(String source) {
    try (RunningRun _ = RunningRun.begin(spec(source))) {
      return "";
    } catch (Exception e) {
      return Objects.toString(e.getMessage());
    }
  }

  private static void execute(PostgresServer postgres, String... statements) throws Exception {
    try (Connection connection =
            DriverManager.getConnection(
                postgres.url(), PostgresServer.USER, PostgresServer.PASSWORD);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    } catch (RuntimeException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
