package org.plimsoll.engine.spec;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/**
 * Addresses that are never connected to, whatever is allowed otherwise: link-local ones and those
 * of cloud metadata services, which serve secrets, and those of more than one host.
 */
public final class ForbiddenAddresses {
  private static final List<AddressRange> RANGES =
      Stream.of(
              "169.254.0.0/16",
              "fe80::/10",
              "fd00:ec2::254",
              "fd20:ce::254",
              "100.100.100.200",
              "168.63.129.16",
              "192.0.0.192",
              "255.255.255.255",
              "224.0.0.0/4",
              "ff00::/8")
          .map(text -> AddressRange.parse(text).orElseThrow())
          .toList();

  private ForbiddenAddresses() {}

  /** Whether an address, or the IPv4 address that is embedded in it, is one of them. */
  public static boolean contain(InetAddress address) {
    return RANGES.stream().anyMatch(range -> range.contains(address));
  }
}
