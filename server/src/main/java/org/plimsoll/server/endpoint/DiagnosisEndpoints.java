package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.plimsoll.report.folder.ErrorSampleFile;
import org.plimsoll.report.folder.RunLogFile;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;

/** The endpoints that show why operations of a run failed. */
public final class DiagnosisEndpoints {
  private static final int LINES_MAX = 20_000;

  private final LiveRuns runs;

  public DiagnosisEndpoints(LiveRuns runs) {
    this.runs = runs;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(
            "/runs/{run}/error-samples",
            "The last failed operations of a run, by failure code.",
            this::errorSamples),
        Endpoint.get(
                "/runs/{run}/log",
                "The log of the engine, the driver and its libraries during a run.",
                this::log)
            .query(Schemas.queryNumber("last", "the number of last lines to return")));
  }

  private void errorSamples(Context request) throws IOException {
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    if (live != null) {
      Bodies.answer(request, live.diagnosis().errorSamples());
      return;
    }
    Path folder = runs.folder(id).orElseThrow(() -> Found.missing(id));
    ErrorSamples samples = ErrorSampleFile.read(folder);
    Bodies.answer(request, samples);
  }

  private void log(Context request) throws IOException {
    String id = request.pathParam("run");
    int last = (int) Parameters.number(request, "last", 1_000, 1, LINES_MAX);
    LiveRun live = runs.live(id).orElse(null);
    Path folder = runs.folder(id).orElse(null);
    if (live == null && folder == null) {
      throw Found.missing(id);
    }
    List<String> lines =
        folder != null ? RunLogFile.read(folder) : Objects.requireNonNull(live).diagnosis().log();
    Bodies.answer(
        request,
        Map.of(
            "total",
            lines.size(),
            "lines",
            lines.subList(Math.max(0, lines.size() - last), lines.size())));
  }
}
