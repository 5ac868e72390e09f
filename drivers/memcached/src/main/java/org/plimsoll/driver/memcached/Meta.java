package org.plimsoll.driver.memcached;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.Credentials;

/**
 * Creates connections with the meta protocol, which no Java client library supports (see
 * DECISIONS.md).
 */
final class Meta implements Connector {
  private final Network network;
  private final NodeEvents events;
  private final String credentials;
  private final Bootstrap bootstrap;

  Meta(Network network, SettingValues settings, NodeEvents events) {
    this.network = network;
    this.events = events;
    credentials =
        Credentials.of(settings).map(login -> login.user() + " " + login.password()).orElse("");
    int patienceMillis = (int) Math.clamp(network.patience().toMillis(), 1L, 1L << 30);
    bootstrap =
        new Bootstrap()
            .group(network.eventLoops())
            .channel(network.channels())
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, patienceMillis);
  }

  @Override
  public MetaConnection connect(boolean toAll) throws IOException, InterruptedException {
    long patienceNanos = network.patience().toNanos();
    long deadlineNanos = System.nanoTime() + patienceNanos;
    List<MetaNode> nodes =
        network.address().servers().stream()
            .map(node ->
                new MetaNode(
                    node,
                    bootstrap.clone(network.eventLoops().next()),
                    credentials,
                    patienceNanos,
                    events,
                    network::resolve))
            .toList();
    MetaConnection connection = new MetaConnection(nodes);
    IOException failure = null;
    int connected = 0;
    for (MetaNode node : nodes) {
      try {
        Network.await(node.firstAttempt(), deadlineNanos);
        connected++;
      } catch (ExecutionException | TimeoutException e) {
        failure = Failures.unusable(node.address(), network.patience(), Failures.cause(e));
      } catch (InterruptedException e) {
        connection.shutdown();
        throw e;
      }
    }
    if (failure != null && (toAll || connected == 0)) {
      connection.shutdown();
      throw failure;
    }
    return connection;
  }
}
