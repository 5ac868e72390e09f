package org.plimsoll.result;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Map;

/**
 * What is known of a run before its first operation.
 *
 * @param spec every setting by name; secrets are {@code ***}
 */
public record RunStart(
    String id, String name, String target, Instant startedAt, long seed, Map<String, Object> spec) {
  /** The name of the machine that makes the load. */
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
