package org.plimsoll.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.OnlyRange;
import org.plimsoll.engine.share.ShareEpoch;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TuneResult;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.SecondCodec;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneResolver;
import org.plimsoll.testkit.ForwardingDriver;

/**
 * Generators of a fleet that run or search together, in one virtual time and against one target.
 * What one of them measures or orders reaches all of them a moment later. One may be killed.
 */
final class VirtualFleet {
  private static final long WAY_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
  private static final long EFFECT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LEASE_NANOS = TimeUnit.SECONDS.toNanos(8);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final VirtualClock clock = new VirtualClock();
  private final Drivers drivers = Drivers.of(new SharedTarget());
  private final List<Seat> seats = new ArrayList<>();
  private final Set<Integer> live = new TreeSet<>();
  private @Nullable Long zeroNanos;

  private VirtualFleet(int generators, RunRequest request, boolean searches) {
    Map<Integer, Integer> weights = new HashMap<>();
    for (int i = 0; i < generators; i++) {
      weights.put(i, 1);
      live.add(i);
    }
    for (int i = 0; i < generators; i++) {
      seats.add(new Seat(i, ShareTable.of(weights), request, searches));
    }
  }

  static VirtualFleet searching(int generators, RunRequest request) {
    return new VirtualFleet(generators, request, true);
  }

  static VirtualFleet running(int generators, RunRequest request) {
    return new VirtualFleet(generators, request, false);
  }

  /**
   * What one generator has in the end.
   *
   * @param found null if it did not search
   */
  record Done(
      int generator,
      @Nullable TuneResult found,
      Summary summary,
      List<String> told,
      long answered) {
    TuneResult result() {
      return VirtualRuns.known(found);
    }
  }

  /** Runs, or searches; a generator that was killed is left out. */
  List<Done> run() {
    seats.getFirst().execute();
    return live.stream().map(seats::get).map(Seat::done).toList();
  }

  /** Kills a generator at a time since the start. */
  void kill(int generator, long seconds) {
    clock.schedule(
        clock.nanoTime() + TimeUnit.SECONDS.toNanos(seconds), () -> seats.get(generator).kill());
  }

  private void soon(Runnable action) {
    clock.schedule(clock.nanoTime() + WAY_NANOS, action);
  }

  private List<Seat> alive() {
    return seats.stream().filter(seat -> !seat.killed).toList();
  }

  /** One generator. */
  private final class Seat implements FleetSeat, FleetRequests {
    private final int generator;
    private final Shares shares;
    private final List<String> told = new ArrayList<>();
    private final Run run;
    private final @Nullable Search search;
    private @Nullable DirectedRun directed;
    private @Nullable Summary summary;
    private long answered;
    private boolean killed;

    Seat(int generator, ShareTable table, RunRequest request, boolean searches) {
      this.generator = generator;
      this.shares = new Shares(generator, ShareEpoch.first(table));
      shares.allow(Shares.ALWAYS, 0);
      RunListener events =
          new RunListener() {
            @Override
            public void event(RunEvent event) {
              if (event.kind() == EventKind.TRIAL || event.kind() == EventKind.GENERATOR) {
                told.add(event.text());
              }
            }
          };
      if (searches) {
        search =
            Search.prepare(
                TuneResolver.resolve(request, drivers),
                drivers,
                List.of(events),
                clock,
                RunGuard.NONE,
                this);
        run = search.run();
      } else {
        search = null;
        run =
            RunControl.prepare(
                    request,
                    RunRequest.empty(),
                    drivers,
                    List.of(events),
                    clock,
                    RunGuard.NONE,
                    this)
                .run();
      }
      directed = run.seated((_, _, _, _) -> {});
    }

    private DirectedRun directed() {
      return VirtualRuns.known(directed);
    }

    void execute() {
      try {
        summary = run.execute();
      } catch (TargetUnavailableException e) {
        throw new IllegalStateException(e);
      }
    }

    Done done() {
      return new Done(
          generator,
          search == null ? null : search.result(true),
          VirtualRuns.known(summary),
          told,
          answered);
    }

    /** Sends and reports nothing more; the others take over when its lease has ended. */
    void kill() {
      killed = true;
      shares.allow(Shares.NEVER, clock.nanoTime());
      run.abort();
      clock.schedule(clock.nanoTime() + LEASE_NANOS, this::takenOver);
    }

