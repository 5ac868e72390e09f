package org.plimsoll.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Trains the JVM's ahead-of-time cache (JEP 514). The launcher starts it in the background, with
 * the option that writes the cache. A later process loads the same classes from the cache. It also
 * compiles methods that were called often during the training, without first counting their calls
 * (JEP 515).
 */
final class StartUpTraining {
  /** The number of calls after which the JVM has compiled a method with a profile, and a margin. */
  private static final int CHANGES = 3_000;

  private static final int ROUNDS_OF_PAGE = 20;
  private static final int RATE_PER_SECOND = 1_000;
  private static final Duration POLL = Duration.ofMillis(50);

  private StartUpTraining() {}

  /**
   * Trains on the simulated store and a server on a free port.
   *
   * @param args the folder for the runs
   */
  public static void main(String[] args) throws Exception {
    train(Console.ofProcess(), args[0], CHANGES);
    System.exit(ExitCode.DONE);
  }

  /**
   * Executes a short run, and then serves one and changes a parameter of it.
   *
   * @param folder the parent of both run folders
   * @param changes the number of changes
   * @throws IOException when the server cannot answer a request
   */
  static void train(Console console, String folder, int changes) throws Exception {
    int _ =
        Main.execute(
            console, "run", "sim:", "--warmup", "1s", "--for", "2s", "--out", folder + "/alone");
    ServerOutput said = new ServerOutput();
    Console served = new Console(console.out(), said, false, false, console.home());
    Thread server =
        Thread.ofPlatform()
            .name("serve")
            .start(() -> {
              int exit =
                  Main.execute(
                      served,
                      "serve",
                      "--port",
                      "0",
                      "--runs",
                      folder,
                      "--max-requests",
                      "1000000");
              said.client.completeExceptionally(
                  new IllegalStateException("the server ended with exit code " + exit));
            });
    try (FleetClient client = said.client.get()) {
      request(client, changes);
    } finally {
      server.interrupt();
      server.join();
    }
  }

  private static void request(FleetClient client, int changes)
      throws IOException, InterruptedException {
    String run =
        "/runs/"
            + client
                .post(
                    "/runs",
                    Map.of("target", "sim:", "rate", "" + RATE_PER_SECOND, "forever", true))
                .path("id")
                .asString();
    for (int i = 0; i < ROUNDS_OF_PAGE; i++) {
      for (String path :
          List.of(
              "/session",
              "/health",
              "/fleet",
              "/drivers",
              "/settings",
              "/runs",
              run,
              run + "/parameters",
              run + "/changes")) {
        client.get(path);
      }
    }
    for (int i = 0; i < changes; i++) {
      client.send(
          "PATCH", run + "/parameters", Map.of("rate", "" + (RATE_PER_SECOND + 1 + i % 100)));
    }
    client.post(run + "/stop", Map.of());
    while (client.get(run).path("isLive").asBoolean()) {
      Thread.sleep(POLL);
    }
  }

  /** Receives the messages of a server and makes a client from its address and token. */
  private static final class ServerOutput extends PrintStream {
    private static final Pattern LOGIN = Pattern.compile("Log in with (\\S+)/#token=(\\S+)");

    final CompletableFuture<FleetClient> client = new CompletableFuture<>();

    ServerOutput() {
      super(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    @Override
    public void println(@Nullable String line) {
      Matcher login = LOGIN.matcher(String.valueOf(line));
      if (login.matches()) {
        client.complete(new FleetClient(URI.create(login.group(1)), login.group(2)));
      }
    }
  }
}
