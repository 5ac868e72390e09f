package org.plimsoll.engine.workload;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.OwnIndexes;
import org.plimsoll.engine.share.ShareTable;

/**
 * The existing keys of all generators, ordered by age. Generators insert at the same time, so their
 * keys take turns like the slots of the share table. In a round of ranks, each slot has one key:
 * the newest key of its generator that has no rank yet. A generator without further keys of its own
 * continues with the keys that existed at the start. A rank therefore costs no more than a
 * division, and each key has one rank. Keys of generators that no longer own slots have no rank.
 */
final class FleetKeys {
  private final long keys;
  private final ShareTable table;
  private final int others;
  private final @Nullable OwnIndexes mine;

  // By slot: the keys and weight of its generator, and the number of that generator's earlier
  // slots.
  private final GeneratorKeys[] generators;
  private final int[] weights;
  private final int[] turns;

  // By slot: all slots of its generator.
  private final int[][] slots;

  FleetKeys(
      long keys,
      ShareTable table,
      Map<Integer, GeneratorKeys> others,
      int generator,
      @Nullable OwnIndexes mine,
      InsertLedger ledger) {
    this.keys = keys;
    this.table = table;
    this.others = others.size();
    this.mine = mine;
    int length = table.length();
    this.generators = new GeneratorKeys[length];
    this.weights = new int[length];
    this.turns = new int[length];
    this.slots = new int[length][];
    GeneratorKeys none = new GeneratorKeys(null, new InsertLedger(keys));
    for (int owner : table.weights().keySet()) {
      int[] its = table.slotsOf(owner);
      GeneratorKeys known =
          owner == generator ? new GeneratorKeys(mine, ledger) : others.getOrDefault(owner, none);
      for (int turn = 0; turn < its.length; turn++) {
        generators[its[turn]] = known;
        weights[its[turn]] = its.length;
        turns[its[turn]] = turn;
        slots[its[turn]] = its;
      }
    }
  }

  boolean isOf(ShareTable other, int otherGenerators, @Nullable OwnIndexes itsOwn) {
    return table == other && others == otherGenerators && mine == itsOwn;
  }

  long existing() {
    long existing = keys;
    for (int slot = 0; slot < generators.length; slot++) {
      if (turns[slot] == 0) {
        existing += inserted(generators[slot].ledger());
      }
    }
    return existing;
  }

  /** Returns the number of existing keys that were inserted. */
  private long inserted(InsertLedger ledger) {
    return Math.max(0, ledger.existing() - Math.max(0, keys - ledger.start()));
  }

  /**
   * Returns the position of the existing key with {@code rank} newer keys, or −1 if there is none.
   */
  long newest(long rank) {
    int slot = (int) (rank % generators.length);
    GeneratorKeys from = generators[slot];
    long turn = rank / generators.length * weights[slot] + turns[slot];
    long inserted = inserted(from.ledger());
    OwnIndexes indexes = from.indexes();
    if (indexes != null && turn < inserted) {
      long insert = from.ledger().newest(turn);
      return insert < keys ? -1 : keys + indexes.at(insert - keys);
    }
    long older = turn - inserted;
    int itsSlot = slots[slot][(int) (older % weights[slot])];
    long age = older / weights[slot] * generators.length + itsSlot;
    return age < keys ? keys - 1 - age : -1;
  }
}
