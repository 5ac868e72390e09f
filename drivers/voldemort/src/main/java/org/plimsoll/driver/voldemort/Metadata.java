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

/** Requests {@code cluster.xml} and {@code stores.xml} from a server, on a separate connection. */
final class Metadata {
  private final Network network;
  private final Format format;
  private final NodeWatch quiet;

  Metadata(Network network, Format format) {
    this.network = network;
    this.format = format;
    quiet = new NodeWatch(1, Duration.ofSeconds(1), _ -> {}, _ -> {});
  }

  /** The two files, with the server that has returned them. */
  record Files(HostPort from, String cluster, String stores) {}

  /**
   * Requests the files from one server after the other, until one answers. Blocks.
   *
   * @throws IOException if no server answers; the message is one sentence with the last server
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
