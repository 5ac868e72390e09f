package org.plimsoll.driver.dynomite;

import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.Row;
import org.plimsoll.driver.lettuce.Call;
import org.plimsoll.driver.lettuce.Request;
import org.plimsoll.driver.lettuce.RowCodec;
import org.plimsoll.driver.lettuce.Slice;

/** Creates the commands for writes, using only commands that Dynomite accepts. */
final class Calls {
  private static final int FIELDS = 2;
  private static final int MEMBERS = 5;
  private static final long HASH_SECONDS = 3600;
  private static final byte[] HASH = ascii("hash:");
  private static final byte[] SORTED_SET = ascii("zset:");
  private static final byte[] COUNTER = ascii("count:");
  private static final byte[][] FIELD_NAMES = {ascii("1"), ascii("2")};

  private final Map<String, byte[]> bytesByName = new HashMap<>();
  private final boolean hash;

  Calls(List<String> fieldNames, boolean hash) {
    this.hash = hash;
    for (String name : fieldNames) {
      bytesByName.put(name, name.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Adds the commands that write a row: SET for one value, or HMSET for several fields, because
   * HSET takes only one field.
   */
  void addWrite(byte[] key, Row row, long ttlMillis, List<Call> calls, Request request) {
    var args = RowCodec.keyed(key);
    if (!hash) {
      args.addValue(new Slice(row.buffer(), row.offset(0), row.length(0)));
      if (ttlMillis > 0) {
        args.add("PX").add(ttlMillis);
      }
      calls.add(new Call(CommandType.SET, args, request));
      return;
    }
    for (int i = 0; i < row.fieldCount(); i++) {
      args.add(fieldName(row.fieldName(i)));
      args.addValue(new Slice(row.buffer(), row.offset(i), row.length(i)));
    }
    calls.add(new Call(CommandType.HMSET, args, request));
    if (ttlMillis > 0) {
      calls.add(new Call(CommandType.PEXPIRE, RowCodec.keyed(key).add(ttlMillis), request));
    }
  }

  private byte[] fieldName(String name) {
    byte[] known = bytesByName.get(name);
    return known == null ? name.getBytes(StandardCharsets.UTF_8) : known;
  }

  static Call increment(byte[] key, Request request) {
    return new Call(CommandType.INCR, RowCodec.keyed(key), request);
  }

  /** Creates an HMSET of two fields with the first value of the row, and an EXPIRE. */
  static Call[] writeHash(byte[] key, Row row, Request request) {
    var args = RowCodec.keyed(key);
    for (int i = 0; i < FIELDS; i++) {
      args.add(FIELD_NAMES[i]).addValue(first(row));
    }
    return new Call[] {
      new Call(CommandType.HMSET, args, request),
      new Call(CommandType.EXPIRE, RowCodec.keyed(key).add(HASH_SECONDS), request)
    };
  }

  static Call readHash(byte[] key, Request request) {
    return new Call(CommandType.HGETALL, RowCodec.keyed(key), request);
  }

  /** Creates one ZADD for each member, with the first value of the row after the score. */
  static Call[] writeSortedSet(byte[] key, Row row, Request request) {
    List<Call> calls = new ArrayList<>();
    for (int score = 0; score < MEMBERS; score++) {
      byte[] member = Arrays.copyOf(ascii(score + ":"), 2 + row.length(0));
      System.arraycopy(row.buffer(), row.offset(0), member, 2, row.length(0));
      var args = RowCodec.keyed(key).add(score).addValue(new Slice(member, 0, member.length));
      calls.add(new Call(CommandType.ZADD, args, request));
    }
    return calls.toArray(new Call[0]);
  }

  static Call readSortedSet(byte[] key, Request request) {
    return new Call(CommandType.ZRANGE, RowCodec.keyed(key).add(0).add(-1), request);
  }

  static int fields() {
    return FIELDS;
  }

  static int members() {
    return MEMBERS;
  }

  static byte[] hashKey(byte[] key) {
    return joined(HASH, key);
  }

  static byte[] sortedSetKey(byte[] key) {
    return joined(SORTED_SET, key);
  }

  static byte[] counterKey(byte[] key) {
    return joined(COUNTER, key);
  }

  private static Slice first(Row row) {
    return new Slice(row.buffer(), row.offset(0), row.length(0));
  }

  private static byte[] joined(byte[] prefix, byte[] key) {
    byte[] all = Arrays.copyOf(prefix, prefix.length + key.length);
    System.arraycopy(key, 0, all, prefix.length, key.length);
    return all;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
