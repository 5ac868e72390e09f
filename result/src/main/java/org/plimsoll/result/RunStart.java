package org.plimsoll.result;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Map;
import java.util.SortedSet;

/**
 * The facts about a run that are known before its first operation.
 *
 * @param spec every setting by name; secrets are {@code ***}
 * @param derived names of settings that were not set and are derived from others
 * @param timeoutNanos deadline of an operation
 */
public record RunStart(
    String id,
    String name,
    String target,
    Instant startedAt,
    long seed,
    Map<String, Object> spec,
    SortedSet<String> derived,
    long timeoutNanos) {
  /** The host name of this machine, which generates the load. */
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
