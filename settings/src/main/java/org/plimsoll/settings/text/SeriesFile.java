package org.plimsoll.settings.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.text.NamedFile;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * Reads a file with a time on each line, and further columns after commas. Blank lines, comments
 * ({@code #}) and a first line of column names are skipped. A time is in seconds ({@code 1.25}), a
 * duration ({@code 90s}) or an instant ({@code 2026-11-21T10:00:00.125Z}).
 */
final class SeriesFile {
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}(?:\\.[0-9]{1,30})?");
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

  /** Maximum size of a file, which is enough for five million timestamps. */
  private static final long MAX_BYTES = 256 << 20;

  private SeriesFile() {}

  /**
   * A line of the file.
   *
   * @param key the setting that names the file
   * @param number the number of the line, from 1
   */
  record Row(String key, String file, int number, List<String> columns) {
    /** Returns the time in the first column, in nanoseconds. */
    long nanos() {
      String text = columns.getFirst();
      if (SECONDS.matcher(text).matches()) {
        return new BigDecimal(text)
            .multiply(NANOS_PER_SECOND)
            .setScale(0, RoundingMode.HALF_UP)
            .longValueExact();
      }
      return text.contains("T") ? instantNanos(text) : Quantities.parseDuration(text).toNanos();
    }

    /**
     * Returns the time in the first column, in nanoseconds.
     *
     * @throws IllegalArgumentException if the time is an instant before {@code earliestNanos}
     */
    long nanosFrom(long earliestNanos) {
      long nanos = nanos();
      if (nanos < earliestNanos) {
        throw new IllegalArgumentException("must not be before the time above");
      }
      return nanos;
    }

    /**
     * Parses a value of this line.
     *
     * @param allowed the allowed values, as a phrase after "must be"
     * @throws InvalidSpecException if the value is not allowed, with the number of the line
     */
    <T> T parse(String allowed, Supplier<T> parser) {
      try {
        return parser.get();
      } catch (IllegalArgumentException | ArithmeticException e) {
        String was = shortened(String.join(",", columns));
        throw Refusal.of(key, file + ":" + number + " must be " + allowed, was, e);
      }
    }

    private boolean hasNoDigit() {
      return columns.stream().noneMatch(column -> column.matches(".*[0-9].*"));
    }

    private static long instantNanos(String text) {
      try {
        Instant instant = Instant.parse(text);
        return Math.addExact(
            Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND.longValue()),
            instant.getNano());
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException("must be an instant", e);
      }
    }

    private static String shortened(String text) {
      return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
  }

  /**
   * Reads a file with at least one line.
   *
   * @param key the setting that names the file
   * @throws InvalidSpecException if the file cannot be read, is empty, or is too long
   */
  static void read(String key, String file, int maxRows, Consumer<Row> reader) {
    int rows = 0;
    try (BufferedReader in = NamedFile.reader(Path.of(file), MAX_BYTES)) {
      int number = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        number++;
        String text = line.strip();
        if (text.isEmpty() || text.startsWith("#")) {
          continue;
        }
        List<String> columns = List.of(text.split("\\s*,\\s*", -1));
        Row row = new Row(key, file, number, columns);
        if (rows == 0 && row.hasNoDigit()) {
          continue;
        }
        reader.accept(row);
        rows++;
        if (rows > maxRows) {
          throw Refusal.of(key, "must name a file of at most " + maxRows + " lines", file);
        }
      }
    } catch (IOException e) {
      throw Refusal.of(key, NamedFile.sentence(e), file, e);
    } catch (InvalidPathException e) {
      throw Refusal.of(key, "must name a file that can be read", file, e);
    }
    if (rows == 0) {
      throw Refusal.of(key, "must name a file with at least one line", file);
    }
  }
}
