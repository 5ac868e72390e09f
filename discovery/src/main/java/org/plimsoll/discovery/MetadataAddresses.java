package org.plimsoll.discovery;

import java.net.InetAddress;
import java.util.Set;

/**
 * Addresses at which clouds serve the secrets of an instance. Only the source for EC2 connects to
 * one.
 */
final class MetadataAddresses {
  /** Those that are not link-local: of EC2, Google, Alibaba, Azure and Oracle. */
  private static final Set<InetAddress> OTHERS =
      Set.of(
          InetAddress.ofLiteral("fd00:ec2::254"),
          InetAddress.ofLiteral("fd20:ce::254"),
          InetAddress.ofLiteral("100.100.100.200"),
          InetAddress.ofLiteral("168.63.129.16"),
          InetAddress.ofLiteral("192.0.0.192"));

  private MetadataAddresses() {}

  static boolean contain(InetAddress address) {
    return address.isLinkLocalAddress() || OTHERS.contains(address);
  }
}
