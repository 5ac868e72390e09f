package org.plimsoll.driver.hbase;

import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.NettyRpcClient;
import org.apache.hadoop.hbase.ipc.NettyRpcClientConfigHelper;
import org.apache.hadoop.hbase.ipc.RpcClientFactory;
import org.jspecify.annotations.Nullable;

/**
 * HBase's RPC client, on the threads of its target. HBase creates it by class name. A new client
 * takes its threads from a static variable, which is therefore locked from its assignment to its
 * use.
 */
public final class CheckedRpcClient extends NettyRpcClient {
  private static final String TARGET = "plimsoll.target";
  private static final ReentrantLock ASSIGNMENT = new ReentrantLock();
  private static final Map<String, CheckedLoops> LOOPS = new ConcurrentHashMap<>();
  private static final AtomicLong NEXT = new AtomicLong();

  /** Called by HBase. */
  public CheckedRpcClient(
      Configuration configuration,
      @Nullable String clusterId,
      @Nullable SocketAddress localAddress,
      @Nullable MetricsConnection metrics,
      Map<String, byte[]> attributes) {
    super(assigned(configuration), clusterId, localAddress, metrics, attributes);
    ASSIGNMENT.unlock();
  }

  /** Assigns threads to clients with this configuration, until the threads are closed. */
  static void use(CheckedLoops loops, Configuration configuration) {
    String target = String.valueOf(NEXT.incrementAndGet());
    LOOPS.put(target, loops);
    configuration.set(TARGET, target);
    configuration.set(
        RpcClientFactory.CUSTOM_RPC_CLIENT_IMPL_CONF_KEY, CheckedRpcClient.class.getName());
  }

  static void forget(Configuration configuration) {
    LOOPS.remove(configuration.get(TARGET));
  }

  private static Configuration assigned(Configuration configuration) {
    CheckedLoops loops = LOOPS.get(configuration.get(TARGET));
    if (loops == null) {
      throw new IllegalStateException("the target is closed");
    }
    ASSIGNMENT.lock();
    NettyRpcClientConfigHelper.setEventLoopConfig(configuration, loops, CheckedChannel.class);
    return configuration;
  }
}
