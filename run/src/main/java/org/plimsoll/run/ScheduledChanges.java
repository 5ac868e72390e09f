package org.plimsoll.run;

import static org.plimsoll.engine.clock.Alarm.NEVER;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ScheduleSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;

/**
 * Applies parameter changes and actions at planned times, once or repeatedly, on the run's clock.
 * Changes that were missed while the machine was suspended are applied once. A rejected change
 * becomes a warning in the event log, and the next change is still applied on time. An action is
 * not started again before it has ended. Thread-safe.
 */
public final class ScheduledChanges implements Companion {
  static final String WHO = "schedule";

  /** The maximum number of planned changes and actions of a run. */
  public static final int ENTRIES_MAX = 400;

  /** The maximum total length of their texts. */
  public static final int CHARACTERS_MAX = 256 * 1024;

  private static final Duration FARTHEST = Duration.ofDays(36_500);

  private final TextControl control;
  private final List<Planned> planned = new ArrayList<>();
  private final Queue<Planned> due = new ConcurrentLinkedQueue<>();
  private int added;
  private @Nullable Alarm alarm;
  private long measureNanos = NEVER;
  private boolean closed;

  /**
   * A planned change or action.
   *
   * @param next time of the next change; null until the start of the measurement is known
   * @param every repetition interval; null if the change happens once
   * @param texts new values by path, with secrets masked; null removes a live change
   * @param action the action, without secrets; null for a change
   * @param who origin of the change
   */
  public record Entry(
      String id,
      @Nullable Instant next,
      @Nullable Duration every,
      Map<String, @Nullable String> texts,
      @Nullable String action,
      String who) {}

