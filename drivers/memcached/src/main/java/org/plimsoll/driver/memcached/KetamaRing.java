package org.plimsoll.driver.memcached;

import com.spotify.folsom.RawMemcacheClient;
import com.spotify.folsom.ketama.AddressAndClient;
import com.spotify.folsom.ketama.NodeLocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * Servers on a circle of 2^32 points, and a key's is the first at or after its own point, as in
 * libketama (R. Jones, last.fm, 2007), libmemcached and, with its LIBMEMCACHED format of node keys,
 * spymemcached. A server has 160 points: the MD5 of {@code host:port-i} for i from 0 to 39, each
 * read as four little-endian integers. The point of a key is the first of its own four. Where a
 * server comes or goes, only the keys of its own points move. Immutable, and shared by threads.
 */
final class KetamaRing implements NodeLocator {
  private static final int HASHES = 40;
  private static final int POINTS_A_HASH = 4;
  private static final int DEFAULT_PORT = 11_211;

  private final MessageDigest md5 = md5(); // only ever copied, so threads may share it
  private final long[] points;
  private final RawMemcacheClient[] servers;

  KetamaRing(Collection<AddressAndClient> nodes) {
    TreeMap<Long, RawMemcacheClient> ring = new TreeMap<>();
    for (AddressAndClient node : nodes) {
      String host = node.getAddress().getHostText();
      int port = node.getAddress().getPort();
      // libmemcached leaves out the port where it is the usual one.
      String name = port == DEFAULT_PORT ? host : host + ":" + port;
      for (int i = 0; i < HASHES; i++) {
        byte[] hash = hash((name + "-" + i).getBytes(StandardCharsets.UTF_8));
        for (int p = 0; p < POINTS_A_HASH; p++) {
          ring.put(point(hash, p), node.getClient());
        }
      }
    }
    points = new long[ring.size()];
    servers = new RawMemcacheClient[points.length];
    int i = 0;
    for (Map.Entry<Long, RawMemcacheClient> entry : ring.entrySet()) {
      points[i] = entry.getKey();
      servers[i++] = entry.getValue();
    }
  }

  @Override
  public RawMemcacheClient findClient(byte[] key) {
    int found = Arrays.binarySearch(points, point(hash(key), 0));
    int next = found >= 0 ? found : -found - 1;
    return servers[next == servers.length ? 0 : next];
  }

  private static long point(byte[] hash, int index) {
    return Integer.toUnsignedLong(
        ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN).getInt(index * Integer.BYTES));
  }

  private byte[] hash(byte[] bytes) {
    try {
      return ((MessageDigest) md5.clone()).digest(bytes);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the MD5 of every JDK can be copied", e);
    }
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }
}
