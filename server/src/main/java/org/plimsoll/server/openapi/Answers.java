package org.plimsoll.server.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.http.Endpoint;
import tools.jackson.databind.JsonNode;

/** The schemas of answers in {@code answers.json}, by method and path. */
final class Answers {
  private final JsonNode all;

  private Answers(JsonNode all) {
    this.all = all;
  }

  static Answers read() {
    try (InputStream in = Answers.class.getResourceAsStream("answers.json")) {
      return new Answers(ResultJson.mapper().readTree(Objects.requireNonNull(in).readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode schemas() {
    return all.path("schemas");
  }

  /** Returns the response of an endpoint; a missing node if it is not described. */
  JsonNode of(Endpoint endpoint) {
    return all.path("answers").path(endpoint.method().name() + " " + endpoint.path());
  }

  /** Returns the description of a path parameter. */
  JsonNode path(String name) {
    return all.path("paths").path(name);
  }
}
