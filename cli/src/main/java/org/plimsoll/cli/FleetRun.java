package org.plimsoll.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.terminal.SummaryTable;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/**
 * A run at all nodes of a fleet: submitted to one of them, followed from here, and copied into a
 * run folder here when it has ended.
 */
final class FleetRun {
  private static final String FLEET = "--fleet";

  private final Console console;
  private final ParseResult given;
  private final FleetClient client;

  FleetRun(Console console, ParseResult given, FleetClient client) {
    this.console = console;
    this.given = given;
    this.client = client;
  }

  static void addTo(CommandSpec spec) {
    spec.addOption(
        Options.value(FLEET, "URL", "Run at all nodes of the fleet of this server, not here."));
    FleetClient.addTokenFileTo(spec);
  }

  static boolean isAsked(ParseResult given) {
    return given.hasMatchedOption(FLEET);
  }

  /** Runs a request, whose settings the fleet resolves. */
  static int of(Console console, ParseResult given, RunRequest request) throws Exception {
    for (String option : List.of("--drivers", "--resume", "--serve", "--dry-run")) {
      if (given.hasMatchedOption(option)) {
        throw new InvalidSpecException(
            FLEET + ": must not be given with " + option + ", which concerns this process");
      }
    }
    try (FleetClient client = FleetClient.at(FLEET, given)) {
      return new FleetRun(console, given, client).run(request);
    }
  }

  private int run(RunRequest request) throws Exception {
    requireUsable(Options.text(given, "--out"));
    Output output = Output.of(console, Options.text(given, "--json"));
    boolean quiet = given.hasMatchedOption("--quiet");
    long everyNanos = ReportEvery.parse("--report-every", Options.text(given, "--report-every"));
    String id = client.post("/runs", body(request)).path("id").asString();
    AtomicBoolean aborted = new AtomicBoolean();
    try (Interrupts interrupts =
        Interrupts.take(
            console,
            quiet,
            () -> stop(id, false),
            () -> {
              aborted.set(true);
              stop(id, true);
            })) {
      JsonNode row =
          quiet
              ? FleetProgress.awaitEnd(client, id)
              : new FleetProgress(client, id, console, output.hasTable(), everyNanos).follow();
      if (!row.path("state").asString().equals("finished")) {
        console.say("plimsoll: " + row.path("problem").asString("The run has no result."));
        return aborted.get() ? ExitCode.ABORTED : ExitCode.TARGET_UNUSABLE;
      }
      Path folder = copied(id);
      Summary summary = RunReader.readEnded(folder).summary();
      if (summary == null) {
        throw new IOException("The run " + id + " has no summary.");
      }
      output.tell(summary, screen -> SummaryTable.of(summary, folder, screen));
      boolean cutShort = interrupts.any() && ExitCode.isCutShort(summary, true);
      return ExitCode.of(summary, aborted.get() || cutShort, given.hasMatchedOption("--strict"));
    }
  }

  /** Rejects a folder that the run cannot be copied into, before it starts. */
  private static void requireUsable(@Nullable String out) {
    try {
      if (out != null) {
        RunFolder.requireUsable(Path.of(out));
      }
    } catch (IOException e) {
      throw new InvalidSpecException("--out: " + e.getMessage(), e);
    }
  }

  private static Map<String, Object> body(RunRequest request) {
    Map<String, Object> body = new LinkedHashMap<>();
    Given target = request.target();
    if (target != null) {
      body.put("target", target.text());
    }
    request.values().forEach((name, text) -> body.put(name, text.text()));
    if (!request.driverSettings().isEmpty()) {
      body.put("set", texts(request.driverSettings()));
    }
    if (!request.scenarios().isEmpty()) {
      Map<String, Object> scenarios = new LinkedHashMap<>();
      request.scenarios().forEach((name, its) -> scenarios.put(name, texts(its)));
      body.put("scenarios", scenarios);
    }
    return body;
  }

  private static Map<String, String> texts(Map<String, Given> values) {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach((name, value) -> texts.put(name, value.text()));
    return texts;
  }

  private void stop(String id, boolean aborts) {
    // Not on the thread of the signal, which must not wait.
    Thread.ofPlatform()
        .daemon()
        .name("stop")
        .start(() -> {
          try {
            client.post("/runs/" + id + "/stop", Map.of("abort", aborts));
          } catch (IOException | RuntimeException e) {
            console.say("plimsoll: " + Console.sentence(e));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /** Copies the folder of a run from the fleet, and returns the copy. */
  private Path copied(String id) throws IOException, InterruptedException {
    FleetClient.Download download = client.download("/runs/" + id + "/export/folder");
    String out = Options.text(given, "--out");
    Path folder = out == null ? Recording.RUNS.resolve(name(download.name(), id)) : Path.of(out);
    Path earlier = RunFolder.makeRoom(folder);
    if (earlier != null) {
      Recording.tellEarlier(console, earlier);
    }
    Path root = Files.createDirectories(folder).toRealPath();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(download.bytes()))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = root.resolve(entry.getName()).normalize();
        if (!file.startsWith(root)) {
          throw new IOException("The folder of run " + id + " contains '" + entry.getName() + "'.");
        }
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
    return folder;
  }

  /** The name of the folder at the node; the run's id if it has none. */
  private static String name(@Nullable String file, String id) {
    return file != null && file.matches("[A-Za-z0-9][A-Za-z0-9._-]*\\.zip")
        ? file.substring(0, file.length() - ".zip".length())
        : id;
  }
}
