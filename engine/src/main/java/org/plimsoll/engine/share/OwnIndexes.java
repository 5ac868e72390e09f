package org.plimsoll.engine.share;

import java.util.Arrays;
import java.util.List;

/**
 * The indexes that a generator uses for operations without a schedule: those of a closed load, and
 * the keys of inserts. They are the generator's slots in the first epoch in which it owns slots.
 * They remain its own when shares move, since generators progress independently.
 *
 * <p>A generator that joins later uses indexes that no earlier generator has: they start at {@code
 * epoch × 2^40}. Numbers of generators are thus not used twice in a run.
 *
 * @param base index of the first slot of the first round
 * @param length number of slots of a round, of all generators
 * @param slots the slots of this generator, ascending, at least one
 */
public record OwnIndexes(long base, int length, List<Integer> slots) {
  private static final int EPOCH_SHIFT = 40;

  /** Offset of the indexes of a generator that has no place at first. */
  private static final long WITHOUT_PLACE = 1L << (EPOCH_SHIFT - 1);

  public OwnIndexes {
    slots = List.copyOf(slots);
  }

  static OwnIndexes of(ShareEpoch epoch, int generator, int places) {
    ShareTable placed = epoch.table().limitedTo(places);
    boolean hasPlace = placed.weight(generator) > 0;
    ShareTable table = hasPlace ? placed : epoch.table();
    return new OwnIndexes(
        (epoch.number() << EPOCH_SHIFT) + (hasPlace ? 0 : WITHOUT_PLACE),
        table.length(),
        Arrays.stream(table.slotsOf(generator)).boxed().toList());
  }

  /** Whether this generator has all indexes. */
  public boolean isAll() {
    return base == 0 && length == 1;
  }

  /** Returns the index of this generator's operation number {@code count}, counted from 0. */
  public long at(long count) {
    int own = slots.size();
    return base + count / own * length + slots.get((int) (count % own));
  }
}
