package org.plimsoll.driver.evcache;

import com.netflix.evcache.EVCacheTranscoder;
import com.netflix.evcache.connection.IConnectionBuilder;
import com.netflix.evcache.pool.EVCacheClient;
import com.netflix.evcache.pool.EVCacheKetamaNodeLocatorConfiguration;
import com.netflix.evcache.pool.EVCacheNodeLocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.spy.memcached.BinaryConnectionFactory;
import net.spy.memcached.ConnectionFactory;
import net.spy.memcached.ConnectionObserver;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.EVCacheConnection;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedConnection;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.NodeLocator;
import net.spy.memcached.OperationFactory;
import net.spy.memcached.ops.Operation;
import net.spy.memcached.protocol.binary.EVCacheNodeImpl;
import net.spy.memcached.transcoders.Transcoder;

/**
 * Creates connections like the client's own factory, with these differences: daemon threads, a
 * reconnect attempt each second, requests that are traced and always complete, and no timeout for
 * writes.
 */
final class ZoneConnections implements IConnectionBuilder {
  private static final int QUEUED = 16_384;
  private static final long QUEUE_PATIENCE_MILLIS = 10;
  private static final long RECONNECT_SECONDS = 1;

  /** A timeout that is never reached, because the engine enforces deadlines. */
  private static final long NEVER_MILLIS = TimeUnit.DAYS.toMillis(24);

  /** Timeout for requests that ask all nodes for their version. */
  private static final int PATIENCE_MILLIS = 10_000;

  private final OnLostNode onLostNode;
  private final ReadTraces traces;
  private final Consumer<String> events;

  ZoneConnections(OnLostNode onLostNode, ReadTraces traces, Consumer<String> events) {
    this.onLostNode = onLostNode;
    this.traces = traces;
    this.events = events;
  }

  @Override
  public ConnectionFactory getConnectionFactory(EVCacheClient client) {
    return new Factory(client);
  }

  static long neverMillis() {
    return NEVER_MILLIS;
  }

  static int patienceMillis() {
    return PATIENCE_MILLIS;
  }

  private final class Factory extends BinaryConnectionFactory {
    private final EVCacheClient client;
    private final OperationFactory requests = traces.new Requests();
    private final Map<SocketAddress, Node> nodes = new ConcurrentHashMap<>();
    private final long startMillis = System.currentTimeMillis();

    Factory(EVCacheClient client) {
      super(QUEUED, DEFAULT_READ_BUFFER_SIZE, DefaultHashAlgorithm.KETAMA_HASH);
      this.client = client;
    }

    @Override
    public NodeLocator createLocator(List<MemcachedNode> nodes) {
      return new EVCacheNodeLocator(
          client,
          nodes,
          DefaultHashAlgorithm.KETAMA_HASH,
          new EVCacheKetamaNodeLocatorConfiguration(client));
    }

    @Override
    public MemcachedConnection createConnection(List<InetSocketAddress> addresses)
        throws IOException {
      return new EVCacheConnection(
          "evcache-io-" + client.getServerGroupName() + "-" + client.getId(),
          getReadBufSize(),
          this,
          addresses,
          getInitialObservers(),
          getFailureMode(),
          requests);
    }

    @Override
    public MemcachedNode createMemcachedNode(
        SocketAddress address, SocketChannel channel, int bufferBytes) {
      Node node = new Node(this, client, address, channel, bufferBytes, startMillis);
      nodes.put(address, node);
      return node;
    }

    @Override
    public Collection<ConnectionObserver> getInitialObservers() {
      return List.of(new NodeEvents(client.getServerGroupName(), events, this::lost));
    }

    /** Called on the thread that writes and reads. */
    private void lost(SocketAddress address) {
      Node node = nodes.get(address);
      if (node != null && onLostNode != OnLostNode.RETRY) {
        node.cancelQueued();
      }
    }

    @Override
    public OperationFactory getOperationFactory() {
      return requests;
    }

    /** Passes on values that are already encoded. */
    @Override
    public Transcoder<Object> getDefaultTranscoder() {
      return new EVCacheTranscoder();
    }

    @Override
    public FailureMode getFailureMode() {
      return onLostNode.mode();
    }

    @Override
    public long getOperationTimeout() {
      return PATIENCE_MILLIS;
    }

    @Override
    public long getMaxReconnectDelay() {
      return RECONNECT_SECONDS;
    }

    @Override
    public boolean isDaemon() {
      return true;
    }

    /**
     * Disables the merging of requests. A merged write (spymemcached 2.11.4) never completes if the
     * server refuses it or its connection is lost.
     */
    @Override
    public boolean shouldOptimize() {
      return false;
    }

    @Override
    public boolean isDefaultExecutorService() {
      return false;
    }

    @Override
    public ExecutorService getListenerExecutorService() {
      return client.getPool().getEVCacheClientPoolManager().getEVCacheExecutor();
    }
  }

  /**
   * A node that keeps its buffers and queues when it is shut down. The client's own class frees the
   * buffers through a class that the JDK no longer has. It also forgets queued requests, which then
   * never complete.
   */
  private static final class Node extends EVCacheNodeImpl {
    Node(
        Factory factory,
        EVCacheClient client,
        SocketAddress address,
        SocketChannel channel,
        int bufferBytes,
        long startMillis) {
      super(
          address,
          channel,
          bufferBytes,
          factory.createReadOperationQueue(),
          factory.createWriteOperationQueue(),
          factory.createOperationQueue(),
          QUEUE_PATIENCE_MILLIS,
          false,
          NEVER_MILLIS,
          factory.getAuthWaitTime(),
          factory,
          client,
          startMillis);
    }

    /**
     * Cancels requests that are about to be written. The client would otherwise send them much
     * later.
     */
    void cancelQueued() {
      for (Operation next = writeQ.poll(); next != null; next = writeQ.poll()) {
        next.cancel();
      }
    }

    @Override
    public void shutdown() {
      removeMonitoring();
    }
  }
}
