package org.plimsoll.fleet.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Logs rejected connections, each reason at most once in ten seconds. */
final class Strangers {
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final int REASONS_MAX = 100;

  private final InstantSource clock;
  private final Consumer<String> log;
  private final Map<String, Instant> told = new HashMap<>();

  Strangers(InstantSource clock, Consumer<String> log) {
    this.clock = clock;
    this.log = log;
  }

  /** Logs a sentence, unless it was logged in the last ten seconds. */
  synchronized void refused(String sentence) {
    Instant now = clock.instant();
    Instant before = told.get(sentence);
    if (before != null && now.isBefore(before.plus(QUIET))) {
      return;
    }
    if (told.size() >= REASONS_MAX) {
      told.clear();
    }
    told.put(sentence, now);
    log.accept(sentence);
  }
}
