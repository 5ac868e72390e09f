package org.plimsoll.engine.telemetry;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;

/** Extracts the hosts from a target's address. No name is resolved. */
public final class TargetHosts {
  private static final Pattern AFTER_AUTHORITY = Pattern.compile("[/?;#]");
  private static final String THIS_HOST = "127.0.0.1";

  private TargetHosts() {}

  /**
   * Returns the hosts of a target and its parts, each once, in order.
   *
   * @param isWithin whether the store runs in this process, so that its host is this machine
   */
  public static List<String> of(TargetSpec target, boolean isWithin) {
    Set<String> hosts = new LinkedHashSet<>();
    if (!isWithin) {
      add(target, hosts);
    }
    return hosts.isEmpty() ? List.of(THIS_HOST) : List.copyOf(hosts);
  }

  private static void add(TargetSpec target, Set<String> hosts) {
    if (!target.parts().isEmpty()) {
      target.parts().values().forEach(part -> add(part, hosts));
      return;
    }
    String address = target.address();
    int slashes = address.indexOf("//");
    String authority =
        AFTER_AUTHORITY.split(slashes < 0 ? address : address.substring(slashes + 2), 2)[0];
    for (String part : authority.substring(authority.lastIndexOf('@') + 1).split(",", -1)) {
      HostPort.parse(part.strip(), 0).ifPresent(host -> hosts.add(host.host()));
    }
  }
}
