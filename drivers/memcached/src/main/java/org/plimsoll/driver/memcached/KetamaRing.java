package org.plimsoll.driver.memcached;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.api.HostPort;

/**
 * Distributes keys over servers with consistent hashing on a ring of 2^32 points. The ring is the
 * same as in libketama (R. Jones, last.fm, 2007) and libmemcached. It is also the ring of
 * spymemcached with node keys in the LIBMEMCACHED format. The server of a key is the first one at
 * or after the point of the key. A server has 160 points: the MD5 of {@code host:port-i} for i from
 * 0 to 39, each read as four little-endian integers. The point of a key is the first of the four
 * points of its digest. When a server is added or removed, only the keys of its own points move.
 * Immutable and thread-safe.
 */
final class KetamaRing<T> {
  private static final int HASHES = 40;
  private static final int POINTS_A_HASH = 4;
  private static final int DEFAULT_PORT = 11_211;

  // The digest is only cloned, so that threads can share it.
  private final MessageDigest md5 = md5();
  private final long[] points;
  private final List<T> servers;

  KetamaRing(Map<HostPort, T> nodes) {
    TreeMap<Long, T> ring = new TreeMap<>();
    nodes.forEach((address, server) -> {
      // libmemcached omits the default port.
      String name =
          address.port() == DEFAULT_PORT ? address.host() : address.host() + ":" + address.port();
      for (int i = 0; i < HASHES; i++) {
        byte[] hash = hash((name + "-" + i).getBytes(StandardCharsets.UTF_8));
        for (int p = 0; p < POINTS_A_HASH; p++) {
          ring.put(point(hash, p), server);
        }
      }
    });
    points = ring.keySet().stream().mapToLong(Long::longValue).toArray();
    servers = List.copyOf(ring.values());
  }

  T find(byte[] key) {
    int found = Arrays.binarySearch(points, point(hash(key), 0));
    int next = found >= 0 ? found : -found - 1;
    return servers.get(next == points.length ? 0 : next);
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