  /** Thrown if a run has the maximum number of planned changes. */
  public static final class FullException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    FullException(String message) {
      super(message);
    }
  }

  private static final class Planned {
    final String id;
    final ScheduleSpec spec;
    final Map<String, @Nullable String> texts;
    final String who;

    /**
     * Whether the entry is from the spec, so that every generator has it. One generator executes it
     * on behalf of all.
     */
    final boolean isOfSpec;

    /** Whether its action was started and has not ended. */
    final AtomicBoolean runs = new AtomicBoolean();

    /** The time on the run's clock; {@code NEVER} until it is known. */
    long nextNanos = NEVER;

    Planned(
        String id,
        ScheduleSpec spec,
        Map<String, @Nullable String> texts,
        String who,
        boolean isOfSpec) {
      this.isOfSpec = isOfSpec;
      this.id = id;
      this.spec = spec;
      this.texts = texts;
      this.who = who;
    }
  }

  ScheduledChanges(TextControl control) {
    this.control = control;
  }

  /** Returns the planned changes and actions, in the order of their next times. */
  public synchronized List<Entry> all() {
    return planned.stream()
        .sorted(Comparator.comparingLong(each -> each.nextNanos))
        .map(this::entry)
        .toList();
  }

  private Entry entry(Planned each) {
    Map<String, @Nullable String> shown = new LinkedHashMap<>();
    each.texts.forEach((path, text) ->
        shown.put(path, text == null ? null : control.parameters().shown(path, text)));
    return new Entry(
        each.id,
        each.nextNanos == NEVER ? null : control.run().context().origin().instant(each.nextNanos),
        each.spec.every(),
        Collections.unmodifiableMap(shown),
        each.spec.action() == null ? null : each.spec.action().text(),
        each.who);
  }

  /**
   * Adds a change at an instant.
   *
   * @param every repetition interval of at least one second; null = once
   * @param texts the texts by path; null removes a live change
   * @throws InvalidSpecException if the time has passed, or there is nothing to change
   * @throws org.plimsoll.settings.LiveParameters.RefusedException if a parameter is rejected
   */
  public Entry add(
      Instant at, @Nullable Duration every, Map<String, @Nullable String> texts, String who) {
    return add(new ScheduleSpec(new ScheduleSpec.At(at), every, said(texts)), who);
  }

  private static Map<String, String> said(Map<String, @Nullable String> texts) {
    Map<String, String> said = new LinkedHashMap<>();
    texts.forEach((path, text) -> said.put(path, text == null ? "" : text));
    return said;
  }

  private Entry addIn(
      Duration in,
      @Nullable Duration every,
      Map<String, String> texts,
      @Nullable ActionSpec action,
      String who) {
    Run run = control.run();
    long atNanos = run.context().clock().nanoTime() + in.toNanos();
    ScheduleSpec.When at = new ScheduleSpec.At(run.context().origin().instant(atNanos));
    return add(
        new ScheduleSpec(at, every, texts, action), who, in.isZero() ? atNanos : NEVER, false);
  }

  /**
   * Adds an action at an instant.
   *
   * @param every repetition interval of at least one second; null = once
   * @throws InvalidSpecException if the time has passed, or the action is not allowed
   */
  public Entry add(Instant at, @Nullable Duration every, ActionSpec action, String who) {
    return add(new ScheduleSpec(new ScheduleSpec.At(at), every, Map.of(), action), who);
  }

  /** Adds an action after a delay. */
  public Entry addIn(Duration in, @Nullable Duration every, ActionSpec action, String who) {
    return addIn(in, every, Map.of(), action, who);
  }

  /** Adds a change after a delay. */
  public Entry addIn(
      Duration in, @Nullable Duration every, Map<String, @Nullable String> texts, String who) {
    return addIn(in, every, said(texts), null, who);
  }

  /** Adds a change or an action of the run's spec. */
  Entry addOfSpec(ScheduleSpec spec) {
    return add(spec, WHO, NEVER, true);
  }

  private Entry add(ScheduleSpec spec, String who) {
    return add(spec, who, NEVER, false);
  }

  /**
   * Adds a change or an action.
   *
   * @param onceNanos time of the change on the run's clock, if it may have passed; otherwise {@code
   *     NEVER}
   */
  private synchronized Entry add(ScheduleSpec spec, String who, long onceNanos, boolean isOfSpec) {
    if (closed) {
      throw new InvalidSpecException("schedule: needs a run in progress");
    }
    Duration every = spec.every();
    if (every != null && every.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new InvalidSpecException(
          "schedule: every must be a duration of at least 1s, was '" + every + "'");
    }
    ActionSpec action = spec.action();
    if (action != null) {
      control.run().check("schedule", action);
    } else if (spec.texts().isEmpty()) {
      throw new InvalidSpecException("schedule: must have a parameter to change, had none");
    }
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    spec.texts().forEach((path, text) -> texts.put(path, text.isEmpty() ? null : text));
    control.requireAllowed(texts);
    control.parameters().requireLive(texts);
    requireRoom(spec);
    Planned fresh = new Planned(Integer.toString(++added), spec, texts, who, isOfSpec);
    fresh.nextNanos =
        switch (spec.when()) {
          case ScheduleSpec.At(Instant at) -> onceNanos == NEVER ? ahead(at, every) : onceNanos;
          case ScheduleSpec.AfterBegin(Duration after) -> afterBegin(after);
        };
    planned.add(fresh);
    arm(fresh);
    return entry(fresh);
  }

  private void requireRoom(ScheduleSpec spec) {
    if (planned.size() >= ENTRIES_MAX) {
      throw new FullException(
          "schedule: must have at most " + ENTRIES_MAX + " changes and actions in a run");
    }
    long characters = characters(spec);
    for (Planned each : planned) {
      characters += characters(each.spec);
    }
    if (characters > CHARACTERS_MAX) {
      throw new FullException(
          "schedule: must have at most " + CHARACTERS_MAX + " characters in a run");
    }
  }

  private static long characters(ScheduleSpec spec) {
    ActionSpec action = spec.action();
    long characters = action == null ? 0 : action.text().length();
    for (Map.Entry<String, String> each : spec.texts().entrySet()) {
      characters += each.getKey().length() + each.getValue().length();
    }
    return characters;
  }

  /** Returns the number of planned changes and actions that a caller has added. */
  public synchronized long count(String who) {
    return planned.stream().filter(each -> each.who.equals(who)).count();
  }

  private long ahead(Instant at, @Nullable Duration every) {
    Run run = control.run();
    long nowNanos = run.context().clock().nanoTime();
    Instant now = run.context().origin().instant(nowNanos);
    if (at.isAfter(now.plus(FARTHEST))) {
      throw new InvalidSpecException("schedule: at must be within 100 years, was '" + at + "'");
    }
    if (!at.isBefore(now)) {
      return run.context().origin().nanos(at);
    }
    if (every == null) {
      throw new InvalidSpecException(
          "schedule: at must be in the future, or be given with 'every', was '" + at + "'");
    }
    long missed = Duration.between(at, now).dividedBy(every) + 1;
    return run.context().origin().nanos(at.plus(every.multipliedBy(missed)));
  }

  private long afterBegin(Duration after) {
    return measureNanos == NEVER ? NEVER : measureNanos + after.toNanos();
  }

  /**
   * Removes a planned change or action.
   *
   * @return whether the entry existed
   */
  public synchronized boolean remove(String id) {
    return planned.removeIf(each -> each.id.equals(id));
  }

  @Override
  public synchronized void begin() {
    for (Planned each : planned) {
      ActionSpec action = each.spec.action();
      if (action != null) {
        control.run().check("schedule", action); // the driver's hooks are known now
      }
    }
    alarm = new Alarm(control.run().context().clock().housekeeping(), this::ring);
    planned.forEach(this::arm);
  }

  @Override
  public synchronized void measures(long atNanos) {
    measureNanos = atNanos;
    for (Planned each : planned) {
      if (each.spec.when() instanceof ScheduleSpec.AfterBegin(Duration after)) {
        each.nextNanos = afterBegin(after);
        arm(each);
      }
    }
  }

  private void arm(Planned each) {
    Alarm armed = alarm;
    if (armed != null && each.nextNanos != NEVER) {
      armed.arm(each.nextNanos);
    }
  }

  /** Executes and removes due entries; returns the time of the next one. */
  private synchronized long ring(long nowNanos) {
    if (closed) {
      return NEVER;
    }
    List<Planned> ready =
        planned.stream()
            .filter(each -> each.nextNanos != NEVER && each.nextNanos - nowNanos <= 0)
            .sorted(Comparator.comparingLong(each -> each.nextNanos))
            .toList();
    for (Planned each : ready) {
      Duration every = each.spec.every();
      if (every == null) {
        planned.remove(each);
      } else {
        long missed = (nowNanos - each.nextNanos) / every.toNanos() + 1;
        each.nextNanos += missed * every.toNanos();
      }
    }
    if (!ready.isEmpty()) {
      due.addAll(ready);
      control.run().context().clock().runAside(this::changeDue);
    }
    return planned.stream().mapToLong(each -> each.nextNanos).min().orElse(NEVER);
  }

  private void changeDue() {
    synchronized (due) {
      for (Planned each = due.poll(); each != null; each = due.poll()) {
        FleetRequests fleet = control.run().context().seat().requests();
        if (each.isOfSpec && fleet != null && !fleet.isFirst()) {
          continue; // another generator executes it for all
        }
        ActionSpec action = each.spec.action();
        if (action != null) {
          Planned ready = each;
          control.run().context().clock().runAside(() -> perform(ready, action));
          continue;
        }
        try {
          List<RunEvent.Change> _ = control.change(each.texts, WHO);
        } catch (RuntimeException e) {
          // Includes failures of the driver: the next change is still applied on time.
          control.run().tell(EventKind.WARNING, "schedule: " + e.getMessage());
        }
      }
    }
  }

  private void perform(Planned each, ActionSpec action) {
    Run run = control.run();
    if (!each.runs.compareAndSet(false, true)) {
      run.tell(
          EventKind.WARNING,
          "schedule: " + action.text() + " has not ended, so its next start is skipped");
      return;
    }
    try {
      String _ = run.perform(action, each.who);
    } catch (RunActions.FailedException e) {
      // The action's event contains the cause.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      run.tell(EventKind.WARNING, "schedule: " + e.getMessage());
    } finally {
      each.runs.set(false);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
