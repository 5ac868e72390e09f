package org.plimsoll.fleet.control;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.plimsoll.engine.spec.Scope;

/**
 * One entry of a run's journal. All nodes agree on the order of entries.
 *
 * @param number number from 1 on, without gaps
 * @param term term of the coordinator that wrote the entry
 * @param atRunNanos run time at which the entry takes effect; 0 before the start
 */
public record JournalEntry(long number, Term term, long atRunNanos, Item item) {
  private static long utf8Bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The content of an entry. */
  public sealed interface Item {
    /** Returns the approximate size of the users' texts in a message. */
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
   * @param doubtfulFromRunNanos as in {@link SharesMoved}; it applies until the end of the run
   * @param lastItem number of the last item in the merged stream, if the run has finished
   * @param cause the reason in a form that nodes can evaluate; a node of an earlier build does not
   *     send it
   */
  public record Stated(
      RunState state, String reason, long doubtfulFromRunNanos, long lastItem, Cause cause)
      implements Item {
    /** Derives the cause from the reason if it is missing in a message. */
    public Stated {
      cause = cause == null ? Cause.of(reason) : cause;
    }

    /** Creates a state for a cause that only the reason describes. */
    public Stated(RunState state, String reason, long doubtfulFromRunNanos, long lastItem) {
      this(state, reason, doubtfulFromRunNanos, lastItem, Cause.DESCRIBED);
    }

    /** Creates a state without doubtful operations. */
    public Stated(RunState state, String reason) {
      this(state, reason, Long.MAX_VALUE, 0);
    }

    /** Creates the state of a run whose generators have all ended by themselves. */
    public static Stated ended(long doubtfulFromRunNanos) {
      return new Stated(
          RunState.DRAINING, Cause.ENDED.reason, doubtfulFromRunNanos, 0, Cause.ENDED);
    }

    /** Whether the load ends because all generators have ended by themselves. */
    public boolean endsByItself() {
      return state == RunState.DRAINING && cause == Cause.ENDED;
    }
  }

  /** Why a run has a new state. */
  public enum Cause {
    /** All generators have ended by themselves. */
    ENDED("ended"),
    /** Another cause, which only the reason describes. */
    DESCRIBED("");

    private final String reason;

    Cause(String reason) {
      this.reason = reason;
    }

    private static Cause of(String reason) {
      return reason.equals(ENDED.reason) ? ENDED : DESCRIBED;
    }
  }

  /** The nodes on which the run is placed from now on; empty for all. */
  public record Placed(List<Scope> nodes, String who) implements Item {
    /** Copies the list of nodes. */
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
   * Sets parameters.
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

    /** Returns the change without new and removed values. */
    Changed withoutTexts() {
      return new Changed(id, scope, who, Map.of(), List.of());
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
   * The new shares of operations whose intended start is {@code atRunNanos} or later.
   *
   * @param doubtfulFromRunNanos instant from which a previous coordinator may have moved shares
   *     that the remaining nodes do not know about. No node counts operations that were withheld
   *     between this instant and {@code atRunNanos}; {@link Long#MAX_VALUE} if this is impossible
   */
  public record SharesMoved(long epoch, List<Share> shares, long doubtfulFromRunNanos)
      implements Item {
    /** Copies the list of shares. */
    public SharesMoved {
      shares = List.copyOf(shares);
    }
  }

  /** Opens operations up to a number. The coordinator grants operations in ranges. */
  public record OperationsOpened(long operations) implements Item {}

  /** Opens a fill. Its rows are numbered after those of earlier fills. */
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
   * Reports that the ready generators have started.
   *
   * @param skewNanos time between the first and the last start, by the measured clock offsets
   * @param errorNanos the largest sum of the errors of two of these offsets
   */
  public record Started(long skewNanos, long errorNanos) implements Item {}

  /** A note for the charts, without effect on the run. */
  public record Noted(String node, String text) implements Item {}
}
