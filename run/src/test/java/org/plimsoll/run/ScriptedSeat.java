package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.OnlyRange;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.engine.share.ShareEpoch;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Window;

/** A seat in a fleet that does what a test says, for generators that run one after another. */
final class ScriptedSeat implements FleetSeat {
  /** Time from the moment when a generator is ready to its start; different for each. */
  private static final long LEAD_NANOS = 7_000_003;

  private final Shares shares;
  private final List<Consumer<Long>> starts = new ArrayList<>();
  private final List<Fill> fills = new ArrayList<>();
  private final List<Window> windows = new ArrayList<>();
  private Runnable beforeLoads = () -> {};
  private @Nullable Quota quota;
  private boolean hasWaited;
  private @Nullable Map<String, Map<String, String>> sourceTexts;
  private @Nullable FleetRequests requests;
  private boolean isWatching;
  private List<ConsistencyPart> consistency = List.of();
  private Map<String, String> facts = Map.of();
  private Function<Fill, FillRanges> ranges =
      fill -> new OnlyRange(new FillRange(fill.from(), fill.to(), false));

  ScriptedSeat(int generator, ShareTable table) {
    this(generator, ShareEpoch.first(table));
  }

  ScriptedSeat(int generator, ShareEpoch first) {
    shares = new Shares(generator, first);
    shares.allow(Shares.ALWAYS, 0);
  }

  /** Performs an action before the loads of an iteration start, when all else is ready. */
  void beforeLoads(Runnable action) {
    beforeLoads = action;
  }

  /** The times of all seconds that the generator has measured. */
  List<Window> windows() {
    return List.copyOf(windows);
  }

  /** Calls an action with the start of each iteration. */
  void onStart(Consumer<Long> action) {
    starts.add(action);
  }

  void ranges(Function<Fill, FillRanges> given) {
    ranges = given;
  }

  /** Grants the operations of a measurement. */
  void grants(Quota given) {
    quota = given;
  }

  /** Gives the values of property sources at the start, and what is asked of the fleet later. */
  void sources(Map<String, Map<String, String>> texts, FleetRequests asked) {
    sourceTexts = texts;
    requests = asked;
  }

  /** Only shows the run, of which the generators elsewhere have told this. */
  void watches(List<ConsistencyPart> parts, Map<String, String> factsOfTarget) {
    isWatching = true;
    consistency = parts;
    facts = factsOfTarget;
  }

  @Override
  public boolean isWatching() {
    return isWatching;
  }

  @Override
  public List<ConsistencyPart> gather(ConsistencyPart own) {
    consistency = List.of(own);
    return consistency;
  }

  @Override
  public List<ConsistencyPart> consistency() {
    return consistency;
  }

  /** A fleet stores nothing for a run that has ended. */
  @Override
  public void tellFacts(Supplier<Map<String, String>> own) {
    if (hasWaited) {
      throw new IllegalStateException("The run has ended.");
    }
    facts = own.get();
  }

  @Override
  public Map<String, String> facts() {
    return facts;
  }

  @Override
  public @Nullable Map<String, Map<String, String>> sourceTexts() {
    return sourceTexts;
  }

  @Override
  public @Nullable FleetRequests requests() {
    return requests;
  }

  @Override
  public @Nullable Quota quota(int iteration, long operations) {
    return quota;
  }

  List<Fill> fills() {
    return fills;
  }

  @Override
  public Shares shares() {
    return shares;
  }

  @Override
  public FillMode prepare(Preparation own) throws TargetUnavailableException {
    return own.perform();
  }

  @Override
  public FillRanges fill(Fill fill) {
    fills.add(fill);
    return ranges.apply(fill);
  }

  @Override
  public void filled(Ending own) throws TargetUnavailableException {
    own.perform();
  }

  /** As long as a test gives it no requests, it is not directed, and reports what it measures. */
  @Override
  public void measured(GeneratorSecond second, RunReport report) {
    windows.add(second.window());
    report.add(second);
    if (requests != null) {
      report.tell(second.window().atNanos());
    }
  }

  @Override
  public long secondsFrom(long startNanos) {
    beforeLoads.run();
    return startNanos;
  }

  @Override
  public void loadsEnded() {
    hasWaited = true;
  }

  /** Whether the run has waited for what the others measured. */
  boolean hasWaited() {
    return hasWaited;
  }

  @Override
  public Start ready(int iteration, Clock clock) {
    long startNanos = clock.nanoTime() + LEAD_NANOS * (shares.generator() + 1);
    starts.forEach(action -> action.accept(startNanos));
    return new Start(startNanos, 0);
  }
}
