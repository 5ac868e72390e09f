package org.plimsoll.engine.spec;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/**
 * Addresses that are never connected to, even if they are allowed otherwise. They are link-local
 * addresses, addresses of more than one host, and those of cloud metadata services, which serve
 * secrets.
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

  /** Whether an address, or the IPv4 address embedded in it, is forbidden. */
  public static boolean contain(InetAddress address) {
    return RANGES.stream().anyMatch(range -> range.contains(address));
  }
}
