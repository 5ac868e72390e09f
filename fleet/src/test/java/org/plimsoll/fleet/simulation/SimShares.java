package org.plimsoll.fleet.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.fleet.control.Share;

/** Who owns an index: smooth weighted round-robin, so that each part is evenly spread. */
final class SimShares {
  private final Map<List<Share>, int[]> tables = new HashMap<>();

  int owner(List<Share> shares, long index) {
    if (shares.isEmpty()) {
      return -1;
    }
    int[] table = tables.computeIfAbsent(shares, SimShares::table);
    return table[(int) (index % table.length)];
  }

  private static int[] table(List<Share> shares) {
    int total = shares.stream().mapToInt(Share::weight).sum();
    int[] current = new int[shares.size()];
    int[] table = new int[total];
    for (int i = 0; i < total; i++) {
      int best = 0;
      for (int j = 0; j < current.length; j++) {
        current[j] += shares.get(j).weight();
        if (current[j] > current[best]) {
          best = j;
        }
      }
      current[best] -= total;
      table[i] = shares.get(best).generator();
    }
    return table;
  }
}
