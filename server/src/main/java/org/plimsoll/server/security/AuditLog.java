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
  private static final int SHOWN_MAX = 1_000;
  private static final long FILE_BYTES_MAX = 8 << 20;
  private static final int NETWORKS_MAX = 1_000;
  private static final Duration COUNTED = Duration.ofMinutes(1);

  private final AuditTrail done;
  private final AuditTrail refused;
  private final InstantSource clock;
  private final Map<String, Refusals> unknown = new LinkedHashMap<>();

  /** Refusals of a network since its last line. */
  private record Refusals(Instant writtenAt, long count, AuditEntry last) {}

  public AuditLog(Path folder) {
    this(folder, FILE_BYTES_MAX, InstantSource.system());
  }

  AuditLog(Path folder, long fileBytesMax, InstantSource clock) {
    this.done = new AuditTrail(folder, "audit", fileBytesMax, SHOWN_MAX);
    this.refused = new AuditTrail(folder, "audit-refused", fileBytesMax, SHOWN_MAX);
    this.clock = clock;
  }

  /** Appends an entry, or counts it. */
  public synchronized void add(AuditEntry entry) {
    if (entry.status() < 400) {
      done.add(entry);
    } else if (entry.who() != null) {
      refused.add(entry);
    } else {
      count(entry, Sessions.network(entry.from()));
    }
  }

  private void count(AuditEntry entry, String network) {
    Instant now = clock.instant();
    Refusals before = unknown.remove(network);
    long count = 1 + (before == null ? 0 : before.count());
    if (before != null && now.isBefore(before.writtenAt().plus(COUNTED))) {
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
  public synchronized List<AuditEntry> latest(int most) {
    Stream<AuditEntry> counted =
        unknown.entrySet().stream()
            .filter(each -> each.getValue().count() > 0)
            .map(each -> each.getValue().last().of(each.getKey(), each.getValue().count()));
    return Stream.of(done.latest().stream(), refused.latest().stream(), counted)
        .flatMap(entries -> entries)
        .sorted(Comparator.comparing(AuditEntry::at).reversed())
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
