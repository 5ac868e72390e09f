package org.plimsoll.fleet.simulation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.engine.share.ShareEpoch;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.Proposal;
import org.plimsoll.fleet.control.Share;

/**
 * The operations in flight of a generator that always has as many as it may. They take some time to
 * end. Fails when those of all generators are more than the bound. Where the lease of a generator
 * has ended, its operations have, too.
 */
final class SimBounds {
  /** The in-flight bound of the fleet, which cannot be halved. */
  static final int ALL = 23;

  private static final long UNKNOWN = Long.MIN_VALUE;

  private final SimNode node;
  private final Random random;
  private long lengthNanos;
  private @Nullable Shares shares;
  private long firstEpoch;
  private long zeroNanos = UNKNOWN;
  private int held;
  private boolean ending;
  private boolean hasRight;
  private boolean over;

  SimBounds(SimNode node) {
    this.node = node;
    random = new Random(node.id().hashCode() * 31L + 7);
    lengthNanos = (random.nextInt(4) == 0 ? 600 : 20) * SimFleet.MILLI;
  }

  /** Its operations take at most so long. */
  void lasting(long nanos) {
    lengthNanos = nanos;
  }

  void generator(int number) {
    shares = new Shares(number, ShareEpoch.first(ShareTable.of(Map.of(number + 1, 1))));
  }

  void start(long zero) {
    zeroNanos = zero;
    if (shares != null) {
      shares.carries(true);
      lookAt(shares.view().epoch().fromNanos());
    }
    look();
  }

  /** The right to send was renewed. */
  void allowed(boolean lapsed) {
    if (lapsed) {
      held = 0;
    }
    hasRight = true;
    look();
  }

  void promise(Proposal proposal) {
    if (shares != null) {
      ShareTable former = proposal.former().isEmpty() ? null : table(proposal.former());
      shares.propose(
          new ShareEpoch(
              proposal.epoch(), proposal.fromRunNanos(), table(proposal.shares()), former));
      lookAt(proposal.fromRunNanos());
      look();
    }
  }

  void moved(long fromRunNanos, SharesMoved moved) {
    if (shares == null) {
      return;
    }
    ShareTable table = table(moved.shares());
    if (fromRunNanos <= 0) {
      shares.begin(ShareEpoch.first(table));
      firstEpoch = moved.epoch();
    } else {
      shares.propose(new ShareEpoch(moved.epoch(), fromRunNanos, table));
      shares.commit(moved.epoch(), UNKNOWN);
      lookAt(fromRunNanos);
    }
    look();
  }

  private static ShareTable table(List<Share> shares) {
    Map<Integer, Integer> weights = new HashMap<>();
    shares.forEach(share -> weights.put(share.generator(), share.weight()));
    return ShareTable.of(weights);
  }

  KeptBounds settled() {
    return shares == null ? KeptBounds.NONE : shares.kept().atLeast(firstEpoch);
  }

  void grown(KeptBounds epochs) {
    if (shares != null) {
      shares.growMidway(epochs.midway());
      shares.grow(epochs.whole());
      look();
    }
  }

  /** It sends no more, and waits for what is in flight. */
  void drain() {
    over = true;
    look();
  }

  /** Nothing is in flight any more. */
  void end() {
    over = true;
    held = 0;
  }

  /** The operations that are in flight now. */
  int held() {
    return node.isAlive() && node.mayHold() ? held : 0;
  }

  private void lookAt(long runNanos) {
    if (zeroNanos != UNKNOWN && runNanos > 0) {
      node.atLocal(zeroNanos + runNanos, this::look);
    }
  }

  private void look() {
    if (shares == null || zeroNanos == UNKNOWN || !hasRight) {
      return;
    }
    ShareView view = shares.view();
    long runNanos = node.localNanos() - zeroNanos;
    int allowed = over || !node.mayHold() ? 0 : view.part(ALL, runNanos);
    if (held < allowed) {
      held = allowed;
      node.checkBounds();
    } else if (held > allowed && !ending) {
      ending = true;
      node.after((long) (random.nextDouble() * lengthNanos), () -> some(allowed));
    }
    boolean isInEffect = runNanos >= view.epoch().fromNanos();
    if (isInEffect && held <= allowed) {
      shares.settle(view.number());
    } else if (view.epoch().former() != null && held <= (isInEffect ? view.midway(ALL) : allowed)) {
      shares.settleMidway(view.number());
    }
  }

  /** Some of those that are too many end. */
  private void some(int allowed) {
    ending = false;
    if (held > allowed) {
      held -= 1 + random.nextInt(held - allowed);
    }
    look();
  }
}
