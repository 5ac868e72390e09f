package org.plimsoll.driver.gremlin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.FieldVisitor;

/** Converts the results of {@link Traversals} to outcomes. */
final class Answers {
  private final GraphShape shape;
  private final DriverContext.Counter addedEdges;

  Answers(GraphShape shape, DriverContext context) {
    this.shape = shape;
    addedEdges = context.counter("added-edges");
  }

  /**
   * The properties of an operation that its outcome needs. They are copied because keys and rows
   * are not valid after the operation has ended.
   */
  record Asked(OperationType type, boolean isUsers, int size, long rowBytes, List<String> keys) {
    static Asked of(Operation operation) {
      return of(operation, false);
    }

    static Asked of(Operation operation, boolean isUsers) {
      long bytes = 0;
      List<String> keys = List.of();
      if (operation.type().row()) {
        for (int i = 0; i < operation.size(); i++) {
          bytes += operation.row(i).totalBytes();
        }
      }
      if (operation.type().kind() == OperationType.Kind.BULK_READ) {
        keys = new ArrayList<>();
        for (int i = 0; i < operation.size(); i++) {
          keys.add(operation.key(i).text());
        }
      }
      return new Asked(operation.type(), isUsers, operation.size(), bytes, keys);
    }
  }

  /**
   * Returns the outcome for results, or the failure {@code bad-answer} if they do not have the
   * expected form.
   */
  Outcome of(Asked asked, List<?> results) {
    if (asked.isUsers()) {
      return users(asked, results);
    }
    try {
      return switch (asked.type().kind()) {
        case READ -> read(results);
        case INSERT -> added(asked, results);
        case UPDATE -> Outcome.succeeded(asked.rowBytes());
        case DELETE -> count(results) == 0 ? Outcome.notFound() : Outcome.succeeded(0);
        case BULK_READ -> bulkRead(asked.keys(), results);
        case BULK_WRITE -> Outcome.succeeded(asked.size(), asked.rowBytes());
        default -> own(asked, results);
      };
    } catch (IllegalArgumentException | ClassCastException e) {
      return Outcome.failed(Common.BAD_ANSWER, e);
    }
  }

  /**
   * Returns the outcome of a user's script. A script that reads and returns nothing gives
   * not-found.
   */
  private static Outcome users(Asked asked, List<?> results) {
    if (asked.type().side() == OperationType.Side.WRITES) {
      return Outcome.succeeded(asked.rowBytes());
    }
    return results.isEmpty() ? Outcome.notFound() : Outcome.succeeded(results.size(), 0);
  }

  private Outcome own(Asked asked, List<?> results) {
    if (asked.type().equals(GraphOperations.ADD_VERTEX)) {
      return added(asked, results);
    }
    if (asked.type().equals(GraphOperations.ADD_EDGE)) {
      long added = count(results);
      addedEdges.add(added);
      return added == 0 ? Outcome.notFound() : Outcome.succeeded(0);
    }
    if (asked.type().equals(GraphOperations.FIND_VERTEX)) {
      return results.size() > 1
          ? Outcome.failed(
              FailureCode.own("duplicate"), results.size() + " vertices have the same key")
          : read(results);
    }
    if (asked.type().equals(GraphOperations.READ_NEIGHBORS)) {
      long bytes = results.stream().mapToLong(this::payloadBytes).sum();
      return Outcome.succeeded(results.size(), bytes);
    }
    return Outcome.succeeded((int) Math.min(Integer.MAX_VALUE, count(results)), 0);
  }

  private Outcome added(Asked asked, List<?> results) {
    if (!results.isEmpty()) {
      addedEdges.add(count(results));
    }
    return Outcome.succeeded(asked.rowBytes());
  }

  private static long count(List<?> results) {
    return ((Number) results.getFirst()).longValue();
  }

  private Outcome read(List<?> results) {
    if (results.isEmpty()) {
      return Outcome.notFound();
    }
    Object found = results.getFirst();
    return Outcome.succeeded(payloadBytes(found)).withRows(visitor -> visit(0, found, visitor));
  }

  private Outcome bulkRead(List<String> keys, List<?> results) {
    Map<String, Object> byKey = new HashMap<>();
    for (Object found : results) {
      Object key = ((Map<?, ?>) found).get(GraphShape.KEY);
      if (key != null) {
        byKey.put(String.valueOf(first(key)), found);
      }
    }
    int items = 0;
    long bytes = 0;
    for (String key : keys) {
      Object found = byKey.get(key);
      if (found != null) {
        items++;
        bytes += payloadBytes(found);
      }
    }
    return items == 0
        ? Outcome.notFound()
        : Outcome.succeeded(items, bytes)
            .withRows(visitor -> {
              for (int i = 0; i < keys.size(); i++) {
                Object found = byKey.get(keys.get(i));
                if (found != null) {
                  visit(i, found, visitor);
                }
              }
            });
  }

  /** Returns the size in bytes of a value, or of a map from names to values. */
  private long payloadBytes(Object found) {
    if (found instanceof Map<?, ?> properties) {
      long bytes = 0;
      for (String field : shape.fields()) {
        Object value = properties.get(field);
        bytes += value == null ? 0 : shape.form().bytes((String) first(value));
      }
      return bytes;
    }
    return shape.form().bytes((String) found);
  }

  private void visit(int item, Object found, FieldVisitor visitor) {
    if (found instanceof Map<?, ?> properties) {
      for (String field : shape.fields()) {
        Object value = properties.get(field);
        if (value != null) {
          lend(item, field, first(value), visitor);
        }
      }
    } else {
      lend(item, shape.fields().getFirst(), found, visitor);
    }
  }

  private void lend(int item, String field, Object value, FieldVisitor visitor) {
    byte[] bytes = shape.form().decode((String) value);
    visitor.field(item, field, bytes, 0, bytes.length);
  }

  /** Returns the value of a property, which may be in a list. */
  private static Object first(Object value) {
    return value instanceof List<?> list ? list.getFirst() : value;
  }
}
