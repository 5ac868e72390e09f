package org.plimsoll.driver.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.Credentials;

/** Converts operations to requests. The templates are parsed once. */
final class Requests {
  /** The request of an operation, without references to the engine's row. */
  record Made(RequestOptions options, @Nullable Buffer body, long payloadBytes) {}

  private record Form(HttpMethod method, Template path, @Nullable Template body) {}

  private final HttpAddress address;
  private final List<String> fieldNames;
  private final boolean follow;
  private final Map<String, Form> forms = new HashMap<>();
  private final @Nullable Form rehearsal;
  private final boolean rowsAreBodies;
  private final @Nullable String basicAuthentication;
  private final Statuses successes;
  private volatile Headers headers;
  private volatile Set<String> secretHeaders = Set.of();
  private volatile Checks checks;

  Requests(HttpAddress address, DriverContext context) {
    this.address = address;
    fieldNames = context.fieldNames();
    SettingValues settings = context.settings();
    follow = settings.get(HttpSettings.REDIRECTS) == Redirects.FOLLOW;
    Template body = Template.parse(settings.get(HttpSettings.BODY), false, fieldNames);
    rowsAreBodies = body.isBareField() && fieldNames.size() == 1;
    add("read", settings.get(HttpSettings.READ), body, true);
    add("insert", settings.get(HttpSettings.INSERT), body, true);
    add("update", settings.get(HttpSettings.UPDATE), body, true);
    add("delete", settings.get(HttpSettings.DELETE), body, false);
    settings
        .get(HttpSettings.REQUESTS)
        .forEach((name, line) -> add(name, line, body, line.sendsBody()));
    rehearsal =
        settings
            .get(HttpSettings.REHEARSAL)
            .map(line -> form(HttpSettings.REHEARSAL.name(), line, body, false))
            .orElse(null);
    basicAuthentication = Credentials.of(settings).map(Credentials::basic).orElse(null);
    successes = settings.get(HttpSettings.SUCCESS);
    headers = headers(settings);
    checks = settings.get(HttpSettings.CHECK);
    checks.paths().keySet().forEach(this::requireKnown);
  }

  private void requireKnown(String operation) {
    if (!forms.containsKey(operation)) {
      throw new IllegalArgumentException(
          "check: must name operations of the driver, was '%s'; known are %s"
              .formatted(operation, String.join(", ", new TreeSet<>(forms.keySet()))));
    }
  }

  private void add(String name, RequestLine line, Template body, boolean hasRow) {
    forms.put(name, form(name, line, body, hasRow));
  }

  private Form form(String name, RequestLine line, Template body, boolean hasRow) {
    Template path = Template.parse(address.basePath() + line.path(), true, fieldNames);
    boolean rowIsThere = hasRow && !name.equals("read");
    if (path.needsRow() && !rowIsThere) {
      throw new IllegalArgumentException(
          name
              + ": fields are allowed in a path only if the request writes a row, was '"
              + line.path()
              + "'");
    }
    boolean sendsBody = line.sendsBody() && (rowIsThere || !body.needsRow());
    return new Form(HttpMethod.valueOf(line.method()), path, sendsBody ? body : null);
  }

  private Headers headers(SettingValues settings) {
    secretHeaders =
        settings.get(HttpSettings.SECRET_HEADERS).keySet().stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    Map<String, String> all = new HashMap<>(settings.get(HttpSettings.HEADERS));
    all.putAll(settings.get(HttpSettings.SECRET_HEADERS));
    Headers made = Headers.of(all, fieldNames);
    for (Headers.Header header : made.headers()) {
      if (header.value().needsRow()) {
        throw new IllegalArgumentException(
            "headers: fields are allowed in paths and bodies only, not in " + header.name());
      }
    }
    return made;
  }

  /** Sets new headers and checks, which apply to later requests. */
  void change(SettingValues settings) {
    Headers newHeaders = headers(settings);
    Checks newChecks = settings.get(HttpSettings.CHECK);
    newChecks.paths().keySet().forEach(this::requireKnown);
    headers = newHeaders;
    checks = newChecks;
  }

  boolean isSuccess(int status) {
    return successes.isSuccess(status);
  }

  Checks checks() {
    return checks;
  }

  /** Whether the body of a read consists of the row's only field. */
  boolean rowsAreBodies() {
    return rowsAreBodies;
  }

  /**
   * Creates the request for an operation, or returns null if the driver does not have the
   * operation.
   */
  @Nullable Made make(Operation operation) {
    Form form = forms.get(operation.type().name());
    return form == null ? null : make(form, operation);
  }

  /** Creates the request for a rehearsal, or returns null if the user has not set one. */
  @Nullable Made rehearsal(Operation operation) {
    return rehearsal == null ? null : make(rehearsal, operation);
  }

  /** Returns the names of headers that are sent to the target only, in lower case. */
  Set<String> secretHeaders() {
    return secretHeaders;
  }

  private Made make(Form form, Operation operation) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(form.method())
            .setURI(form.path().text(operation))
            .setFollowRedirects(follow);
    if (basicAuthentication != null) {
      options.putHeader("authorization", basicAuthentication);
    }
    for (Headers.Header header : headers.headers()) {
      options.putHeader(header.name(), header.value().text(operation));
    }
    Template body = form.body();
    if (body == null) {
      return new Made(options, null, 0);
    }
    long payloadBytes = operation.type().row() ? operation.row().totalBytes() : 0;
    return new Made(options, Buffer.buffer(body.bytes(operation)), payloadBytes);
  }

  /** Creates the first request to a target, to which almost any answer is accepted. */
  RequestOptions probe() {
    RequestOptions options =
        new RequestOptions().setMethod(HttpMethod.GET).setURI(address.basePath() + "/");
    if (basicAuthentication != null) {
      options.putHeader("authorization", basicAuthentication);
    }
    return options;
  }
}
