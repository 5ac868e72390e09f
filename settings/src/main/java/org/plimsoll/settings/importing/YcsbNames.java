package org.plimsoll.settings.importing;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.plimsoll.engine.spec.NearestName;

/** The names of the properties of YCSB's core, and suggestions for misspelt names. */
final class YcsbNames {
  private static final Set<String> CORE =
      Set.of(
          // The client
          "db",
          "workload",
          "recordcount",
          "operationcount",
          "insertstart",
          "insertcount",
          "threadcount",
          "target",
          "maxexecutiontime",
          "dotransactions",
          "status",
          "status.interval",
          "label",
          "exporter",
          "exportfile",
          "spin.sleep",
          // Its measurements
          "reportlatencyforeacherror",
          "latencytrackederrors",
          "measurementtype",
          "measurement.interval",
          "measurement.trackjvm",
          "measurement.histogram.verbose",
          "measurement.raw.output_file",
          "measurement.raw.no_summary",
          "hdrhistogram.percentiles",
          "hdrhistogram.fileoutput",
          "hdrhistogram.output.path",
          "histogram.buckets",
          "timeseries.granularity",
          // CoreWorkload
          "table",
          "fieldcount",
          "fieldlength",
          "minfieldlength",
          "fieldlengthdistribution",
          "fieldlengthhistogram",
          "fieldnameprefix",
          "readallfields",
          "readallfieldsbyname",
          "writeallfields",
          "dataintegrity",
          "readproportion",
          "updateproportion",
          "insertproportion",
          "scanproportion",
          "readmodifywriteproportion",
          "requestdistribution",
          "hotspotdatafraction",
          "hotspotopnfraction",
          "exponential.percentile",
          "exponential.frac",
          "minscanlength",
          "maxscanlength",
          "scanlengthdistribution",
          "insertorder",
          "zeropadding",
          "core_workload_insertion_retry_limit",
          "core_workload_insertion_retry_interval",
          "core_workload_insertion_keep_going_on_error");

  private YcsbNames() {}

  /** Whether a property is one of YCSB's core. */
  static boolean isCore(String name) {
    return CORE.contains(name) || isOfMeasurements(name);
  }

  /** Whether a property configures YCSB's measurements. */
  static boolean isOfMeasurements(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.startsWith("measurement")
        || lower.startsWith("htrace.")
        || lower.matches("(hdr)?histogram\\..*|timeseries\\..*");
  }

  /**
   * The end of a sentence: {@code , did you mean 'readproportion'?}; empty if the name is one of
   * YCSB's core, or like none. Properties of bindings have a prefix, those of the workload have
   * none.
   */
  static String suggestion(String name) {
    if (isCore(name)) {
      return "";
    }
    List<String> alike =
        CORE.stream().filter(each -> isPrefixed(each) == isPrefixed(name)).toList();
    return NearestName.nearest(name, alike)
        .map(like -> ", did you mean '" + like + "'?")
        .orElse("");
  }

  private static boolean isPrefixed(String name) {
    return name.indexOf('.') >= 0;
  }
}
