package org.plimsoll.driver.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.plimsoll.api.Key;

/** The paths of rows. The name of a row is its key, under one of several parent nodes. */
final class Paths {
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  private final List<String> parents;

  /**
   * Creates the paths under a node.
   *
   * @param parents number of parents; 1 for the node itself
   */
  Paths(String root, int parents) {
    this.parents =
        parents == 1
            ? List.of(root)
            : IntStream.range(0, parents).mapToObj(each -> root + "/p" + each).toList();
  }

  /** The parents of all rows. */
  List<String> parents() {
    return parents;
  }

  String parent(Key key) {
    return parent(key.bytes());
  }

  private String parent(byte[] key) {
    return parents.get(Math.floorMod(Arrays.hashCode(key), parents.size()));
  }

  String of(Key key) {
    byte[] bytes = key.bytes();
    return parent(bytes) + '/' + name(bytes);
  }

  /**
   * Returns the name of a row. Letters, digits, {@code - _ ~} and dots after one of these remain as
   * in the key. Other bytes become a percent sign and two hexadecimal digits, because ZooKeeper
   * does not allow all characters.
   */
  static String name(byte[] key) {
    int length = 0;
    for (int i = 0; i < key.length; i++) {
      length += isPlain(key[i], i) ? 1 : 3;
    }
    byte[] name = new byte[length];
    int at = 0;
    for (int i = 0; i < key.length; i++) {
      if (isPlain(key[i], i)) {
        name[at++] = key[i];
      } else {
        name[at++] = '%';
        name[at++] = HEX[(key[i] >> 4) & 15];
        name[at++] = HEX[key[i] & 15];
      }
    }
    return new String(name, StandardCharsets.ISO_8859_1);
  }

  private static boolean isPlain(byte each, int index) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9')
        || each == '-'
        || each == '_'
        || each == '~'
        || (each == '.' && index > 0);
  }
}
