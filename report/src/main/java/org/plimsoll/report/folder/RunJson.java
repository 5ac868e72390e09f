package org.plimsoll.report.folder;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.MachineFacts;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;

/** The content of {@code run.json}: the identity of a run, its environment and its result. */
final class RunJson {
  private static final Pattern SECRET_FLAG =
      Pattern.compile("(?i)(-D[^=]*(?:password|passwd|secret|token|credential|key)[^=]*=).*");

  private RunJson() {}

  /**
   * Returns the content for a state of the run.
   *
   * @param problem the reason why the run failed; null if it did not fail
   * @param summary the summary; null before the end
   */
  static Map<String, Object> of(
      RunStart runStart, String state, @Nullable String problem, @Nullable Summary summary) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("schema", Summary.SCHEMA);
    run.put("state", state);
    if (problem != null) {
      run.put("problem", problem);
    }
    run.put("id", runStart.id());
    run.put("name", runStart.name());
    run.put("target", runStart.target());
    run.put("startedAt", runStart.startedAt().toString());
    run.put("seed", runStart.seed());
    run.put("spec", runStart.spec());
    run.put("derived", runStart.derived());
    run.put("timeoutNanos", runStart.timeoutNanos());
    run.put("versions", versions());
    run.put("javaFlags", javaFlags(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    run.put("host", RunStart.hostName());
    run.put("machine", MachineFacts.ofThisMachine());
    run.put("processId", ProcessHandle.current().pid());
    if (summary != null) {
      run.put("summary", summary);
    }
    return run;
  }

  static List<String> javaFlags(List<String> flags) {
    return flags.stream().map(flag -> SECRET_FLAG.matcher(flag).replaceFirst("$1***")).toList();
  }

  private static Map<String, String> versions() {
    String plimsoll = RunJson.class.getPackage().getImplementationVersion();
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("plimsoll", plimsoll == null ? "development" : plimsoll);
    versions.put("java", Runtime.version().toString());
    versions.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    return versions;
  }
}
