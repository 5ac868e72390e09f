package org.plimsoll.settings.importing;

import java.util.List;

/**
 * Renders the page of all options of the other tools, {@code docs/import.md}, from their tables.
 */
public final class ImportPage {
  private ImportPage() {}

  /** Returns the page as Markdown. */
  public static String markdown() {
    StringBuilder page =
        new StringBuilder(
            """
            # Import from other tools

                plimsoll import ycsb workloads/workloada --target redis://127.0.0.1 > spec.yaml
                plimsoll import ndbench ndbench.properties --target redis://127.0.0.1 > spec.yaml
                plimsoll import voldemort --ops-count 5000 -r 80 -w 20 > spec.yaml
                plimsoll run --spec spec.yaml

            `plimsoll import` converts the properties or the command line of another tool to a spec
            file on stdout. A comment in that file gives the result for each property. Properties
            that were not imported are also on stderr, with the reason. Without `--target`, give the
            target to `plimsoll run`. This page is generated.

            - Later files override earlier ones, and `-p NAME=VALUE` overrides all files.
            - A misspelled property is refused, and so is a value that the other tool refuses.

            ## YCSB

            `--load` converts the load phase. With `--target ycsb:DB`, the spec runs a binding of
            YCSB, and all properties are passed to it. [YCSB](ycsb.md) describes the differences.
            `plimsoll ycsb` runs YCSB's command lines without a spec file.

            """);
    table(page, "property", "", YcsbOptions.ALL);
    page.append(
        """

        Other properties belong to a binding, and are not imported for a driver.

        ## NDBench

        `application.properties`, or `-Dndbench.config.cli.bulkSize=10` as on its command line. All
        names have the prefix `ndbench.config.` (or `NdBench.`, as in its first version). With
        `--target ndbench:PLUGIN`, the spec runs [a plugin of NDBench](drivers/ndbench.md), and all
        properties are passed to it.

        - Reads and writes have separate rates, as in NDBench. The rates name the operations, so
          there is no `mix`.
        - NDBench fills only on request. Plimsoll fills an empty target first. `--fill-mode` has
          NDBench's three fills: fill (startDataFill), only-missing (startConditionalDataFill) and
          verify (startVerifyDataFill, which also writes).
        - Without `cli.timeoutMillis`, the run does not end by itself, as in NDBench. Give `--for`.

        """);
    table(page, "property", "", NdbenchOptions.ALL);
    page.append(
        """

        Others with the prefix, such as `cass.host`, belong to a plugin. If the target is a
        driver of this tool, use its settings instead. `plimsoll drivers cassandra` lists them.

        ## Voldemort's performance tool

        The arguments of `voldemort-performance-tool.sh` work unchanged, with or without the name of
        the script before them. A property file (`FILE` or `--prop-file FILE`) has the same names,
        without hyphens.

        - `-r`, `-w`, `-m` and `-d` must add up to 100, as in the tool.
        - The load is closed, as in the tool, so it measures only service time.
        - `--url` and `--store-name` become a target of [`voldemort`](drivers/voldemort.md). Without
          them, the tool uses an engine in its own process, and the import selects the same engine.
        - `plimsoll run --report voldemort` prints the result in the format of the tool.

        """);
    table(page, "option", "--", VoldemortOptions.ALL);
    return page.toString();
  }

  private static void table(
      StringBuilder page, String head, String hyphens, List<ImportedOption> options) {
    page.append("| ").append(head).append(" | default | becomes | not imported, because |\n");
    page.append("|---|---|---|---|\n");
    for (ImportedOption option : options) {
      String name = option.name();
      String text = option.text().replace("|", "\\|");
      page.append("| `").append(name.length() == 1 && !hyphens.isEmpty() ? "-" : hyphens);
      page.append(name).append("` | ");
      page.append(option.byDefault() == null ? "" : "`" + option.byDefault() + "`").append(" | ");
      page.append(option.taken() ? text : "").append(" | ");
      page.append(option.taken() ? "" : text).append(" |\n");
    }
  }
}
