package org.plimsoll.report.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A segment file of a tier, which is named after its cell length and first second. It is limited to
 * the time range that no finer tier covers.
 *
 * @param beforeSecond the second from which a finer tier has the data
 */
record SegmentFile(int cellSeconds, long startSecond, Path file, long beforeSecond) {
  private static final Pattern NAME = Pattern.compile("(\\d+)s-(\\d+)\\.(\\w+)");

  SegmentFile(int cellSeconds, long startSecond, Path file) {
    this(cellSeconds, startSecond, file, Long.MAX_VALUE);
  }

  /** Lists the segments in a folder, in no order. */
  static List<SegmentFile> in(Path folder, String suffix) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.flatMap(file -> of(file, suffix)).toList();
    }
  }

  private static Stream<SegmentFile> of(Path file, String suffix) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches() && name.group(3).equals(suffix)
        ? Stream.of(
            new SegmentFile(Integer.parseInt(name.group(1)), Long.parseLong(name.group(2)), file))
        : Stream.empty();
  }

  /** Returns the segments, the finest tier first, with each time in the finest tier that has it. */
  static List<SegmentFile> finest(List<SegmentFile> files) {
    List<SegmentFile> parts = new ArrayList<>();
    int cellSeconds = 0;
    long tierFromSecond = Long.MAX_VALUE;
    long beforeSecond = Long.MAX_VALUE;
    for (SegmentFile each :
        files.stream()
            .sorted(
                Comparator.comparingInt(SegmentFile::cellSeconds)
                    .thenComparingLong(SegmentFile::startSecond))
            .toList()) {
      if (each.cellSeconds != cellSeconds) {
        cellSeconds = each.cellSeconds;
        beforeSecond = tierFromSecond;
      }
      tierFromSecond = Math.min(tierFromSecond, each.startSecond);
      if (each.startSecond < beforeSecond) {
        parts.add(new SegmentFile(cellSeconds, each.startSecond, each.file, beforeSecond));
      }
    }
    return parts;
  }
}
