package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.plimsoll.report.folder.ErrorSampleFile;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;

/** The endpoints that show why operations of a run failed. */
public final class DiagnosisEndpoints {
  private final LiveRuns runs;

  public DiagnosisEndpoints(LiveRuns runs) {
    this.runs = runs;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(
            "/runs/{run}/error-samples",
            "The last failed operations of a run, by failure code.",
            this::errorSamples));
  }

  private void errorSamples(Context request) throws IOException {
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    if (live != null) {
      Bodies.answer(request, live.errorSamples());
      return;
    }
    Path folder = runs.folder(id).orElseThrow(() -> Found.missing(id));
    ErrorSamples samples = ErrorSampleFile.read(folder);
    Bodies.answer(request, samples);
  }
}
