package org.plimsoll.driver.voldemort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.HostPort;

/** Asks a server for {@code cluster.xml} and {@code stores.xml}, on a separate connection. */
final class Metadata {
  private final Network network;
  private final Format format;
  private final NodeWatch quiet;

  Metadata(Network network, Format format) {
    this.network = network;
    this.format = format;
    quiet = new NodeWatch(1, Duration.ofSeconds(1), _ -> {}, _ -> {});
  }

  /** The two files, and the server that they are from. */
  record Files(HostPort from, String cluster, String stores) {}

  /**
   * Asks the first server that answers. Blocks.
   *
   * @throws IOException with a sentence that names the last server
   */
  Files read(List<HostPort> servers) throws IOException, InterruptedException {
    IOException failure = null;
    for (HostPort server : servers) {
      Node node = new Node(ClusterNode.unknown(server), network, format, quiet);
      try {
        return new Files(
            server, read(node, server, "cluster.xml"), read(node, server, "stores.xml"));
      } catch (IOException e) {
        failure = e;
      } finally {
        node.close();
      }
    }
    throw failure == null ? new IOException("no server is named") : failure;
  }

  private String read(Node node, HostPort server, String name)
      throws IOException, InterruptedException {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    byte[] key = name.getBytes(StandardCharsets.US_ASCII);
    node.send(Requests.metadata(key, answer::complete));
    try {
      return text(server, name, answer.get(network.patience().toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      throw new IOException(server + " " + Failures.why(network.patience(), e), e);
    } catch (ExecutionException e) {
      throw new IOException(server + " " + Failures.why(network.patience(), Causes.root(e)), e);
    }
  }

  private static String text(HostPort server, String name, Answer answer) throws IOException {
    Failure failure = answer.failure();
    if (failure != null) {
      String why = failure.message().get();
      boolean named = failure.code() == Common.NOT_CONNECTED;
      throw new IOException(named ? why : server + ": " + why);
    }
    if (answer.versions().isEmpty()) {
      throw new IOException(server + " has no " + name);
    }
    return new String(answer.versions().getFirst().value(), StandardCharsets.UTF_8);
  }
}
