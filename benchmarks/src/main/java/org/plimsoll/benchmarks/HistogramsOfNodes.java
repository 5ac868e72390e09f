package org.plimsoll.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Compares the merged histograms of a fleet's run, which each node has, with the sum of what each
 * node measured alone. Prints the number of buckets that differ, and the first of each tag.
 */
final class HistogramsOfNodes {
  private HistogramsOfNodes() {}

  /**
   * Compares the histograms, and exits with 1 if a bucket differs.
   *
   * @param args the run folder of each node
   */
  public static void main(String[] args) throws IOException {
    List<Path> folders = Stream.of(args).map(Path::of).toList();
    Map<String, Histogram> sum = new TreeMap<>();
    for (Path folder : folders) {
      add(folder.resolve("part.hlog"), sum);
    }
    long different = 0;
    for (Path folder : folders) {
      Map<String, Histogram> merged = new TreeMap<>();
      for (Path file : seconds(folder.resolve("hlog"))) {
        add(file, merged);
      }
      different += compare(folder, merged, sum);
    }
    long buckets = sum.values().stream().mapToLong(each -> counts(each).size()).sum();
    long values = sum.values().stream().mapToLong(Histogram::getTotalCount).sum();
    System.out.printf(
        "%d nodes, %d histograms, %d buckets, %d values, %d different buckets%n",
        folders.size(), sum.size(), buckets, values, different);
    System.exit(different == 0 && values > 0 ? 0 : 1);
  }

  private static List<Path> seconds(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith("1s-")).toList();
    }
  }

  private static void add(Path file, Map<String, Histogram> byTag) throws IOException {
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram line = reader.nextIntervalHistogram();
        if (line instanceof Histogram histogram) {
          byTag.computeIfAbsent(line.getTag(), _ -> new Histogram(3)).add(histogram);
        }
      }
    }
  }

  private static Map<Long, Long> counts(Histogram histogram) {
    Map<Long, Long> counts = new TreeMap<>();
    histogram
        .recordedValues()
        .forEach(
            each -> counts.put(each.getValueIteratedTo(), each.getCountAddedInThisIterationStep()));
    return counts;
  }

  private static long compare(
      Path folder, Map<String, Histogram> merged, Map<String, Histogram> sum) {
    long different = 0;
    TreeSet<String> tags = new TreeSet<>(merged.keySet());
    tags.addAll(sum.keySet());
    for (String tag : tags) {
      Map<Long, Long> has = counts(merged.getOrDefault(tag, new Histogram(3)));
      Map<Long, Long> must = counts(sum.getOrDefault(tag, new Histogram(3)));
      TreeSet<Long> values = new TreeSet<>(has.keySet());
      values.addAll(must.keySet());
      List<Long> wrong =
          values.stream()
              .filter(each -> !has.getOrDefault(each, 0L).equals(must.getOrDefault(each, 0L)))
              .toList();
      if (!wrong.isEmpty()) {
        long first = wrong.getFirst();
        System.out.printf(
            "%s: %s: %d different buckets, the first at %d us: merged %d, sum of nodes %d%n",
            folder,
            tag,
            wrong.size(),
            first,
            has.getOrDefault(first, 0L),
            must.getOrDefault(first, 0L));
      }
      different += wrong.size();
    }
    return different;
  }
}
