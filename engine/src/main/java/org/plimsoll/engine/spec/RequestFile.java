package org.plimsoll.engine.spec;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.text.NamedFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests from a file with one JSON object per line. An object has the operation and its key, and
 * optionally its row, the size of its values, or the length of its scan. The file is read on first
 * use and kept in memory, in columns. A line takes 13 bytes plus the length of its row; each key is
 * stored once.
 */
public final class RequestFile {
  /** Maximum file size; the parsed requests take no more memory than the file. */
  private static final long MAX_BYTES = 256 << 20;

  private static final long MAX_VALUE_BYTES = 1L << 30;
  private static final int MAX_SCAN = 1_000_000;
  private static final int MAX_OPERATIONS = Byte.MAX_VALUE;
  private static final int MAX_FIELDS = 10_000;
  private static final Set<String> KNOWN = Set.of("op", "key", "row", "value", "bytes", "length");
  private static final int NONE = -1;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private final Path file;
  private @Nullable Content content;

  /**
   * An operation of the file.
   *
   * @param lines number of its requests
   * @param firstLine line of its first request, counted from 1
   * @param firstRow first line with a row or a value size; 0 if there is none
   * @param firstLength first line with a scan length; 0 if there is none
   */
  public record Named(String name, int lines, int firstLine, int firstRow, int firstLength) {}

  public RequestFile(Path file) {
    this.file = file;
  }

  /** Returns the operations, in the order of their first occurrence. */
  public List<Named> operations() {
    return content().operations;
  }

  /** Returns the keys, and the key of each request. */
  public KeyNames keys() {
    return content().keys;
  }

  /** Returns the number of requests, at least 1. */
  public int count() {
    return content().operationOf.length;
  }

  /** Whether any request has its own row. */
  public boolean hasRows() {
    return content().rows.length > 0;
  }

  /** Returns the parsed requests. The caller must not modify them. */
  public Content content() {
    Content known;
    synchronized (this) {
      known = content;
      if (known == null) {
        known = new Reader(file).read();
        content = known;
      }
    }
    return known;
  }

  /** The parsed requests, numbered from 0. */
  public static final class Content {
    private final List<Named> operations;
    private final KeyNames keys;
    private final byte[] operationOf;
    private final int[] sizeOf;
    private final int[] rowOf;
    private final byte[] rows;
    private final String[][] shapes;

    private Content(
        List<Named> operations,
        KeyNames keys,
        byte[] operationOf,
        int[] sizeOf,
        int[] rowOf,
        byte[] rows,
        String[][] shapes) {
      this.operations = operations;
      this.keys = keys;
      this.operationOf = operationOf;
      this.sizeOf = sizeOf;
      this.rowOf = rowOf;
      this.rows = rows;
      this.shapes = shapes;
    }

    /** Returns the index of the request's operation. */
    public int operation(int request) {
      return operationOf[request];
    }

    /**
     * Returns the bytes per value, or the rows of a scan; −1 if the request does not specify them.
     */
    public int size(int request) {
      return sizeOf[request];
    }

    /**
     * Returns the offset of the request's row, which starts with the length of its first value; −1
     * if it has none.
     */
    public int row(int request) {
      return rowOf.length == 0 || rowOf[request] == NONE ? NONE : rowOf[request] + Integer.BYTES;
    }

    /** Returns the field names of the request's row. */
    public String[] fieldNames(int request) {
      return shapes[number(rowOf[request])];
    }

    /** Returns the number stored at an offset of the rows. */
    public int number(int at) {
      return rows[at] << 24
          | (rows[at + 1] & 0xff) << 16
          | (rows[at + 2] & 0xff) << 8
          | (rows[at + 3] & 0xff);
    }

    /** Returns all rows, concatenated. */
    public byte[] rows() {
      return rows;
    }
  }

  /** Reads the file line by line. */
  private static final class Reader {
    private final Path file;
    private final KeyIndex keys = new KeyIndex();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<Named> operations = new ArrayList<>();
    private final Map<List<String>, Integer> shapes = new LinkedHashMap<>();
    private byte[] operationOf = new byte[1024];
    private int[] keyOf = new int[1024];
    private int[] sizeOf = new int[1024];
    private int[] rowOf = {};
    private byte[] rows = {};
    private int rowsEnd;
    private int count;
    private int line;

    Reader(Path file) {
      this.file = file;
    }

    Content read() {
      try {
        try (BufferedReader in = NamedFile.reader(file, MAX_BYTES)) {
          for (String text = in.readLine(); text != null; text = in.readLine()) {
            line++;
            if (!text.isBlank()) {
              add(text);
            }
          }
        }
      } catch (IOException e) {
        throw new InvalidSpecException(
            "requests: " + NamedFile.sentence(e) + ", was '" + file + "'", e);
      }
      if (count == 0) {
        throw new InvalidSpecException(
            "requests: must name a file with a request on each line, was '" + file + "'");
      }
      return content();
    }

    private Content content() {
      return new Content(
          List.copyOf(operations),
          new KeyNames(file, keys.names(), Arrays.copyOf(keyOf, count)),
          Arrays.copyOf(operationOf, count),
          Arrays.copyOf(sizeOf, count),
          rowOf.length == 0 ? rowOf : Arrays.copyOf(rowOf, count),
          Arrays.copyOf(rows, rowsEnd),
          shapes.keySet().stream()
              .map(names -> names.toArray(String[]::new))
              .toArray(String[][]::new));
    }

