package org.plimsoll.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.server.http.Endpoint;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A client of the REST interface of one node. */
final class FleetClient implements AutoCloseable {
  private static final String URL = "--url";
  private static final String TOKEN_FILE = "--token-file";
  private static final String TOKEN = "PLIMSOLL_TOKEN";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI address;
  private final @Nullable String token;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(Duration.ofSeconds(3))
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  FleetClient(URI address, @Nullable String token) {
    this.address = address;
    this.token = token;
  }

  static void addTo(CommandSpec spec) {
    spec.addOption(
        Options.value(
            URL, "URL", "Address of any node (http://127.0.0.1:" + ServeOptions.PORT + ")."));
    addTokenFileTo(spec);
  }

  static void addTokenFileTo(CommandSpec spec) {
    spec.addOption(
        Options.value(
            TOKEN_FILE, "FILE", "File with a token (PLIMSOLL_TOKEN, or runs/token if it exists)."));
  }

  /** Returns the path of the live run that the first argument names. */
  static String runPath(ParseResult given) {
    String id = given.matchedPositionalValue(0, "");
    if (id.isBlank()) {
      throw new InvalidSpecException("RUN: must be the id of a live run");
    }
    return "/runs/" + encoded(id);
  }

  /** Returns a text as a part of a path or a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Returns the client that the options describe. */
  static FleetClient of(ParseResult given) {
    return at(URL, given);
  }

  /** Returns the client of the server that an option names. */
  static FleetClient at(String option, ParseResult given) {
    String text = Options.text(given, option);
    String url = text == null ? "http://127.0.0.1:" + ServeOptions.PORT : text;
    URI address;
    try {
      address = URI.create(url.replaceFirst("/+$", ""));
    } catch (IllegalArgumentException e) {
      throw badUrl(option, url);
    }
    boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
    if (!isHttp || address.getHost() == null) {
      throw badUrl(option, url);
    }
    return new FleetClient(address, token(Options.text(given, TOKEN_FILE)));
  }

  private static InvalidSpecException badUrl(String option, String url) {
    return new InvalidSpecException(
        option + ": must be an address such as http://127.0.0.1:7450, was '" + url + "'");
  }

  private static @Nullable String token(@Nullable String file) {
    String variable = System.getenv(TOKEN);
    Path usual = Path.of("runs", TokenFile.NAME);
    if (file == null && variable != null && !variable.isBlank()) {
      return variable.strip();
    }
    Path path = file == null ? usual : Path.of(file);
    if (file == null && !Files.exists(usual)) {
      return null;
    }
    try {
      return Files.readString(path).strip();
    } catch (IOException e) {
      throw new InvalidSpecException(
          TOKEN_FILE + ": must be a file that can be read, was '" + path + "'", e);
    }
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return answer(request(path).GET().build());
  }

  JsonNode post(String path, Object body) throws IOException, InterruptedException {
    return send("POST", path, body);
  }

  /** Sends a request with a JSON body. */
  JsonNode send(String method, String path, Object body) throws IOException, InterruptedException {
    String text = ResultJson.mapper().writeValueAsString(body);
    return answer(
        request(path)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(text))
            .build());
  }

  /** Returns the address of the node. */
  URI address() {
    return address;
  }

  /**
   * A file that was downloaded from the server.
   *
   * @param name the name; null when the server gives it none
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Download(@Nullable String name, byte[] bytes) {}

  /** Fetches a file. */
  Download download(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        client.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofByteArray());
    if (response.statusCode() >= 400) {
      throw new IOException(address + path + ": status " + response.statusCode());
    }
    String name =
        response
            .headers()
            .firstValue("Content-Disposition")
            .map(text -> text.replaceAll("(?s).*filename=\"([^\"]*)\".*", "$1"))
            .orElse(null);
    return new Download(name, response.body());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + Endpoint.BASE + path)).timeout(PATIENCE);
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private JsonNode answer(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response;
    try {
      response = client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (ConnectException e) {
      throw new IOException(
          "Cannot connect to " + address + ". Is 'plimsoll serve' running there?", e);
    } catch (HttpTimeoutException e) {
      throw new IOException(address + " does not answer.", e);
    }
    JsonNode body = json(response.body());
    if (response.statusCode() == 401) {
      throw new InvalidSpecException(
          TOKEN_FILE
              + ": must be a file with a token of "
              + address
              + ", or set "
              + TOKEN
              + "; a server that made its own token keeps it in the file token in its runs folder");
    }
    if (response.statusCode() >= 400) {
      String sentence = body.path("detail").asString("status " + response.statusCode());
      if (response.statusCode() < 500) {
        throw new InvalidSpecException(sentence);
      }
      throw new IOException(address + ": " + sentence);
    }
    return body;
  }

  private JsonNode json(String text) throws IOException {
    try {
      return ResultJson.mapper().readTree(text);
    } catch (JacksonException e) {
      throw new IOException(address + " is not a Plimsoll server.", e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
