package org.plimsoll.server.security;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log: a JSON line for each change with its caller, in the folder that contains the run
 * folders. Executed actions are in {@code audit.jsonl}. Rejected ones are in {@code
 * audit-refused.jsonl}, so that they cannot displace executed actions. Rejections of
 * unauthenticated callers are counted, with at most one line per minute and network. Entries
 * contain neither bodies nor queries, and therefore no secrets. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
  private static final int SHOWN_MAX = 1_000;
  private static final long FILE_BYTES_MAX = 8 << 20;
  private static final int NETWORKS_MAX = 1_000;
  private static final long SOON_SECONDS = 5;
  private static final int SOON_MAX = 10_000;
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final Duration COUNTED = Duration.ofMinutes(1);

  private final AuditTrail done;
  private final AuditTrail refused;
  private final InstantSource clock;
  private final Map<String, Refusals> unknown = new LinkedHashMap<>();
  private boolean isClosed;

  /** The queue of entries to write, in the order of their requests. */
  private final ExecutorService soon =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(SOON_MAX),
          Thread.ofPlatform().daemon().name("audit").factory(),
          new ThreadPoolExecutor.CallerRunsPolicy());

  /** The rejections of a network since its last line. */
  private record Refusals(Instant writtenAt, long count, AuditEntry last) {}

  public AuditLog(Path folder) {
    this(folder, FILE_BYTES_MAX, InstantSource.system());
  }

  AuditLog(Path folder, long fileBytesMax, InstantSource clock) {
    this(
        new AuditTrail(folder, "audit", fileBytesMax, SHOWN_MAX),
        new AuditTrail(folder, "audit-refused", fileBytesMax, SHOWN_MAX),
        clock);
  }

  private AuditLog(AuditTrail done, AuditTrail refused, InstantSource clock) {
    this.done = done;
    this.refused = refused;
    this.clock = clock;
  }

  /**
   * Creates a log that shows the entries of a folder and writes none. It is used by a server that
   * only reads another server's folder. New entries are kept in memory.
   */
  public static AuditLog inMemory(Path folder) {
    return new AuditLog(
        AuditTrail.inMemory(folder, "audit", SHOWN_MAX),
        AuditTrail.inMemory(folder, "audit-refused", SHOWN_MAX),
        InstantSource.system());
  }

  /**
   * Appends an entry; counts it if it cannot be written. An entry after the log was closed is
   * dropped, because another server may use the folder.
   */
  public synchronized void add(AuditEntry entry) {
    if (isClosed) {
      LOG.info("No entry in the audit log, which is closed: {}", entry);
      return;
    }
    if (entry.status() < 400) {
      done.add(entry);
    } else if (entry.who() != null) {
      refused.add(entry);
    } else {
      count(entry, Sessions.network(entry.from()));
    }
  }

  /** Appends an entry without waiting for the lock or the disk. */
  public void addSoon(AuditEntry entry) {
    soon.execute(() -> add(entry));
  }

  private void awaitSoon() {
    try {
      soon.submit(() -> {}).get(SOON_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The audit log is not complete yet", e);
    }
  }

  private void count(AuditEntry entry, String network) {
    Instant now = clock.instant();
    Refusals before = unknown.remove(network);
    long count = 1 + (before == null ? 0 : before.count());
    // A clock that is set back must not delay the next line by that time.
    if (before != null && Duration.between(before.writtenAt(), now).abs().compareTo(COUNTED) < 0) {
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

  /** Returns the latest entries, newest first. */
  public List<AuditEntry> latest(int most) {
    awaitSoon();
    return written(most);
  }

  private synchronized List<AuditEntry> written(int most) {
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

  /** Writes the rejections that were counted but not written yet. */
  @Override
  public void close() {
    awaitSoon();
    soon.shutdown();
    writeCounted();
  }

  private synchronized void writeCounted() {
    isClosed = true;
    unknown.forEach(this::write);
    unknown.clear();
  }
}
