package org.plimsoll.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The labels (tags, attributes) that distinguish the series of a metric, in the metric's order. */
record MetricLabels(List<Label> labels, List<String> values) {
  /**
   * The labels that a metric can have. Labels that no metric lists describe the run, and all series
   * have them.
   */
  enum Label {
    RUN("the run's id"),
    NAME("the run's name"),
    GENERATOR("the machine that generates the load"),
    TARGET("the target's URI, without secrets"),
    SCENARIO("all, the name of a scenario, or probe"),
    PHASE("fill, warmup, measure or drain"),
    OPERATION("read, update, insert, …"),
    OUTCOME("how an operation ended"),
    CODE("the driver's code of a failure"),
    VALIDITY("valid, suspect, invalid or unjudged"),
    KIND("phase, parameter, target, warning, …"),
    READING("such as redis.used_memory_bytes"),
    NODE("the machine or process that a reading is of, or all"),
    COUNTER("such as cache-hits"),
    PERCENTILE("p50, p90, p99, p999 or max");

    final String description;

    Label(String description) {
      this.description = description;
    }

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  MetricLabels {
    labels = List.copyOf(labels);
    values = List.copyOf(values);
    if (labels.size() != values.size()) {
      throw new IllegalArgumentException(labels + " and " + values);
    }
  }

  /** Returns the labels by name, those of the run first. */
  Map<String, String> with(Map<String, String> ofRun) {
    Map<String, String> all = new LinkedHashMap<>(ofRun);
    for (int i = 0; i < labels.size(); i++) {
      all.put(labels.get(i).key(), values.get(i));
    }
    return all;
  }
}
