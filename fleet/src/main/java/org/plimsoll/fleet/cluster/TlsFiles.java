package org.plimsoll.fleet.cluster;

import java.nio.file.Path;

/**
 * The PEM files that identify a node as a member of the fleet.
 *
 * @param authority file with the CA certificate of the fleet
 * @param certificate the node's certificate chain
 * @param key private key of the certificate, PKCS #8, not encrypted
 */
public record TlsFiles(Path authority, Path certificate, Path key) {
  /** The name of the CA certificate in a folder of certificates. */
  public static final String AUTHORITY = "ca.pem";

  /** Returns a node's files in a folder that {@code plimsoll fleet certificates} has written. */
  public static TlsFiles in(Path folder, String node) {
    return new TlsFiles(
        folder.resolve(AUTHORITY),
        folder.resolve(fileName(node) + ".pem"),
        folder.resolve(fileName(node) + "-key.pem"));
  }

  /**
   * Returns the file name for a host. Characters of IPv6 addresses that some file systems forbid
   * are replaced.
   */
  static String fileName(String node) {
    return node.replace(':', '_').replace("*", "any");
  }
}
