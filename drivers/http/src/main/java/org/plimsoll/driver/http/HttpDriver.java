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

/** Driver for any HTTP service without TLS. */
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
          "additional operations with these names, each with its request",
          false,
          false,
          RequestLine::parseNamed);
  static final Setting<String> BODY =
      Setting.text("body", "{field}")
          .describedAs(
              "body of PUT, POST and PATCH; placeholders: {field}, {base64}, {json}, {key}");
  static final Setting<Map<String, String>> HEADERS =
      headers("headers", "headers of every request, Name: value; Name: value").asLive();
  static final Setting<Map<String, String>> SECRET_HEADERS =
      headers("secret-headers", "like headers, but never shown, such as Authorization: Bearer …")
          .asSecret()
          .asLive();
  static final Setting<Statuses> SUCCESS =
      new Setting<>(
          "success",
          Setting.Kind.TEXT,
          "2xx",
          Statuses.ALLOWED,
          "statuses that count as success; 404 and 410 count as not found, others as failures",
          false,
          false,
          Statuses::parse);
  static final Setting<Checks> CHECK =
      new Setting<>(
              "check",
              Setting.Kind.TEXT,
              "",
              Checks.ALLOWED,
              "JSON paths that must match in answers, by operation",
              false,
              false,
              Checks::parse)
          .asLive();
  static final Setting<Version> VERSION =
      Setting.choice("version", Version.HTTP1).describedAs("HTTP/1.1, or HTTP/2");
  static final Setting<Long> STREAMS =
      Setting.count("streams", "100", 1, 100_000)
          .describedAs("requests in flight on an HTTP/2 connection; the server may allow fewer");
  static final Setting<Boolean> KEEP_ALIVE =
      Setting.flag("keep-alive", true)
          .describedAs("whether a session keeps its connection or opens one for each request");
  static final Setting<Redirects> REDIRECTS =
      Setting.choice("redirects", Redirects.FAIL)
          .describedAs("redirects are failures, or are followed and counted");
  static final Setting<Boolean> COMPRESSION =
      Setting.flag("compression", false).describedAs("request compressed answers");
  static final Setting<Long> IO_THREADS =
      Setting.count("io-threads", "0", 0, 64)
          .describedAs(
              "threads that write requests and read answers; 0: one for every two processors");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("timeout for a new connection and for the first answer");
  static final Setting<String> USER =
      Setting.text("user", "").describedAs("user for Basic authentication; empty: none");
  static final Setting<String> PASSWORD =
      Setting.text("password", "").describedAs("password for Basic authentication").asSecret();

  private static final Set<OperationType> OPERATIONS =
      Set.of(OperationType.READ, OperationType.INSERT, OperationType.UPDATE, OperationType.DELETE);

  @Override
  public String name() {
    return "http";
  }

  /** Whether connections use TLS. */
  boolean tls() {
    return false;
  }

  @Override
  public String description() {
    return "Any HTTP/1.1 or HTTP/2 service, through Vert.x";
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

  /** Rows can be verified only if the body is the single field. */
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
        "request of the operation " + name + ", without the body",
        false,
        false,
        RequestLine::parse);
  }

  private static Setting<Map<String, String>> headers(String name, String description) {
    return new Setting<>(
        name, Setting.Kind.TEXT, "", Headers.ALLOWED, description, false, false, Headers::parse);
  }
}
