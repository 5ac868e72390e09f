package org.plimsoll.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.terminal.VoldemortReport;
import org.plimsoll.report.terminal.YcsbReport;
import org.plimsoll.result.Summary;
import picocli.CommandLine.Model.OptionSpec;

/** The result of a run on stdout in the format of another tool: {@code --report voldemort}. */
final class ToolReport {
  private static final String VOLDEMORT = "voldemort";
  private static final String YCSB = "ycsb";

  private final @Nullable String tool;

  private ToolReport(@Nullable String tool) {
    this.tool = tool;
  }

  static OptionSpec option(String name) {
    return Options.value(
        name,
        "TOOL",
        "Print the result in the format of voldemort or ycsb; the table is on stderr.");
  }

  /** Checks the value of the option, which may be absent. */
  static ToolReport of(String option, @Nullable String tool, Output output) {
    if (tool != null && !List.of(VOLDEMORT, YCSB).contains(tool)) {
      throw new InvalidSpecException(
          option + ": must be one of voldemort, ycsb, was '" + tool + "'");
    }
    if (tool != null && !output.hasTable()) {
      throw new InvalidSpecException(
          option + ": must not be given with --json -, was '" + tool + "'");
    }
    return new ToolReport(tool);
  }

  boolean isGiven() {
    return tool != null;
  }

  String text(Summary summary) {
    return VOLDEMORT.equals(tool)
        ? VoldemortReport.of(summary)
        : YcsbReport.text(YcsbReport.of(summary, YcsbReport.Intervals.BOTH, List.of(95.0, 99.0)));
  }
}
