package org.plimsoll.server;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ResultJson;
import tools.jackson.databind.JsonNode;

/** An HTTP client of the server under test. */
final class Http {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String base;

  Http(int port) {
    base = "http://127.0.0.1:" + port;
  }

  /** An answer. */
  record Answer(int status, String type, String text) {
    JsonNode json() {
      return ResultJson.mapper().readTree(text);
    }
  }

  Answer get(String path) throws Exception {
    return send("GET", path, null);
  }

  Answer post(String path, String json) throws Exception {
    return send("POST", path, json);
  }

  Answer patch(String path, String json) throws Exception {
    return send("PATCH", path, json);
  }

  Answer delete(String path) throws Exception {
    return send("DELETE", path, null);
  }

  Answer send(String method, String path, @Nullable String json) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", "application/json")
            .method(
                method,
                json == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(json));
    HttpResponse<String> answer =
        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Answer(
        answer.statusCode(), answer.headers().firstValue("Content-Type").orElse(""), answer.body());
  }

  /** Waits until the run at this path is in this state, and returns it. */
  JsonNode awaitState(String run, String state) {
    return await()
        .atMost(PATIENCE)
        .pollInSameThread()
        .until(() -> get(run).json(), found -> found.path("state").asString().equals(state));
  }

  /** A stream of server-sent events. */
  Events events(String path, Map<String, String> headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
    headers.forEach(request::header);
    HttpResponse<java.io.InputStream> answer =
        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    return new Events(
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
  }

  /** Reads events one by one. */
  record Events(BufferedReader lines) implements AutoCloseable {
    /** Waits for the next event of a kind. */
    Event next(String kind) throws IOException {
      return next(List.of(kind));
    }

    /** Waits for the next event of one of these kinds. */
    Event next(List<String> kinds) throws IOException {
      Event event;
      do {
        event = next();
      } while (!kinds.contains(event.kind()));
      return event;
    }

    private Event next() throws IOException {
      Map<String, String> fields = new LinkedHashMap<>();
      while (true) {
        String line = Objects.requireNonNull(lines.readLine(), "the stream has ended");
        if (line.isEmpty() && fields.containsKey("event")) {
          return new Event(
              Objects.requireNonNull(fields.get("event")),
              fields.get("id"),
              ResultJson.mapper().readTree(fields.get("data")));
        }
        int colon = line.indexOf(": ");
        if (colon > 0) {
          fields.put(line.substring(0, colon), line.substring(colon + 2));
        }
      }
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  /** A server-sent event. */
  record Event(String kind, @Nullable String id, JsonNode data) {}
}
