package org.plimsoll.run;

import org.plimsoll.result.EventKind;
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
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.result.RunEvent;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ScheduleSpec;

/**
 * Changes of parameters at set times, once or again and again, on the run's own clock. What was
 * missed while the machine slept is made up for once. A change that cannot be is a warning in the
 * log of the run, and the next one comes as if nothing had been. Thread-safe.
 */
public final class ScheduledChanges implements Companion {
  static final String WHO = "schedule";

  private static final Duration FARTHEST = Duration.ofDays(36_500);

  private final RunControl control;
  private final List<Planned> planned = new ArrayList<>();
  private final Queue<Planned> due = new ConcurrentLinkedQueue<>();
  private int added;
  private @Nullable Alarm alarm;
  private long measureNanos = NEVER;
  private boolean closed;

  /**
   * A change to come.
   *
   * @param next null until it is known when the measurement begins
   * @param every null when it is once
   * @param texts by path, secrets masked; null takes back what was asked for while the run goes on
   * @param who asked for it
   */
  public record Entry(
      String id,
      @Nullable Instant next,
      @Nullable Duration every,
      Map<String, @Nullable String> texts,
      String who) {}

  private static final class Planned {
    final String id;
    final ScheduleSpec spec;
    final Map<String, @Nullable String> texts;
    final String who;

    /** An instant of the clock; {@code NEVER} until it is known. */
    long nextNanos = NEVER;

    Planned(String id, ScheduleSpec spec, Map<String, @Nullable String> texts, String who) {
      this.id = id;
      this.spec = spec;
      this.texts = texts;
      this.who = who;
    }
  }

  ScheduledChanges(RunControl control) {
    this.control = control;
  }

  /** What is to come, the next one first. */
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
        each.nextNanos == NEVER ? null : control.run().instant(each.nextNanos),
        each.spec.every(),
        Collections.unmodifiableMap(shown),
        each.who);
  }

  /**
   * Adds a change at an instant.
   *
   * @param every null for once; otherwise at least a second
   * @param texts by path; null takes back what was asked for while the run goes on
   * @throws InvalidSpecException when the time has passed, or there is nothing to change
   * @throws org.plimsoll.settings.LiveParameters.RefusedException when a parameter cannot
   *     be
   */
  public Entry add(
      Instant at, @Nullable Duration every, Map<String, @Nullable String> texts, String who) {
    Map<String, String> said = new LinkedHashMap<>();
    texts.forEach((path, text) -> said.put(path, text == null ? "" : text));
    return add(new ScheduleSpec(new ScheduleSpec.At(at), every, said), who);
  }

  /** Adds a change some time from now. */
  public Entry addIn(
      Duration in, @Nullable Duration every, Map<String, @Nullable String> texts, String who) {
    Instant now = control.run().instant(control.run().clock().nanoTime());
    return add(now.plus(in), every, texts, who);
  }

  /** Adds a change, such as a spec asks for. */
  public synchronized Entry add(ScheduleSpec spec, String who) {
    if (closed) {
      throw new InvalidSpecException("schedule: needs a run that goes on");
    }
    Duration every = spec.every();
    if (every != null && every.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new InvalidSpecException(
          "schedule: every must be a duration of at least 1s, was '" + every + "'");
    }
    if (spec.texts().isEmpty()) {
      throw new InvalidSpecException("schedule: must have a parameter to change, had none");
    }
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    spec.texts().forEach((path, text) -> texts.put(path, text.isEmpty() ? null : text));
    control.parameters().requireLive(texts);
    Planned fresh = new Planned(Integer.toString(++added), spec, texts, who);
    fresh.nextNanos =
        switch (spec.when()) {
          case ScheduleSpec.At(Instant at) -> ahead(at, every);
          case ScheduleSpec.AfterBegin(Duration after) -> afterBegin(after);
        };
    planned.add(fresh);
    arm(fresh);
    return entry(fresh);
  }

  private long ahead(Instant at, @Nullable Duration every) {
    Run run = control.run();
    long nowNanos = run.clock().nanoTime();
    Instant now = run.instant(nowNanos);
    if (at.isAfter(now.plus(FARTHEST))) {
      throw new InvalidSpecException("schedule: at must be within 100 years, was '" + at + "'");
    }
    if (!at.isBefore(now)) {
      return run.nanos(at);
    }
    if (every == null) {
      throw new InvalidSpecException(
          "schedule: at must be ahead, or have an 'every', was '" + at + "'");
    }
    long missed = Duration.between(at, now).dividedBy(every) + 1;
    return run.nanos(at.plus(every.multipliedBy(missed)));
  }

  private long afterBegin(Duration after) {
    return measureNanos == NEVER ? NEVER : measureNanos + after.toNanos();
  }

  /**
   * Takes a change out.
   *
   * @return whether it was there
   */
  public synchronized boolean remove(String id) {
    return planned.removeIf(each -> each.id.equals(id));
  }

  @Override
  public synchronized void begin() {
    alarm = new Alarm(control.run().clock().housekeeping(), this::ring);
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

  /** Takes out what is due, and says when the next one is. */
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
      control.run().clock().runAside(this::changeDue);
    }
    return planned.stream().mapToLong(each -> each.nextNanos).min().orElse(NEVER);
  }

  private void changeDue() {
    synchronized (due) {
      for (Planned each = due.poll(); each != null; each = due.poll()) {
        try {
          List<RunEvent.Change> _ = control.change(each.texts, WHO);
        } catch (IllegalArgumentException e) {
          control.run().tell(EventKind.WARNING, "schedule: " + e.getMessage());
        }
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
