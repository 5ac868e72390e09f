package org.plimsoll.driver.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * The interface of {@code com.yahoo.ycsb.DB} from 0.5 to 0.12, in which rows were {@code HashMap}s.
 * Bindings for these versions extend this class after they have been loaded.
 */
@SuppressWarnings("NonApiType") // As in the interface of YCSB.
public abstract class HashMapDb extends DB {
  public abstract Status read(
      String table, String key, @Nullable Set<String> fields, HashMap<String, ByteIterator> result);

  public abstract Status update(String table, String key, HashMap<String, ByteIterator> values);

  public abstract Status insert(String table, String key, HashMap<String, ByteIterator> values);

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    if (result instanceof HashMap<String, ByteIterator> same) {
      return read(table, key, fields, same);
    }
    HashMap<String, ByteIterator> found = new HashMap<>();
    Status status = read(table, key, fields, found);
    result.putAll(found);
    return status;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, hashMap(values));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return insert(table, key, hashMap(values));
  }

  private static HashMap<String, ByteIterator> hashMap(Map<String, ByteIterator> values) {
    return values instanceof HashMap<String, ByteIterator> same ? same : new HashMap<>(values);
  }
}
