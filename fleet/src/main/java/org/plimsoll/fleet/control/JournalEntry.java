package org.plimsoll.fleet.control;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.plimsoll.engine.spec.Scope;

/**
 * One entry of a run's journal. All nodes agree on the order of the entries.
 *
 * @param number number from 1 on, without a gap
 * @param term term of the coordinator that wrote the entry
 * @param atRunNanos run time at which the entry takes effect; 0 before the start
 */
public record JournalEntry(long number, Term term, long atRunNanos, Item item) {
  private static long utf8Bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** What happened. */
  public sealed interface Item {
    /** Returns the approximate size of the texts of users in a message. */
    default long bytes() {
      return 0;
    }
  }

  /** The first entry: the submitted run. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Submitted(byte[] spec, RunPolicy policy, String who) implements Item {
    @Override
    public long bytes() {
      return spec.length;
    }
  }

  /**
   * The run has a new state.
   *
   * @param doubtfulFromRunNanos as in {@link SharesMoved}, up to the end of the run
   * @param lastItem number of the last item of the merged stream, when the run has finished
   */
  public record Stated(RunState state, String reason, long doubtfulFromRunNanos, long lastItem)
      implements Item {
    /** Creates a state without doubtful operations. */
    public Stated(RunState state, String reason) {
      this(state, reason, Long.MAX_VALUE, 0);
    }
  }

  /** The nodes on which the run is placed from now on; empty for all. */
  public record Placed(List<Scope> nodes, String who) implements Item {
    /** Copies the nodes. */
    public Placed {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * A node joins the run and gets a generator number.
   *
   * @param labels labels of the node; scopes select nodes by their labels
   */
  public record Joined(String node, int generator, int weight, Map<String, String> labels)
      implements Item {
    /** Copies the labels. */
    public Joined {
      labels = Map.copyOf(labels);
    }
  }

  /** A node leaves the run. */
  public record Left(String node, Leaving why, String reason) implements Item {}

  /** The reasons for which a node leaves a run. */
  public enum Leaving {
    /** The lease of the node has ended. */
    LOST,
    /** The node cannot start. */
    CANNOT_START,
    /** The load of the node failed after the start. */
    FAILED,
    /** The node was drained, or the run was moved to other nodes. */
    DRAINED
  }

  /**
   * Parameters were set.
   *
   * @param id id of the command, so that a repeated command has no second effect
   * @param texts new values by path
   * @param cleared paths whose value in this scope is removed
   */
  public record Changed(
      String id, Scope scope, String who, Map<String, String> texts, List<String> cleared)
      implements Item {
    /** Copies the texts. */
    public Changed {
      texts = Map.copyOf(texts);
      cleared = List.copyOf(cleared);
    }

    @Override
    public long bytes() {
      return texts.entrySet().stream()
              .mapToLong(each -> utf8Bytes(each.getKey()) + utf8Bytes(each.getValue()))
              .sum()
          + cleared.stream().mapToLong(JournalEntry::utf8Bytes).sum();
    }
  }

  /**
   * The shares of operations whose intended start is {@code atRunNanos} or later.
   *
   * @param doubtfulFromRunNanos instant at which a previous coordinator may have moved shares,
   *     unknown to the remaining nodes. No node counts operations withheld between this instant and
   *     {@code atRunNanos}; {@link Long#MAX_VALUE} if there is no doubt
   */
  public record SharesMoved(long epoch, List<Share> shares, long doubtfulFromRunNanos)
      implements Item {
    /** Copies the shares. */
    public SharesMoved {
      shares = List.copyOf(shares);
    }
  }

  /** Opens operations up to a number. The coordinator grants operations in ranges. */
  public record OperationsOpened(long operations) implements Item {}

  /** Opens a fill. Its rows are numbered after the rows of earlier fills. */
  public record FillOpened(int number, long rows) implements Item {}

  /**
   * Starts a fill during the load, or ends a fill. Rows that are not written when a fill ends
   * remain unwritten.
   *
   * @param id id of the command, so that a repeated command has no second effect
   * @param scope nodes that write the fill
   * @param isComplete whether the fill ended because all rows are written
   */
  public record FillSwitched(String id, Scope scope, boolean isOn, String who, boolean isComplete)
      implements Item {
    private static final int SHIFT = 8;

    /**
     * Returns the number of the first fill that an entry starts. The entry starts one fill for each
     * scenario.
     */
    public static int firstFill(long entry) {
      return (int) (entry << SHIFT);
    }

    /** Returns the number of the entry that started a fill; 0 for a fill before the load. */
    public static long startedBy(int fill) {
      return fill >> SHIFT;
    }
  }

  /** Reports that one generator has completed a step on behalf of all generators. */
  public record StepDone(String step, String result) implements Item {
    @Override
    public long bytes() {
      return utf8Bytes(result);
    }
  }

  /**
   * The ready generators have started.
   *
   * @param skewNanos time between the first and the last start, by the measured clock offsets
   * @param errorNanos largest error of two of these offsets together
   */
  public record Started(long skewNanos, long errorNanos) implements Item {}

  /** A note for the charts, without an effect. */
  public record Noted(String node, String text) implements Item {}
}
