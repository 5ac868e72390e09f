package org.plimsoll.engine.telemetry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The figures of a host from a page of the Prometheus node exporter, summed over its processors,
 * network devices and disks.
 *
 * @param gauges values by source and name; those that end in {@code _total} are counters
 * @param cpuSeconds processor time by mode; {@code all} is the sum of the modes
 * @param diskSeconds time for which each disk was busy
 * @param atSeconds the host's own time of the reading; 0 if the page does not contain it
 */
record HostPage(
    Map<String, Double> gauges,
    Map<String, Double> cpuSeconds,
    Map<String, Double> diskSeconds,
    double atSeconds) {
  /** Network devices whose traffic is also counted on another device, or never leaves the host. */
  private static final Pattern INNER_NETWORK =
      Pattern.compile("lo|veth.*|docker.*|br-.*|cali.*|cni.*|flannel.*|ifb.*");

  /** Disks whose traffic is also counted on another disk. */
  private static final Pattern INNER_DISK =
      Pattern.compile("loop\\d+|ram\\d+|dm-\\d+|md\\d+|sr\\d+");

  private static final String ALL = "all";

  /**
   * Sums the figures of a page.
   *
   * @param withLoopback whether the loopback device counts, as for a target on the same machine
   */
  static HostPage of(List<PrometheusLine> page, boolean withLoopback) {
    Map<String, Double> gauges = new LinkedHashMap<>();
    Map<String, Double> cpu = new LinkedHashMap<>();
    Map<String, Double> disks = new LinkedHashMap<>();
    Map<String, Double> memory = new LinkedHashMap<>();
    double at = 0;
    for (PrometheusLine line : page) {
      double value = line.value();
      switch (line.name()) {
        case "node_cpu_seconds_total" -> {
          cpu.merge(line.label("mode"), value, Double::sum);
          cpu.merge(ALL, value, Double::sum);
        }
        case "node_load1" -> gauges.put("host.load1", value);
        case "node_memory_MemTotal_bytes" -> memory.put("total", value);
        case "node_memory_MemAvailable_bytes" -> memory.put("available", value);
        case "node_network_receive_bytes_total" ->
            network(gauges, line, "host.network_received_bytes_total", withLoopback);
        case "node_network_transmit_bytes_total" ->
            network(gauges, line, "host.network_sent_bytes_total", withLoopback);
        case "node_disk_read_bytes_total" -> disk(gauges, line, "host.disk_read_bytes_total");
        case "node_disk_written_bytes_total" -> disk(gauges, line, "host.disk_written_bytes_total");
        case "node_disk_io_time_seconds_total" -> disks.put(line.label("device"), value);
        case "node_time_seconds" -> at = value;
        default -> java(gauges, line);
      }
    }
    Double total = memory.get("total");
    if (total != null) {
      gauges.put("host.memory_total_bytes", total);
      gauges.put("host.memory_used_bytes", total - memory.getOrDefault("available", 0.0));
    }
    disks.keySet().removeIf(device -> INNER_DISK.matcher(device).matches());
    return new HostPage(gauges, cpu, disks, at);
  }

  private static void network(
      Map<String, Double> gauges, PrometheusLine line, String name, boolean withLoopback) {
    String device = line.label("device");
    if (!INNER_NETWORK.matcher(device).matches() || (withLoopback && device.equals("lo"))) {
      gauges.merge(name, line.value(), Double::sum);
    }
  }

  private static void disk(Map<String, Double> gauges, PrometheusLine line, String name) {
    if (!INNER_DISK.matcher(line.label("device")).matches()) {
      gauges.merge(name, line.value(), Double::sum);
    }
  }

  /** Matches the names of the JMX exporter, old and new, and of Micrometer. */
  private static void java(Map<String, Double> gauges, PrometheusLine line) {
    String name =
        switch (line.name()) {
          case "jvm_memory_used_bytes", "jvm_memory_bytes_used" -> "jvm.heap_used_bytes";
          case "jvm_memory_max_bytes", "jvm_memory_bytes_max" -> "jvm.heap_max_bytes";
          case "jvm_gc_collection_seconds_sum", "jvm_gc_pause_seconds_sum" ->
              "jvm.gc_seconds_total";
          default -> "";
        };
    boolean isOther = line.name().startsWith("jvm_memory") && !line.label("area").equals("heap");
    if (!name.isEmpty() && !isOther && line.value() >= 0) { // -1 means undefined
      gauges.merge(name, line.value(), Double::sum);
    }
  }

  /** Returns shares of the time since an earlier page, for the processors and the busiest disk. */
  Map<String, Double> sharesSince(HostPage before) {
    Map<String, Double> shares = new LinkedHashMap<>();
    double all = more(cpuSeconds, before.cpuSeconds, ALL);
    if (all > 0) {
      double waiting = more(cpuSeconds, before.cpuSeconds, "iowait");
      double idle = more(cpuSeconds, before.cpuSeconds, "idle");
      shares.put("host.cpu_ratio", Math.clamp((all - idle - waiting) / all, 0, 1));
      shares.put("host.cpu_iowait_ratio", Math.clamp(waiting / all, 0, 1));
      shares.put(
          "host.cpu_steal_ratio",
          Math.clamp(more(cpuSeconds, before.cpuSeconds, "steal") / all, 0, 1));
    }
    double seconds = atSeconds - before.atSeconds;
    if (seconds > 0 && !diskSeconds.isEmpty()) {
      double busiest =
          diskSeconds.keySet().stream()
              .mapToDouble(device -> more(diskSeconds, before.diskSeconds, device))
              .max()
              .orElse(0);
      shares.put("host.disk_busy_ratio", Math.clamp(busiest / seconds, 0, 1));
    }
    return shares;
  }

  private static double more(Map<String, Double> now, Map<String, Double> before, String name) {
    Double earlier = before.get(name);
    return earlier == null ? 0 : Math.max(0, now.getOrDefault(name, earlier) - earlier);
  }
}
