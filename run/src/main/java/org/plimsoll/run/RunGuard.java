package org.plimsoll.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.settings.RunRequest;

/**
 * Restricts runs, for example on a shared server. Each method throws an {@link
 * org.plimsoll.engine.spec.InvalidSpecException} if the request is not allowed.
 */
public interface RunGuard extends HostCheck {
  /** A guard that allows everything. */
  RunGuard NONE = new RunGuard() {};

  /** Returns settings that apply to a run unless its request sets them. */
  default RunRequest defaults() {
    return RunRequest.empty();
  }

  /** Returns settings that apply to a search unless its request sets them. */
  default RunRequest searchDefaults(RunRequest search) {
    return RunRequest.empty();
  }

  /** Checks the limits of a search before it starts. */
  default void search(TuneSpec search) {}

  /** Checks a request before any of its values are read, since values may name files. */
  default void asked(RunRequest request) {}

  /**
   * Checks a change to one parameter.
   *
   * @param path path of the parameter, such as {@code rate}, {@code scenario/a/rate} or {@code
   *     set.consistency}
   * @param scheme scheme of the driver
   */
  default void asked(String path, String text, String scheme) {}

  /** Checks the target of a run before it connects. */
  default void target(RunSpec.TargetSpec target) {}

  @Override
  default void reaches(String path, URI address) {}

  /**
   * Returns the check for the hosts that a discovery connects to. A discovery of the server's
   * operator may have a different check.
   */
  default HostCheck discovers(DiscoverySpec spec) {
    return this;
  }

  /**
   * Resolves a host that a target connects to, and checks its addresses. Called for each
   * connection.
   *
   * @param scheme scheme of the target or its part
   * @throws UnknownHostException if the name has no address
   */
  default InetAddress[] resolve(String scheme, String host, int port) throws UnknownHostException {
    return InetAddress.getAllByName(host);
  }

  /** Checks a resolved address that a target connects to. Called for each connection. */
  default void connects(String scheme, InetSocketAddress address) {}

  /**
   * Checks a command before it is planned, and again before its process is started.
   *
   * @param words the program and its arguments
   */
  default void starts(List<String> words) {}

  /** Checks a resolved run before it starts and before each change. */
  default void load(RunSpec spec) {}
}
