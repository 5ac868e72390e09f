package org.plimsoll.server.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.OptionalInt;
import org.eclipse.jetty.http.HttpException;

/** What the libraries below say of a request that no endpoint takes, in the words of this one. */
public final class Unanswerable {
  private Unanswerable() {}

  /** Answers a request that the server's libraries refused with this status. */
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

  /** The status that stands in one of the causes; empty when it is a failure of ours. */
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

  /** The document of a status. */
  public static Problem problem(int status) {
    return switch (status) {
      case 400 -> Problem.badRequest("The request is not well-formed HTTP.");
      case 401 -> Problem.unauthorized("Sign in first.");
      case 403 -> Problem.forbidden("This is not allowed.");
      case 404 -> Problem.notFound("There is nothing at this address.");
      case 405 -> Problem.of(405, "Not possible", "This address does not take that method.");
      case 408 -> Problem.of(408, "Too slow", "The request did not arrive in time.");
      case 413 -> Problem.tooLarge("The body must be at most 1 MiB.");
      case 414, 431 ->
          Problem.of(status, "Too large", "Address and headers must be at most 8 KiB.");
      case 415 -> Problem.of(415, "Not understood", "The body must be JSON: application/json.");
      case 505 -> Problem.of(505, "Not understood", "HTTP/1.1 is spoken here.");
      default ->
          status >= 500
              ? Problem.of(status, "Unexpected failure", "Something is wrong here.")
              : Problem.of(status, "Not possible", "The request cannot be answered.");
    };
  }
}
