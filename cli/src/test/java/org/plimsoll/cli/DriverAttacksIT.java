package org.plimsoll.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.PlimsollServer;
import org.plimsoll.server.ServerSettings;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.FilePolicy;
import org.plimsoll.server.security.RunLimits;
import org.plimsoll.server.security.ServerGuard;
import org.plimsoll.server.security.TargetPolicy;

/** Requests that once made a server's drivers reach what it does not allow. */
@Timeout(120)
class DriverAttacksIT {
  private static final String CANARY = "canary-93d1fe";
  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([^\"]+)\"");

  @TempDir static Path folder;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final AtomicInteger ELSEWHERE_ASKED = new AtomicInteger();
  private static HttpServer allowed;
  private static HttpServer elsewhere;
  private static LiveRuns runs;
  private static PlimsollServer server;

  @BeforeAll
  static void start() throws Exception {
    elsewhere = listen();
    elsewhere.createContext(
        "/",
        exchange -> {
          try (exchange) {
            ELSEWHERE_ASKED.incrementAndGet();
            exchange.sendResponseHeaders(200, CANARY.length());
            exchange.getResponseBody().write(CANARY.getBytes(UTF_8));
          }
        });
    allowed = listen();
    allowed.createContext(
        "/",
        exchange -> {
          try (exchange;
              OutputStream out = exchange.getResponseBody()) {
            boolean moved = exchange.getRequestURI().getPath().startsWith("/moved");
            if (moved) {
              exchange
                  .getResponseHeaders()
                  .add("Location", "http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/x");
            }
            exchange.sendResponseHeaders(moved ? 302 : 200, 2);
            out.write("ok".getBytes(UTF_8));
          }
        });
    Drivers drivers = Drivers.in(List.of(PlimsollProcess.ROOT.resolve("drivers")));
    Path files = Files.createDirectory(folder.resolve("files"));
    runs =
        new LiveRuns(
            drivers,
            folder.resolve("runs"),
            8,
            new ServerGuard(
                TargetPolicy.of(
                    List.of(
                        "http://127.0.0.1:" + allowed.getAddress().getPort(),
                        "jdbc://127.0.0.1",
                        "ycsb:",
                        "ndbench:",
                        "sim:")),
                new FilePolicy(List.of(files)),
                RunLimits.NONE,
                drivers));
    server = PlimsollServer.start(ServerSettings.local(0), runs);
  }

  @AfterAll
  static void stop() {
    server.close();
    allowed.stop(0);
    elsewhere.stop(0);
  }

  private static HttpServer listen() throws IOException {
    HttpServer listener =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    listener.start();
    return listener;
  }

  private static HttpResponse<String> post(String path, String body) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(server.address() + "/api/v1" + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String http(String read, String more) {
    return "{'target':'http://127.0.0.1:%d','set':{'read':'GET %s'%s},'rate':'1','forever':true,"
            .formatted(allowed.getAddress().getPort(), read, more)
        + "'warmup':'0','no-fill':true,'mix':{'read':100}}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'target':'sim:','properties':'jdbc(jdbc:mariadb://127.0.0.1:1/db?allowLocalInfile=true"
            + "&user=a&sslMode=disable&initSql=select 1, t, driver=jdbc)'",
        "'target':'sim:','properties':'jdbc(jdbc:mariadb://127.0.0.1:1/db?localSocket=/run/x, t)'",
        "'target':'jdbc:mariadb://127.0.0.1:1/db%3FallowLocalInfile=true'",
        "'target':'jdbc:mariadb://127.0.0.1:1/db','set':{'properties':'allowLocalInfile=true'}",
        "'target':'jdbc:postgresql://127.0.0.1:1/db','set':{'properties':'socketFactory=x.Y'}",
        "'target':'jdbc:postgresql://127.0.0.1:1/db','set':{'tls-ca':'/etc/shadow'}",
        "'target':'ycsb:x.Evil','set':{'binding':'/tmp/evil'}",
        "'target':'ycsb:x.Evil?binding=/tmp/evil'",
        "'target':'ndbench:x.Evil','set':{'plugin':'/tmp/evil'}",
        "'target':'sim:?service=histogram(/etc/shadow)'",
        "'target':'cache-aside:',"
            + "'set':{'cache':'sim:?service=histogram(/etc/shadow)','store':'sim:'}",
      })
  void areRefusedBeforeAnythingIsOpened(String attack) throws Exception {
    HttpResponse<String> answer = post("/runs", "{" + attack + ",'rate':'1','for':'1s'}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
    assertThat(answer.body()).doesNotContain("root:");
  }

  @Test
  void aRequestLineOfHttpIsAllowedWhereFilesAreRestricted() throws Exception {
    HttpResponse<String> answer = post("/runs?dryRun=true", http("/x", ""));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  @Test
  void theBodyBehindARefusedRedirectIsNotRead() throws Exception {
    HttpResponse<String> begun = post("/runs", http("/moved", ",'redirects':'follow'"));
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
    Matcher id = ID.matcher(begun.body());
    assertThat(id.find()).isTrue();
    String run = "/runs/" + id.group(1);
    HttpResponse<String> read;
    long end = System.nanoTime() + 30_000_000_000L;
    do {
      Thread.sleep(50);
      read = post(run + "/operations", "{'operation':'read','key':'1'}");
    } while (read.statusCode() >= 400 && System.nanoTime() < end);
    assertThat(read.body()).contains("address-refused").doesNotContain(CANARY);
    assertThat(ELSEWHERE_ASKED).hasValue(0);
    post(run + "/abort", "{}");
  }
}
