package org.plimsoll.server.security;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The audit log: a JSON line for each change and its caller, in the folder of the runs. What was
 * done is in {@code audit.jsonl}. What was refused is in {@code audit-refused.jsonl}, so that
 * refusals never push out what was done. Refusals of unknown callers are counted: a network gets at
 * most one line a minute. Entries contain neither bodies nor queries, and so no secrets.
 * Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
  static final int SHOWN_MAX = 1_000;
  private static final long FILE_BYTES_MAX = 8 << 20;
  private static final int ACTION_CHARACTERS_MAX = 300;
  private static final int NETWORKS_MAX = 1_000;
  private static final Duration COUNTED = Duration.ofMinutes(1);

  private final AuditTrail done;
  private final AuditTrail refused;
  private final InstantSource clock;
  private final Map<String, Refusals> unknown = new LinkedHashMap<>();

  /**
   * An action of a caller, done or refused.
   *
   * @param at ISO-8601
   * @param who the name of the caller; null when not authenticated
   * @param from the address of the caller; the network of unknown ones
   * @param action method and path, at most 300 characters
   * @param run the id of the run; null when the action is not about one
   * @param status the HTTP status of the answer
   * @param count the number of refusals that this entry stands for, its own the last of them; null
   *     for one action
   */
  public record Entry(
      String at,
      @Nullable String who,
      String from,
      String action,
      @Nullable String run,
      int status,
      String outcome,
      @Nullable Long count) {
    public Entry {
      if (action.length() > ACTION_CHARACTERS_MAX) {
        action = action.substring(0, ACTION_CHARACTERS_MAX) + "…";
      }
    }

    /** The entry of one action that was answered with this status. */
    public static Entry of(
        @Nullable String who, String from, String action, @Nullable String run, int status) {
      String outcome = status < 400 ? "done" : "refused";
      return new Entry(Instant.now().toString(), who, from, action, run, status, outcome, null);
    }

    private Entry of(String network, long counted) {
      return new Entry(at, who, network, action, run, status, outcome, counted);
    }
  }

  /** Refusals of a network since its last line. */
  private record Refusals(Instant writtenAt, long count, Entry last) {}

  public AuditLog(Path folder) {
    this(folder, FILE_BYTES_MAX, InstantSource.system());
  }

  AuditLog(Path folder, long fileBytesMax, InstantSource clock) {
    this.done = new AuditTrail(folder, "audit", fileBytesMax);
    this.refused = new AuditTrail(folder, "audit-refused", fileBytesMax);
    this.clock = clock;
  }

  /** Appends an entry, or counts it. */
  public synchronized void add(Entry entry) {
    if (entry.status() < 400) {
      done.add(entry);
    } else if (entry.who() != null) {
      refused.add(entry);
    } else {
      count(entry, Sessions.network(entry.from()));
    }
  }

  private void count(Entry entry, String network) {
    Instant now = clock.instant();
    Refusals before = unknown.remove(network);
    boolean isSoon = before != null && now.isBefore(before.writtenAt().plus(COUNTED));
    long count = 1 + (before == null ? 0 : before.count());
    if (isSoon) {
      unknown.put(network, new Refusals(before.writtenAt(), count, entry));
      return;
    }
    refused.add(entry.of(network, count));
    unknown.put(network, new Refusals(now, 0, entry));
    if (unknown.size() > NETWORKS_MAX) {
      String eldest = unknown.keySet().iterator().next();
      write(eldest, unknown.remove(eldest));
    }
  }

  private void write(String network, @Nullable Refusals counted) {
    if (counted != null && counted.count() > 0) {
      refused.add(counted.last().of(network, counted.count()));
    }
  }

  /** The latest entries, the newest first. */
  public synchronized List<Entry> latest(int most) {
    Stream<Entry> counted =
        unknown.entrySet().stream()
            .filter(each -> each.getValue().count() > 0)
            .map(each -> each.getValue().last().of(each.getKey(), each.getValue().count()));
    return Stream.of(done.latest().stream(), refused.latest().stream(), counted)
        .flatMap(entries -> entries)
        .sorted(Comparator.comparing(Entry::at).reversed())
        .limit(most)
        .toList();
  }

  /** Writes the refusals that are counted but not written yet. */
  @Override
  public synchronized void close() {
    unknown.forEach(this::write);
    unknown.clear();
  }
}
