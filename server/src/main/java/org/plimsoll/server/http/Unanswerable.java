package org.plimsoll.server.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.OptionalInt;
import org.eclipse.jetty.http.HttpException;

/** Problem documents for requests that the HTTP libraries reject before they reach an endpoint. */
public final class Unanswerable {
  private Unanswerable() {}

  /** Responds to a request that the HTTP libraries have rejected with this status. */
  static void answer(Context request, int status, List<Endpoint> endpoints) {
    List<String> methods = methods(request.path(), endpoints);
    boolean isOurs = request.path().startsWith(Endpoint.BASE) || !methods.isEmpty();
    if (isOurs && status == 405 && methods.isEmpty()) {
      problem(404).answer(request);
      return;
    }
    if (status == 405 || (status == 404 && !methods.isEmpty())) {
      request.header("Allow", isOurs ? String.join(", ", methods) : "GET, HEAD");
      problem(405).answer(request);
      return;
    }
    problem(status).answer(request);
  }

  /**
   * Returns the HTTP status in the causes of a failure; empty for a failure of the server itself.
   */
  static OptionalInt statusOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpException http) {
        return OptionalInt.of(http.getCode());
      }
    }
    return OptionalInt.empty();
  }

  private static List<String> methods(String path, List<Endpoint> endpoints) {
    return endpoints.stream()
        .filter(endpoint -> isAt(path.split("/", -1), endpoint.address().split("/")))
        .map(endpoint -> endpoint.method().name())
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean isAt(String[] path, String[] template) {
    for (int i = 0; i < template.length; i++) {
      boolean isAny = template[i].startsWith("{");
      if (i == path.length || !(isAny ? !path[i].isEmpty() : path[i].equals(template[i]))) {
        return false;
      }
    }
    return path.length == template.length;
  }

  /** Returns the problem document for a status. */
  public static Problem problem(int status) {
    return switch (status) {
      case 400 -> Problem.badRequest("The request is not well-formed HTTP.");
      case 401 -> Problem.unauthorized("Log in first.");
      case 403 -> Problem.forbidden("This is not allowed.");
      case 404 -> Problem.notFound("This address does not exist.");
      case 405 ->
          Problem.of(405, "Method not allowed", "This address does not accept that method.");
      case 408 -> Problem.of(408, "Request timed out", "The request did not arrive in time.");
      case 413 -> Problem.tooLarge("The body must be at most 1 MiB.");
      case 414, 431 ->
          Problem.of(status, "Too large", "The URL and the headers must be at most 8 KiB.");
      case 415 -> Problem.of(415, "Unsupported media type", "The body must be application/json.");
      case 429 -> Problem.tooMany("Too many connections are open; close some, or wait a second.");
      case 505 -> Problem.of(505, "Unsupported HTTP version", "The server supports HTTP/1.1.");
      default ->
          status >= 500
              ? Problem.of(status, "Unexpected failure", "The server failed.")
              : Problem.of(status, "Request refused", "The request cannot be answered.");
    };
  }
}
