package org.plimsoll.driver.ndbench;

import com.netflix.ndbench.api.plugin.NdBenchAbstractClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;

/** A session, which shares the plugin with all other sessions. */
final class NdbenchSession implements BlockingSession {
  private final NdBenchAbstractClient<?> plugin;
  private final OperationValues values;
  private final String keyPrefix;
  private final ClassLoader loader;
  private volatile boolean closed;

  NdbenchSession(
      NdBenchAbstractClient<?> plugin,
      OperationValues values,
      String keyPrefix,
      ClassLoader loader) {
    this.plugin = plugin;
    this.values = values;
    this.keyPrefix = keyPrefix;
    this.loader = loader;
  }

  @Override
  public Outcome execute(Operation operation) throws Exception {
    if (closed) {
      return Outcome.failed(Common.CLOSED);
    }
    Thread.currentThread().setContextClassLoader(loader);
    values.begin(operation);
    try {
      return switch (operation.type().kind()) {
        case READ -> read(operation);
        case BULK_READ -> bulkRead(operation);
        case BULK_WRITE -> {
          List<String> keys = keys(operation);
          List<?> written = plugin.writeBulk(keys);
          yield written == null
              ? Outcome.failed(FailureCode.own("no-result"))
              : Outcome.succeeded(keys.size(), values.end());
        }
        default -> {
          Object _ = plugin.writeSingle(key(operation, 0));
          yield Outcome.succeeded(values.end());
        }
      };
    } catch (LinkageError e) {
      return Outcome.failed(e); // A class that the plugin needs is missing.
    } finally {
      values.end();
    }
  }

  private Outcome read(Operation operation) throws Exception {
    String value = plugin.readSingle(key(operation, 0));
    return value == null ? Outcome.notFound() : Outcome.succeeded(bytes(value));
  }

  private Outcome bulkRead(Operation operation) throws Exception {
    List<? extends @Nullable String> found = plugin.readBulk(keys(operation));
    if (found == null) {
      return Outcome.failed(FailureCode.own("no-result"));
    }
    int items = 0;
    long bytes = 0;
    for (String value : found) {
      if (value != null) {
        items++;
        bytes += bytes(value);
      }
    }
    return items == 0 ? Outcome.notFound() : Outcome.succeeded(items, bytes);
  }

  /**
   * Returns different keys. NDBench draws keys until a bulk operation has enough different ones,
   * and plugins rely on this.
   */
  private List<String> keys(Operation operation) {
    Set<String> keys = LinkedHashSet.newLinkedHashSet(operation.size());
    for (int item = 0; item < operation.size(); item++) {
      keys.add(key(operation, item));
    }
    return new ArrayList<>(keys);
  }

  /** Formats a key as in NDBench: T0, T1, … */
  private String key(Operation operation, int item) {
    return keyPrefix + operation.key(item).number();
  }

  private static long bytes(String value) {
    // The type of the result depends on the plugin. Values of NDBench are ASCII.
    return value.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public void close() {
    closed = true; // The client shuts down the plugin.
  }
}
