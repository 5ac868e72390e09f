package org.plimsoll.ycsb;

import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.HashMap;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * A store that only reads each value that it is given, like Plimsoll's {@code sim:}. If the values
 * were not read, YCSB would not generate the bytes that it claims to write.
 */
public final class ReadingNoOp extends DB {
  private long sum;

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    sum += key.length();
    return Status.OK;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    for (ByteIterator value : values.values()) {
      for (byte b : value.toArray()) {
        sum += b;
      }
    }
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    return Status.OK;
  }

  @Override
  public void cleanup() {
    // The sum is used, so that reading the bytes cannot be optimized away.
    System.err.println("sum of bytes " + sum);
  }
}
