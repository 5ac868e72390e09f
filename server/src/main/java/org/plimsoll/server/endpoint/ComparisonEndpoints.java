package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.analysis.compare.Comparability;
import org.plimsoll.analysis.compare.ComparedRun;
import org.plimsoll.analysis.compare.Comparer;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.page.ComparisonPage;
import org.plimsoll.result.Comparison;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Role;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** The endpoint that compares two groups of runs. */
public final class ComparisonEndpoints {
  private static final double MARGIN = 0.03;
  private static final int RUNS_MAX = 200;
  private static final int FIGURES_MAX = 50;

  private final LiveRuns runs;

  public ComparisonEndpoints(LiveRuns runs) {
    this.runs = runs;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post(
                "/comparisons",
                "Compares two groups of runs, as JSON or HTML. Four runs each give a verdict.",
                this::compare)
            .needs(Role.VIEWER)
            .body(Schemas.comparison()));
  }

  private void compare(Context request) throws IOException {
    JsonNode body = Bodies.object(request, "a", "b", "allowSuspect", "figures");
    List<ComparedRun> a = read("a", body.path("a"));
    List<ComparedRun> b = read("b", body.path("b"));
    List<ComparedRun> all = new ArrayList<>(a);
    all.addAll(b);
    boolean allowsSuspect = Boolean.TRUE.equals(Bodies.flag(body, "allowSuspect"));
    Optional<String> unreliable =
        Comparability.unreliable(all, allowsSuspect, "allow suspect results");
    if (unreliable.isPresent()) {
      throw Problem.conflict(unreliable.get());
    }
    Comparison comparison = new Comparer(MARGIN, figures(body.path("figures"))).compare(a, b);
    String accepted = request.header("Accept");
    if (accepted != null && accepted.contains("text/html")) {
      request
          .contentType("text/html; charset=utf-8")
          .header("Content-Security-Policy", ExportEndpoints.REPORT_POLICY)
          .result(ComparisonPage.of(comparison));
    } else {
      Bodies.answer(request, comparison);
    }
  }

  /** Returns the primary figures; empty if none are given. */
  private static Set<String> figures(JsonNode texts) {
    String allowed = "a list of 1 to 50 figures such as p99 or read.p99";
    if (texts.isMissingNode()) {
      return Set.of();
    }
    if (!texts.isArray() || texts.isEmpty() || texts.size() > FIGURES_MAX) {
      throw Bodies.invalid(
          "figures", texts.toString(), allowed, "figures: must be " + allowed + ", was " + texts);
    }
    Set<String> figures = new LinkedHashSet<>();
    texts.forEach(text -> figures.add(text.asString("")));
    return figures;
  }

  private List<ComparedRun> read(String side, JsonNode ids) throws IOException {
    String allowed = "a list of 1 to 200 ids of runs";
    if (!ids.isArray() || ids.isEmpty() || ids.size() > RUNS_MAX) {
      throw Bodies.invalid(
          side, ids.toString(), allowed, side + ": must be " + allowed + ", was " + ids);
    }
    List<ComparedRun> read = new ArrayList<>();
    for (JsonNode id : ids) {
      String its = id.asString("");
      Path folder = runs.folder(its).orElseThrow(() -> Found.missing(its));
      String name = runs.catalogue().row(its).map(row -> row.identity().name() + " ").orElse("");
      read.add(ComparedRun.read(side, name + "(" + its + ")", () -> RunReader.read(folder)));
    }
    return read;
  }
}
