package org.plimsoll.fleet.cluster;

import java.nio.file.Path;

/**
 * The files with which a node proves that it belongs to the fleet, all PEM.
 *
 * @param authority file with the CA certificate of the fleet
 * @param certificate the node's certificate chain
 * @param key its private key, PKCS #8, not encrypted
 */
public record TlsFiles(Path authority, Path certificate, Path key) {
  /** The name of the CA certificate in a folder of certificates. */
  public static final String AUTHORITY = "ca.pem";

  /** The files of a node in a folder that {@code plimsoll fleet certificates} has written. */
  public static TlsFiles in(Path folder, String node) {
    return new TlsFiles(
        folder.resolve(AUTHORITY),
        folder.resolve(fileName(node) + ".pem"),
        folder.resolve(fileName(node) + "-key.pem"));
  }

  /** A file name for a host: an IPv6 address has characters that not every system allows. */
  static String fileName(String node) {
    return node.replace(':', '_').replace("*", "any");
  }
}
