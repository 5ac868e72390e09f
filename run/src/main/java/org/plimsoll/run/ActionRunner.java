package org.plimsoll.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.plimsoll.engine.spec.ActionSpec;

/**
 * Runs commands and HTTP requests, and waits until they end. A command is a {@link CommandProcess}.
 * It is stopped after the timeout, or when the waiting thread is interrupted.
 */
public final class ActionRunner {
  private static final int KEPT = 16 << 10;
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private final RunGuard guard;

  /**
   * Creates a runner.
   *
   * @param guard decides which commands and hosts are allowed
   */
  public ActionRunner(RunGuard guard) {
    this.guard = guard;
  }

  /**
   * Checks that the guard allows an action, before it is planned.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the action is not allowed
   */
  public void check(String path, ActionSpec action) {
    switch (action) {
      case ActionSpec.Command command -> guard.starts(command.words());
      case ActionSpec.Http http -> guard.reaches(path, http.uri());
      case ActionSpec.Hook _ -> {
        // A hook connects to the target only.
      }
    }
  }

  /**
   * Runs a command.
   *
   * @return the end of its output
   * @throws IOException if the command cannot be started, exits with a code other than 0, or times
   *     out
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the action is not allowed
   */
  public String perform(ActionSpec.Command command) throws IOException, InterruptedException {
    guard.starts(command.words());
    CommandProcess.Ended ended = new CommandProcess(command.words(), command.timeout()).execute();
    if (!ended.isSuccess()) {
      throw new IOException(ended.problem());
    }
    return ended.output().strip();
  }

  /**
   * Sends a request. A GET is sent again each second until it succeeds or the timeout has passed.
   * It can thus wait for a server that is starting.
   *
   * @param repeats whether a GET is sent again
   * @return the status and the start of the response
   * @throws IOException if the answer has no status from 200 to 299
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the host is not allowed
   */
  public String perform(ActionSpec.Http http, boolean repeats)
      throws IOException, InterruptedException {
    long until = System.nanoTime() + http.timeout().toNanos();
    while (true) {
      try {
        return send(http, Duration.ofNanos(Math.max(1_000_000, until - System.nanoTime())));
      } catch (IOException e) {
        boolean again = repeats && http.method().equals("GET");
        if (!again || System.nanoTime() + BETWEEN.toNanos() - until > 0) {
          throw e;
        }
        Thread.sleep(BETWEEN);
      }
    }
  }

  private String send(ActionSpec.Http http, Duration timeout)
      throws IOException, InterruptedException {
    guard.reaches("http", http.uri());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(http.uri())
            .timeout(timeout)
            .method(
                http.method(),
                http.body().isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(http.body()));
    if (!http.body().isEmpty()) {
      request.header(
          "Content-Type", http.body().startsWith("{") ? "application/json" : "text/plain");
    }
    String user = http.uri().getUserInfo();
    if (user != null) {
      String credentials =
          Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
      request.header("Authorization", "Basic " + credentials);
    }
    // Redirects are not followed, since they may lead to hosts that were not checked.
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(timeout).build()) {
      HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
      String body;
      try (InputStream in = answer.body()) {
        body = new String(in.readNBytes(KEPT), StandardCharsets.UTF_8);
      }
      String status = "status " + answer.statusCode();
      if (answer.statusCode() / 100 != 2) {
        throw new IOException(status + (body.isBlank() ? "" : ": " + lastLine(body)));
      }
      return status + (body.isBlank() ? "" : "\n" + body);
    } catch (java.net.http.HttpTimeoutException e) {
      throw new IOException("timed out after " + text(http.timeout()), e);
    } catch (java.net.ConnectException e) {
      throw new IOException("connection refused", e);
    }
  }

  /** Returns the last line that is not blank, at most 200 characters; empty if there is none. */
  static String lastLine(String text) {
    String last =
        text.lines().filter(line -> !line.isBlank()).reduce("", (_, next) -> next).strip();
    return last.length() <= 200 ? last : last.substring(0, 199) + "…";
  }

  static String text(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + "s"
        : duration.toMillis() + "ms";
  }
}