    private void takenOver() {
      live.remove(generator);
      Map<Integer, Integer> weights = new HashMap<>();
      live.forEach(each -> weights.put(each, 1));
      long fromNanos = clock.nanoTime() + EFFECT_NANOS - VirtualRuns.known(zeroNanos);
      for (Seat each : alive()) {
        each.shares.propose(new ShareEpoch(2, fromNanos, ShareTable.of(weights)));
        each.shares.commit(2, Long.MIN_VALUE);
        each.shares.grow(2);
        long zero = VirtualRuns.known(zeroNanos);
        each.directed().report().lost(generator, zero, zero + fromNanos);
      }
    }

    @Override
    public Shares shares() {
      return shares;
    }

    @Override
    public FleetRequests requests() {
      return this;
    }

    @Override
    public FillMode prepare(Preparation own) throws TargetUnavailableException {
      return own.perform();
    }

    @Override
    public FillRanges fill(Fill fill) {
      return new OnlyRange(new FillRange(fill.from(), fill.to(), false));
    }

    @Override
    public void filled(Ending own) throws TargetUnavailableException {
      own.perform();
    }

    /** The next generator executes its run within this one's, as there is one thread. */
    @Override
    public Start ready(int iteration, Clock itsClock) {
      if (zeroNanos == null) {
        zeroNanos = clock.nanoTime() + SECOND_NANOS;
      }
      if (generator + 1 < seats.size()) {
        clock.schedule(clock.nanoTime(), seats.get(generator + 1)::execute);
      }
      return new Start(VirtualRuns.known(zeroNanos), 0);
    }

    @Override
    public void measured(GeneratorSecond second, RunReport report) {
      if (killed) {
        return;
      }
      second
          .scenarios()
          .values()
          .forEach(each ->
              each.totals()
                  .values()
                  .forEach(its -> its.values().forEach(totals -> answered += totals.answered())));
      GeneratorSecond sent = copy(second);
      Long zero = zeroNanos;
      boolean isWhole = zero != null && (second.window().atNanos() - zero) % SECOND_NANOS == 0;
      soon(() -> {
        for (Seat each : alive()) {
          each.directed().perform(() -> each.directed().report().add(sent));
        }
        if (isWhole || sent.window().isLast()) {
          soon(() -> directed().perform(() -> directed().report().tell(sent.window().atNanos())));
        }
      });
    }

    private static GeneratorSecond copy(GeneratorSecond second) {
      try {
        return SecondCodec.decode(SecondCodec.encode(second));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void loadsEnded() {
      clock.runUntil(clock.nanoTime() + 4 * WAY_NANOS);
    }

    @Override
    public boolean isFirst() {
      return !live.isEmpty() && live.iterator().next() == generator;
    }

    @Override
    public Set<Integer> generators() {
      return Set.copyOf(live);
    }

    @Override
    public void order(StepOrder order) {
      if (killed) {
        return;
      }
      StepOrder sent = StepOrder.of(order.text());
      long runNanos = clock.nanoTime() + EFFECT_NANOS - VirtualRuns.known(zeroNanos);
      soon(() -> alive().forEach(each -> each.directed().order(sent, runNanos)));
    }

    @Override
    public void tried(Trial trial) {
      if (killed) {
        return;
      }
      soon(() -> alive().forEach(each -> each.directed().tried(trial)));
    }

    @Override
    public void end() {
      if (killed) {
        return;
      }
      soon(() -> alive().forEach(each -> each.directed().stop()));
    }

    @Override
    public void change(Map<String, @Nullable String> texts, String who, String scope) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void changeSource(String source, Map<String, String> texts) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, String> liveTexts(String scope) {
      return Map.of();
    }

    @Override
    public List<Map<String, String>> outcomes(Map<String, @Nullable String> texts, String scope) {
      return List.of();
    }

    @Override
    public RunScopes view() {
      return RunScopes.NONE;
    }

    @Override
    public void place(List<Scope> nodes, String who) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void switchFill(boolean isOn, String who, String scope) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void filledDuringLoad(int firstNumber) {}
  }

  /** A simulated store that all generators load. */
  private static final class SharedTarget extends ForwardingDriver {
    private @Nullable Client opened;

    SharedTarget() {
      super(new SimDriver());
    }

    @Override
    public Client open(DriverContext context) throws Exception {
      if (opened == null) {
        opened = super.open(context);
      }
      Client shared = opened;
      return new Client() {
        @Override
        public Session openSession() throws Exception {
          return shared.openSession();
        }

        @Override
        public void close() {}
      };
    }
  }
}