    private void add(String text) {
      JsonNode request = parsed(text);
      for (String name : request.propertyNames()) {
        if (!KNOWN.contains(name)) {
          throw wrong(
              "may have only op, key, row, value, bytes and length, has '"
                  + name
                  + "'"
                  + NearestName.suggestion(name, KNOWN));
        }
      }
      if (count == operationOf.length) {
        operationOf = Arrays.copyOf(operationOf, 2 * count);
        keyOf = Arrays.copyOf(keyOf, 2 * count);
        sizeOf = Arrays.copyOf(sizeOf, 2 * count);
      }
      boolean hasRow = request.has("row") || request.has("value") || request.has("bytes");
      operationOf[count] = (byte) operation(request, hasRow);
      keyOf[count] = keys.add(key(request));
      sizeOf[count] = size(request);
      if (request.has("row") || request.has("value")) {
        addRow(request);
      } else if (rowOf.length > 0) {
        rowAt(NONE);
      }
      count++;
    }

    private JsonNode parsed(String text) {
      try {
        JsonNode request = JSON.readTree(text);
        if (request.isObject()) {
          return request;
        }
      } catch (JacksonException e) {
        throw wrong("must be JSON: " + e.getOriginalMessage());
      }
      throw wrong("must be a JSON object such as {\"op\": \"read\", \"key\": \"a\"}");
    }

    private int operation(JsonNode request, boolean hasRow) {
      JsonNode op = request.get("op");
      if (op == null || !op.isString()) {
        throw wrong("must have an operation, such as \"op\": \"read\"");
      }
      String name = op.stringValue();
      int number = numbers.computeIfAbsent(name, n -> numbers.size());
      if (number > MAX_OPERATIONS) {
        throw wrong("has the 129th distinct operation, at most 128 are allowed");
      }
      if (number == operations.size()) {
        operations.add(new Named(name, 0, line, 0, 0));
      }
      Named so = operations.get(number);
      boolean isFirstRow = hasRow && so.firstRow == 0;
      boolean isFirstLength = request.has("length") && so.firstLength == 0;
      operations.set(
          number,
          new Named(
              name,
              so.lines + 1,
              so.firstLine,
              isFirstRow ? line : so.firstRow,
              isFirstLength ? line : so.firstLength));
      return number;
    }

    private byte[] key(JsonNode request) {
      JsonNode key = request.get("key");
      boolean isName = key != null && key.isString() && !key.stringValue().isEmpty();
      if (!isName && (key == null || !key.isIntegralNumber())) {
        throw wrong("must have a key, such as \"key\": \"a\"");
      }
      return key.asString().getBytes(StandardCharsets.UTF_8);
    }

    private int size(JsonNode request) {
      boolean isScan = request.has("length");
      if (isScan && request.has("bytes")) {
        throw wrong("must have bytes or length, has both");
      }
      JsonNode size = request.get(isScan ? "length" : "bytes");
      if (size == null) {
        return NONE;
      }
      long most = isScan ? MAX_SCAN : MAX_VALUE_BYTES;
      int least = isScan ? 1 : 0;
      boolean fits = size.isIntegralNumber() && size.canConvertToLong();
      if (!fits || size.longValue() < least || size.longValue() > most) {
        throw wrong(
            "must have a whole number from %d to %d for %s, and has %s"
                .formatted(least, most, isScan ? "length" : "bytes", size));
      }
      return size.intValue();
    }

    private void addRow(JsonNode request) {
      JsonNode row = request.get("row");
      JsonNode value = request.get("value");
      if (request.has("bytes") || (row != null && value != null)) {
        throw wrong("must have one of row, value and bytes, has two");
      }
      Map<String, byte[]> fields = new LinkedHashMap<>();
      if (value != null) {
        fields.put("field0", bytes("value", value));
      } else if (row.isObject() && !row.isEmpty() && row.size() <= MAX_FIELDS) {
        row.forEachEntry((name, field) -> fields.put(name, bytes(name, field)));
      } else {
        throw wrong("must have a row of 1 to 10000 fields, such as \"row\": {\"field0\": \"a\"}");
      }
      Integer shape = shapes.computeIfAbsent(List.copyOf(fields.keySet()), s -> shapes.size());
      rowAt(rowsEnd);
      append(ByteBuffer.allocate(Integer.BYTES).putInt(shape).array());
      for (byte[] field : fields.values()) {
        append(ByteBuffer.allocate(Integer.BYTES).putInt(field.length).array());
        append(field);
      }
    }

    private byte[] bytes(String name, JsonNode value) {
      if (!value.isString()) {
        throw wrong("must have a string for '" + name + "', has " + value);
      }
      return value.stringValue().getBytes(StandardCharsets.UTF_8);
    }

    /** Records the row's offset. Rows are rare, so offsets are allocated with the first row. */
    private void rowAt(int at) {
      if (rowOf.length < operationOf.length) {
        int known = rowOf.length == 0 ? 0 : count;
        rowOf = Arrays.copyOf(rowOf, operationOf.length);
        Arrays.fill(rowOf, known, count, NONE);
      }
      rowOf[count] = at;
    }

    private void append(byte[] bytes) {
      if (rowsEnd + bytes.length > rows.length) {
        rows = Arrays.copyOf(rows, Math.max(2 * rows.length, rowsEnd + bytes.length));
      }
      System.arraycopy(bytes, 0, rows, rowsEnd, bytes.length);
      rowsEnd += bytes.length;
    }

    private InvalidSpecException wrong(String sentence) {
      return new InvalidSpecException("requests: line " + line + " of '" + file + "' " + sentence);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RequestFile requests && requests.file.equals(file);
  }

  @Override
  public int hashCode() {
    return file.hashCode();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
