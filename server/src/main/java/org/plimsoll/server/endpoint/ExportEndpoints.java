package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.report.folder.IntervalCsv;
import org.plimsoll.report.folder.ReportedIntervals;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.folder.WholeFile;
import org.plimsoll.report.page.HtmlReport;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;

/** The endpoints that export a run: as a report and as files. */
public final class ExportEndpoints {
  /**
   * The content security policy of the report, which is one file with inline styles and without
   * scripts.
   */
  static final String REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

  private final LiveRuns runs;

  public ExportEndpoints(LiveRuns runs) {
    this.runs = runs;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/runs/{run}/report", "The report of a run as one HTML page.", this::report),
        Endpoint.get(
                "/runs/{run}/export/{format}",
                "The run as a file: json, csv, hlog (zipped) or folder (zipped).",
                this::export)
            .query(
                Schemas.query(
                    "every",
                    "Length of the intervals of csv: whole seconds from 1s to 60s (1s).")));
  }

  private Path folder(Context request) throws IOException {
    String id = request.pathParam("run");
    runs.live(id).ifPresent(LiveRun::awaitFiles);
    return runs.folder(id).orElseThrow(() -> Found.missing(id));
  }

  private void report(Context request) throws IOException {
    request
        .contentType("text/html; charset=utf-8")
        .header("Content-Security-Policy", REPORT_POLICY)
        .result(HtmlReport.of(RunReader.read(folder(request))));
  }

  private void export(Context request) throws IOException {
    Path folder = folder(request);
    String format = request.pathParam("format");
    String name = String.valueOf(folder.getFileName());
    switch (format) {
      case "json" -> {
        attach(request, "application/json", name + ".json");
        request.result(Files.newInputStream(folder.resolve("run.json")));
      }
      case "csv" -> {
        attach(request, "text/csv; charset=utf-8", name + ".csv");
        long everyNanos = everyNanos(request.queryParam("every"));
        try (IntervalCsv csv = new IntervalCsv(request.outputStream())) {
          csv.write(folder, everyNanos);
        }
      }
      case "hlog" -> zip(request, folder.resolve("hlog"), name + "-hlog.zip");
      case "folder" -> zip(request, folder, name + ".zip");
      default ->
          throw Problem.notFound(
              "The export format must be json, csv, hlog or folder, was '" + format + "'.");
    }
  }

  /** Parses the length of the intervals, 1 s by default. */
  private static long everyNanos(@Nullable String text) {
    try {
      long nanos =
          text == null ? TimeUnit.SECONDS.toNanos(1) : Quantities.parseDuration(text).toNanos();
      ReportedIntervals.requireLength(nanos);
      return nanos;
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("every must be whole seconds from 1s to 60s, was '" + text + "'.");
    }
  }

  private static void attach(Context request, String type, String file) {
    request
        .contentType(type)
        .header("Content-Disposition", "attachment; filename=\"" + file + "\"");
  }

  private static void zip(Context request, Path root, String file) throws IOException {
    attach(request, "application/zip", file);
    request.disableCompression();
    try (OutputStream out = request.outputStream();
        ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
        Stream<Path> files = Files.walk(root)) {
      for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = root.relativize(each).toString();
        if (!name.startsWith(".") && !WholeFile.isDraft(each)) {
          zip.putNextEntry(new ZipEntry(name));
          Files.copy(each, zip);
          zip.closeEntry();
        }
      }
    }
  }
}
