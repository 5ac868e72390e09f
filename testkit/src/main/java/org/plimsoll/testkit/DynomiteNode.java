package org.plimsoll.testkit;

/**
 * A node in a ring of {@link DynomiteServer}s.
 *
 * @param host loopback address at which it listens
 * @param clientPort port for clients
 * @param adminPort the HTTP port for administration
 * @param redisPort port of the node's Redis, on 127.0.0.1
 */
public record DynomiteNode(
    String host,
    int clientPort,
    int adminPort,
    int redisPort,
    String datacenter,
    String rack,
    long token) {
  /** Parses the output of {@link #toString}. */
  static DynomiteNode parse(String text) {
    String[] parts = text.split("/", -1);
    return new DynomiteNode(
        parts[0],
        Integer.parseInt(parts[1]),
        Integer.parseInt(parts[2]),
        Integer.parseInt(parts[3]),
        parts[4],
        parts[5],
        Long.parseLong(parts[6]));
  }

  @Override
  public String toString() {
    return String.join(
        "/",
        host,
        String.valueOf(clientPort),
        String.valueOf(adminPort),
        String.valueOf(redisPort),
        datacenter,
        rack,
        String.valueOf(token));
  }

  /** Whether both nodes are in the same rack. */
  boolean isInRackOf(DynomiteNode other) {
    return datacenter.equals(other.datacenter) && rack.equals(other.rack);
  }
}
