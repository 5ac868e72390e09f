package org.plimsoll.report.page;

import org.plimsoll.result.Validity;
import org.plimsoll.result.Figures;
import org.plimsoll.report.terminal.IterationRow;
import org.plimsoll.result.Summary;
import static org.plimsoll.report.page.Html.escape;

import java.util.List;

/** The parts of the report about scenarios, the probe and iterations; empty without any. */
public final class ScenarioSections {
  private final Summary summary;
  private final StringBuilder html = new StringBuilder();

  private ScenarioSections(Summary summary) {
    this.summary = summary;
  }

  static String of(Summary summary) {
    ScenarioSections sections = new ScenarioSections(summary);
    sections.scenarios();
    sections.iterations();
    return sections.html.toString();
  }

  private void scenarios() {
    Summary.ScenarioSummary probe = summary.probe();
    if (summary.scenarios().isEmpty() && probe == null) {
      return;
    }
    open(summary.scenarios().isEmpty() ? "Probe" : "Scenarios");
    for (String title :
        List.of("", "load", "target", "achieved", "scheduled", "answered", "failed", "no answer")) {
      html.append("<th>").append(title).append("</th>");
    }
    html.append("</tr></thead><tbody>");
    summary.scenarios().forEach(this::scenario);
    if (probe != null) {
      scenario("probe", probe);
    }
    close();
    html.append("<p class=\"quiet\">No answer: timed out, not sent, shed or unfinished.");
    if (probe != null) {
      html.append(" The probe is an onlooker: its operations are in no other figure.");
    }
    html.append("</p>");
    summary.scenarios().forEach(this::findings);
    if (probe != null) {
      findings("probe", probe);
    }
    html.append("</section>\n");
  }

  private void scenario(String name, Summary.ScenarioSummary scenario) {
    Summary.Accounting a = scenario.accounting();
    Double target = scenario.load().targetPerSecond();
    Integer workers = scenario.load().workers();
    String load = scenario.load().model() + (workers == null ? "" : ", " + Figures.count(workers));
    row(
        name,
        scenario.validity(),
        List.of(
            load,
            target == null ? Figures.NONE : Figures.rate(target),
            Figures.rate(scenario.throughputPerSecond()),
            Figures.count(a.scheduled()),
            Figures.count(a.answered()),
            Figures.count(a.failed()),
            Figures.count(a.timedOut() + a.notSent() + a.shed() + a.unfinished())));
  }

  private void findings(String name, Summary.ScenarioSummary scenario) {
    for (Summary.Finding finding : scenario.findings()) {
      html.append("<p><span class=\"badge ")
          .append(finding.severity().text())
          .append("\">")
          .append(finding.severity().text())
          .append("</span> ")
          .append(escape(name + ": " + finding.text()))
          .append("</p>");
    }
  }

  private void iterations() {
    List<IterationRow> rows = IterationRow.of(summary);
    if (rows.isEmpty()) {
      return;
    }
    open("Iterations");
    html.append("<th></th>");
    IterationRow.TITLES.forEach(title -> html.append("<th>").append(title).append("</th>"));
    html.append("</tr></thead><tbody>");
    rows.forEach(row -> row(row.label(), row.validity(), row.cells()));
    close();
    html.append("<p class=\"quiet\">Each is ")
        .append(summary.iterations().getFirst().responseNanos() == null ? "service" : "response")
        .append(" time. The figures of the whole run come from all of them merged, and are no ")
        .append("mean of these. Variation is the standard deviation over the mean.</p>")
        .append("</section>\n");
  }

  private void open(String title) {
    html.append("<section><h2>")
        .append(title)
        .append("</h2><div class=\"scroll\"><table><thead><tr>");
  }

  private void close() {
    html.append("</tbody></table></div>");
  }

  private void row(String label, Validity validity, List<String> cells) {
    boolean isGood = !validity.isDisturbed();
    html.append("<tr><th>").append(escape(label));
    if (!isGood) {
      html.append(" <span class=\"badge ")
          .append(validity.text())
          .append("\">")
          .append(validity.text())
          .append("</span>");
    }
    html.append("</th>");
    cells.forEach(cell -> html.append("<td class=\"n\">").append(escape(cell)).append("</td>"));
    html.append("</tr>");
  }
}
