package org.plimsoll.driver.http;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/** Any service that speaks HTTP, in the clear. */
public class HttpDriver implements Driver {
  static final Setting<RequestLine> READ = line("read", "GET /{key}");
  static final Setting<RequestLine> INSERT = line("insert", "PUT /{key}");
  static final Setting<RequestLine> UPDATE = line("update", "PUT /{key}");
  static final Setting<RequestLine> DELETE = line("delete", "DELETE /{key}");
  static final Setting<Map<String, RequestLine>> REQUESTS =
      new Setting<>(
          "requests",
          Setting.Kind.TEXT,
          "",
          RequestLine.LIST_ALLOWED,
          "requests of your own: operations of these names",
          false,
          false,
          RequestLine::parseNamed);
  static final Setting<String> BODY =
      Setting.text("body", "{field}")
          .describedAs(
              "body of PUT, POST and PATCH; {field}, {base64}, {json}, {key} are filled in");
  static final Setting<Map<String, String>> HEADERS =
      headers("headers", "headers of every request, Name: value; Name: value").asLive();
  static final Setting<Map<String, String>> SECRET_HEADERS =
      headers("secret-headers", "the same, never shown, such as Authorization: Bearer …")
          .asSecret()
          .asLive();
  static final Setting<Statuses> SUCCESS =
      new Setting<>(
          "success",
          Setting.Kind.TEXT,
          "2xx",
          Statuses.ALLOWED,
          "statuses that are successes; 404 and 410 are not found, all others failures",
          false,
          false,
          Statuses::parse);
  static final Setting<Checks> CHECK =
      new Setting<>(
              "check",
              Setting.Kind.TEXT,
              "",
              Checks.ALLOWED,
              "what must be found in the JSON of answers, by operation",
              false,
              false,
              Checks::parse)
          .asLive();
  static final Setting<Version> VERSION =
      Setting.choice("version", Version.HTTP1).describedAs("HTTP/1.1, or HTTP/2");
  static final Setting<Long> STREAMS =
      Setting.count("streams", "100", 1, 100_000)
          .describedAs("requests in flight on a connection of HTTP/2; the server may allow fewer");
  static final Setting<Boolean> KEEP_ALIVE =
      Setting.flag("keep-alive", true)
          .describedAs("whether a session keeps its connection, or opens one for each request");
  static final Setting<Redirects> REDIRECTS =
      Setting.choice("redirects", Redirects.FAIL)
          .describedAs("answers that point elsewhere are failures, or are followed and counted");
  static final Setting<Boolean> COMPRESSION =
      Setting.flag("compression", false).describedAs("asks for compressed answers");
  static final Setting<Long> IO_THREADS =
      Setting.count("io-threads", "0", 0, 64)
          .describedAs(
              "threads that write requests and read answers; 0: one for every two processors");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("how long a new connection may take, and the first answer");
  static final Setting<String> USER =
      Setting.text("user", "").describedAs("for Basic authentication; empty: none");
  static final Setting<String> PASSWORD =
      Setting.text("password", "").describedAs("goes with the user").asSecret();

  private static final Set<OperationType> OPERATIONS =
      Set.of(OperationType.READ, OperationType.INSERT, OperationType.UPDATE, OperationType.DELETE);

  @Override
  public String name() {
    return "http";
  }

  /** Whether connections are encrypted. */
  boolean tls() {
    return false;
  }

  @Override
  public String description() {
    return "Any service that speaks HTTP/1.1 or HTTP/2, through Vert.x";
  }

  @Override
  public List<String> targetForms() {
    return List.of(name() + "://[user:password@]host[:port][/path]");
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(
        READ,
        INSERT,
        UPDATE,
        DELETE,
        REQUESTS,
        BODY,
        HEADERS,
        SECRET_HEADERS,
        SUCCESS,
        CHECK,
        VERSION,
        STREAMS,
        KEEP_ALIVE,
        REDIRECTS,
        COMPRESSION,
        IO_THREADS,
        CONNECT_TIMEOUT,
        TlsSettings.VERIFY,
        TlsSettings.AUTHORITIES,
        USER,
        PASSWORD);
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  @Override
  public Set<OperationType> operations(SettingValues settings) {
    Set<OperationType> all = new LinkedHashSet<>(OPERATIONS);
    settings
        .get(REQUESTS)
        .forEach((name, line) ->
            all.add(
                line.sendsBody()
                    ? OperationType.writing(name)
                    : line.method().equals("DELETE")
                        ? new OperationType(name, OperationType.Side.WRITES, false, false)
                        : OperationType.reading(name)));
    return all;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS);
  }

  /** Bodies are compared as they are. */
  @Override
  public Optional<String> rowsNeed(SettingValues settings, List<String> fieldNames) {
    return fieldNames.size() == 1 && settings.get(BODY).equals("{field}")
        ? Optional.empty()
        : Optional.of("fields=1 and body={field}");
  }

  @Override
  public void checkAddress(String address) {
    var _ = HttpAddress.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return HttpTarget.open(context, tls());
  }

  private static Setting<RequestLine> line(String name, String defaultText) {
    return new Setting<>(
        name,
        Setting.Kind.TEXT,
        defaultText,
        RequestLine.ALLOWED,
        "the request of the operation " + name + ", without the body",
        false,
        false,
        RequestLine::parse);
  }

  private static Setting<Map<String, String>> headers(String name, String description) {
    return new Setting<>(
        name, Setting.Kind.TEXT, "", Headers.ALLOWED, description, false, false, Headers::parse);
  }
}
