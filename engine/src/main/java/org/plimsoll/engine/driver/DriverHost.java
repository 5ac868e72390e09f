package org.plimsoll.engine.driver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;

/** The engine's services for drivers besides their settings. */
public interface DriverHost {
  Timeline timeline();

  long seed();

  List<String> fieldNames();

  DriverContext.Counter counter(String name);

  DriverContext.Timing timing(String name);

  /** Reports an event of the target. */
  void event(String text);

  /**
   * Resolves a host that a target connects to, see {@link DriverContext#resolve}.
   *
   * @param scheme scheme of the target or its part
   */
  default InetAddress[] resolve(String scheme, String host, int port) throws IOException {
    return InetAddress.getAllByName(host);
  }

  /**
   * Checks a resolved address that a target connects to.
   *
   * @throws IOException if the address is not allowed
   */
  default void connects(String scheme, InetSocketAddress address) throws IOException {}

  /**
   * Finds the hosts of a target that uses discovery.
   *
   * @return the target with an address
   * @throws IOException if no node is found; the message is a sentence
   */
  default TargetSpec located(TargetSpec spec, Driver driver)
      throws IOException, InterruptedException {
    throw new IOException("discovery: can be used only in a run");
  }

  /** Called when a target that uses discovery, or a part of such a target, was opened. */
  default void opened(TargetSpec spec, Driver driver, Client client) throws Exception {}
}
