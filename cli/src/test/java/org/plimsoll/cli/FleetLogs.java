package org.plimsoll.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** What runs leave in files: the operations that a target has received, and histograms. */
final class FleetLogs {
  private FleetLogs() {}

  /**
   * An operation that a target has received.
   *
   * @param keys the key numbers, separated by tabs
   */
  record Received(long index, String operation, String keys) {
    /** Without the key of an insert, which is one that no other operation of its generator had. */
    Received withoutNewKey() {
      return operation.equals("insert") ? new Received(index, operation, "") : this;
    }
  }

  /** The operations in all logs of a folder, by index. */
  static List<Received> received(Path folder) throws IOException {
    List<Received> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          String[] parts = line.split("\t", 3);
          all.add(new Received(Long.parseLong(parts[0]), parts[1], parts[2]));
        }
      }
    }
    all.sort(Comparator.comparingLong(Received::index));
    return all;
  }

  /** The sums of the histograms that each run folder has of its own node, by tag. */
  static Map<String, Histogram> ofNodes(List<Path> runs) throws IOException {
    Map<String, Histogram> sums = new TreeMap<>();
    for (Path run : runs) {
      add(run.resolve("part.hlog"), sums);
    }
    return sums;
  }

  /** The sums of the merged histograms of a run folder, by tag. */
  static Map<String, Histogram> merged(Path run) throws IOException {
    Map<String, Histogram> sums = new TreeMap<>();
    try (Stream<Path> files = Files.list(run.resolve("hlog"))) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith("1s-")) {
          add(file, sums);
        }
      }
    }
    return sums;
  }

  private static void add(Path file, Map<String, Histogram> sums) throws IOException {
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram line = reader.nextIntervalHistogram();
        assertThat(line).as("a line of %s", file).isInstanceOf(Histogram.class);
        sums.computeIfAbsent(line.getTag(), _ -> new Histogram(3)).add((Histogram) line);
      }
    }
  }

  /** The folders of a run below a folder. */
  static List<Path> runs(Path folder, String id) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(each ->
              each.endsWith("part.hlog")
                  && requireNonNull(each.getParent()).toString().contains(id))
          .map(Path::getParent)
          .toList();
    }
  }
}
