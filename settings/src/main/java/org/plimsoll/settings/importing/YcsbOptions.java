package org.plimsoll.settings.importing;

import static org.plimsoll.settings.importing.ImportedOption.refused;
import static org.plimsoll.settings.importing.ImportedOption.taken;

import java.util.List;

/**
 * The properties of YCSB's core. An import for a driver of this tool implements them. An import for
 * a binding also passes all properties to it.
 */
final class YcsbOptions {
  private static final String REPORT = "no setting: `plimsoll ycsb` prints YCSB's report";
  private static final String HISTOGRAMS = "the run folder has histograms of each second (hlog/)";
  private static final String BY_CODE = "failures are counted by code, and are not timed";
  private static final String ONE_DRIVER = "the driver has its own names of table and fields";
  private static final String NO_RETRY = "the drivers of this tool do not retry";
  private static final String EXPONENTIAL =
      "`key-distribution`, with requestdistribution exponential";
  private static final String HOTSPOT = "`key-distribution`, with requestdistribution hotspot";
  private static final String SCANS = "`scan-length`, with scans";

  static final List<ImportedOption> ALL =
      List.of(
          refused("db", null, "the target URI selects the store: `--target`", "db=redis"),
          taken(
              "workload",
              "core",
              "the settings below; another class needs `--target ycsb:DB`",
              "workload=core"),
          taken("recordcount", null, "`keys`; it must be given", "recordcount=500"),
          taken("insertstart", "0", "`first-key`", "insertstart=10"),
          taken("insertcount", "recordcount - insertstart", "`keys`", "insertcount=50"),
          taken("operationcount", "0", "`ops`; 0 is `forever`", "operationcount=500"),
          taken(
              "maxexecutiontime",
              "0",
              "`for`; with operationcount, whichever comes first ends the run",
              "maxexecutiontime=5"),
          taken("threadcount", "1", "`workers`", "threadcount=4"),
          taken(
              "target",
              "0",
              "`rate` in the paced `model`, with `when-full` hold: a cap; 0 is none",
              "target=1000"),
          refused(
              "dotransactions", "true", "`--load` converts the load phase", "dotransactions=true"),
          taken("fieldcount", "10", "`fields`", "fieldcount=5"),
          taken("fieldlength", "100", "`value-bytes`", "fieldlength=50"),
          taken(
              "minfieldlength",
              "1",
              "`value-bytes`, with fieldlengthdistribution uniform or zipfian",
              "minfieldlength=5 fieldlengthdistribution=uniform"),
          taken(
              "fieldlengthdistribution",
              "constant",
              "`value-bytes`",
              "fieldlengthdistribution=uniform"),
          taken(
              "fieldlengthhistogram",
              "hist.txt",
              "`value-bytes`, with fieldlengthdistribution histogram",
              ""),
          refused("table", "usertable", ONE_DRIVER, "table=t"),
          refused("fieldnameprefix", "field", ONE_DRIVER, "fieldnameprefix=f"),
          refused(
              "readallfields",
              "true",
              "drivers of this tool read whole rows, as YCSB does with true",
              "readallfields=false"),
          refused(
              "readallfieldsbyname",
              "false",
              "drivers read whole rows",
              "readallfieldsbyname=true"),
          taken("writeallfields", "false", "`update-fields`: 1, or all", "writeallfields=true"),
          taken("dataintegrity", "false", "`verify`", "dataintegrity=true"),
          taken("readproportion", "0.95", "`mix` read", "readproportion=0.5"),
          taken("updateproportion", "0.05", "`mix` update", "updateproportion=0.5"),
          taken("insertproportion", "0", "`mix` insert", "insertproportion=0.5"),
          taken("scanproportion", "0", "`mix` scan", "scanproportion=0.5"),
          taken(
              "readmodifywriteproportion",
              "0",
              "`mix` read-modify-write",
              "readmodifywriteproportion=0.5"),
          taken(
              "requestdistribution",
              "uniform",
              "`key-distribution`: uniform, ycsb-zipfian, latest(0.99), hotspot(…), exponential(…)"
                  + " or sequential",
              "requestdistribution=zipfian"),
          taken(
              "hotspotdatafraction",
              "0.2",
              HOTSPOT,
              "hotspotdatafraction=0.1 requestdistribution=hotspot"),
          taken(
              "hotspotopnfraction",
              "0.8",
              HOTSPOT,
              "hotspotopnfraction=0.9 requestdistribution=hotspot"),
          taken(
              "exponential.percentile",
              "95",
              EXPONENTIAL,
              "exponential.percentile=90 requestdistribution=exponential"),
          taken(
              "exponential.frac",
              "0.8571428571",
              EXPONENTIAL,
              "exponential.frac=0.5 requestdistribution=exponential"),
          taken("minscanlength", "1", SCANS, "minscanlength=5 scanproportion=0.5"),
          taken("maxscanlength", "1000", SCANS, "maxscanlength=50 scanproportion=0.5"),
          taken(
              "scanlengthdistribution",
              "uniform",
              SCANS,
              "scanlengthdistribution=zipfian scanproportion=0.5"),
          taken(
              "insertorder",
              "hashed",
              "`key-form` ycsb (hashed) or ycsb-ordered",
              "insertorder=ordered"),
          taken("zeropadding", "1", "`key-form`", "zeropadding=12"),
          refused(
              "core_workload_insertion_retry_limit",
              "0",
              NO_RETRY,
              "core_workload_insertion_retry_limit=3"),
          refused(
              "core_workload_insertion_retry_interval",
              "3",
              NO_RETRY,
              "core_workload_insertion_retry_interval=1"),
          refused(
              "core_workload_insertion_keep_going_on_error",
              "false",
              "a failed operation is counted, and the load continues",
              "core_workload_insertion_keep_going_on_error=true"),
          taken("exporter", "TextMeasurementsExporter", REPORT, "exporter=X"),
          taken("exportfile", null, REPORT, "exportfile=f.txt"),
          taken("measurement.interval", "op", REPORT, "measurement.interval=both"),
          taken("hdrhistogram.percentiles", "95,99", REPORT, "hdrhistogram.percentiles=50"),
          taken("status", "false", REPORT, "status=true"),
          taken("status.interval", "10", REPORT, "status.interval=1"),
          taken("label", null, REPORT, "label=x"),
          taken(
              "spin.sleep",
              "false",
              "no setting: the pacer always spins the last microseconds",
              "spin.sleep=true"),
          refused("reportlatencyforeacherror", "false", BY_CODE, "reportlatencyforeacherror=true"),
          refused("latencytrackederrors", null, BY_CODE, "latencytrackederrors=ERROR"),
          refused("measurementtype", "hdrhistogram", HISTOGRAMS, "measurementtype=raw"),
          refused("measurement.trackjvm", "false", HISTOGRAMS, "measurement.trackjvm=true"),
          refused(
              "measurement.histogram.verbose",
              "false",
              HISTOGRAMS,
              "measurement.histogram.verbose=true"),
          refused("measurement.raw.output_file", null, HISTOGRAMS, "measurement.raw.output_file=f"),
          refused(
              "measurement.raw.no_summary", "false", HISTOGRAMS, "measurement.raw.no_summary=true"),
          refused("hdrhistogram.fileoutput", "false", HISTOGRAMS, "hdrhistogram.fileoutput=true"),
          refused("hdrhistogram.output.path", null, HISTOGRAMS, "hdrhistogram.output.path=f"),
          refused("histogram.buckets", "1000", HISTOGRAMS, "histogram.buckets=10"),
          refused("timeseries.granularity", "1000", HISTOGRAMS, "timeseries.granularity=10"));

  private YcsbOptions() {}
}
