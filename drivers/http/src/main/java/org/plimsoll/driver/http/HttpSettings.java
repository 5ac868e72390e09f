package org.plimsoll.driver.http;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plimsoll.api.Setting;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;

/** Settings of {@code http} and {@code https}. */
final class HttpSettings {
  static final Setting<RequestLine> READ = line("read", "GET /{key}");
  static final Setting<RequestLine> INSERT = line("insert", "PUT /{key}");
  static final Setting<RequestLine> UPDATE = line("update", "PUT /{key}");
  static final Setting<RequestLine> DELETE = line("delete", "DELETE /{key}");
  static final Setting<Map<String, RequestLine>> REQUESTS =
      Setting.text(
              "requests",
              "",
              Setting.Reach.NOTHING,
              RequestLine.LIST_ALLOWED,
              RequestLine::parseNamed)
          .describedAs(
              "your own operations, such as search=GET /search?q={key}; order=POST /orders");
  static final Setting<Optional<RequestLine>> REHEARSAL =
      Setting.text(
              "rehearsal",
              "",
              Setting.Reach.NOTHING,
              RequestLine.OPTIONAL_ALLOWED,
              RequestLine::parseOptional)
          .describedAs(
              "request that touches no data, such as GET /health; sent before the load to"
                  + " warm the connections; empty: none");
  static final Setting<String> BODY =
      Setting.text("body", "{field}", Setting.Reach.NOTHING)
          .describedAs(
              "body of PUT, POST and PATCH; placeholders: {field}, {base64}, {json}, {key}");
  static final Setting<Map<String, String>> HEADERS =
      headers("headers", "headers of every request, Name: value; Name: value").asSecret().asLive();
  static final Setting<Map<String, String>> SECRET_HEADERS =
      headers("secret-headers", "like headers, added to them, such as Authorization: Bearer …")
          .asSecret()
          .asLive();
  static final Setting<Statuses> SUCCESS =
      Setting.text("success", "2xx", Setting.Reach.NOTHING, Statuses.ALLOWED, Statuses::parse)
          .describedAs(
              "statuses that count as success; 404 and 410 count as not found, other"
                  + " statuses as failures");
  static final Setting<Checks> CHECK =
      Setting.text("check", "", Setting.Reach.NOTHING, Checks.ALLOWED, Checks::parse)
          .describedAs(
              "JSON paths that the answers of an operation must contain, such as read=$.id")
          .asLive();
  static final Setting<Version> VERSION =
      Setting.choice("version", Version.HTTP1).describedAs("HTTP version: http1 or http2");
  static final Setting<Long> STREAMS =
      Setting.count("streams", "100", 1, 100_000)
          .describedAs("maximum number of requests in flight on an HTTP/2 connection");
  static final Setting<Boolean> KEEP_ALIVE =
      Setting.flag("keep-alive", true)
          .describedAs(
              "true: a session keeps its connection; false: it opens one for each request");
  static final Setting<Redirects> REDIRECTS =
      Setting.choice("redirects", Redirects.FAIL)
          .describedAs(
              "fail: a redirect is a failure; follow: GET and HEAD follow redirects, and"
                  + " each hop counts as an attempt");
  static final Setting<Boolean> COMPRESSION =
      Setting.flag("compression", false)
          .describedAs("accept compressed answers, and decompress them");
  static final Setting<Duration> CONNECT_TIMEOUT =
      Setting.duration("connect-timeout", "5s")
          .describedAs("timeout for a new connection and for the first answer");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(
          READ,
          INSERT,
          UPDATE,
          DELETE,
          REQUESTS,
          REHEARSAL,
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
          ConnectionSettings.IO_THREADS,
          CONNECT_TIMEOUT,
          TlsSettings.VERIFY,
          TlsSettings.AUTHORITIES,
          Credentials.USER,
          Credentials.PASSWORD);

  private HttpSettings() {}

  private static Setting<RequestLine> line(String name, String defaultText) {
    return Setting.text(
            name, defaultText, Setting.Reach.NOTHING, RequestLine.ALLOWED, RequestLine::parse)
        .describedAs("request of the operation " + name + ", without the body");
  }

  private static Setting<Map<String, String>> headers(String name, String description) {
    return Setting.text(name, "", Setting.Reach.NOTHING, Headers.ALLOWED, Headers::parse)
        .describedAs(description);
  }
}
