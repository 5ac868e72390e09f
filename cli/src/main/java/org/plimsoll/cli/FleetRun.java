package org.plimsoll.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/**
 * A run on all nodes of a fleet. It is submitted to one node. When it has ended, its folder is
 * copied here.
 */
final class FleetRun {
  private static final String FLEET = "--fleet";

  private final Console console;
  private final FleetClient client;
  private final String id;

  private FleetRun(Console console, FleetClient client, String id) {
    this.console = console;
    this.client = client;
    this.id = id;
  }

  static void addTo(CommandSpec spec) {
    spec.addOption(
        Options.value(
            FLEET, "URL", "Run on all nodes of this server's fleet instead of in this process."));
    FleetClient.addTokenFileTo(spec);
  }

  static boolean isAsked(ParseResult given) {
    return given.hasMatchedOption(FLEET);
  }

  /**
   * Returns a client for the server that the options name.
   *
   * @param own options that apply only to this process, and are therefore refused
   */
  static FleetClient client(ParseResult given, List<String> own) {
    for (String option : own) {
      if (given.hasMatchedOption(option)) {
        throw new InvalidSpecException(
            FLEET + ": must not be given with " + option + ", which applies to this process only");
      }
    }
    return FleetClient.at(FLEET, given);
  }

  /** Starts a run, whose settings the fleet resolves. */
  static FleetRun submit(Console console, FleetClient client, RunRequest request)
      throws IOException, InterruptedException {
    String id = client.post("/runs", body(request)).path("id").asString();
    return new FleetRun(console, client, id);
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

  String id() {
    return id;
  }

  /** Stops the run, at once if {@code aborts}; does not wait. */
  void stop(boolean aborts) {
    // Another thread sends the request, because the thread of the signal must not wait.
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

  /** Returns the reason why an ended run has no result; empty if it has one. */
  static String problem(JsonNode row) {
    return row.path("state").asString().equals("finished")
        ? ""
        : row.path("problem").asString("The run has no result.");
  }

  /** Rejects a folder that a run cannot be copied into, before it starts. */
  static void requireUsable(@Nullable String out) {
    try {
      if (out != null) {
        RunFolder.requireUsable(Path.of(out));
      }
    } catch (IOException e) {
      throw new InvalidSpecException("--out: " + e.getMessage(), e);
    }
  }

  /**
   * Copies the folder of the run from the fleet, and returns the copy.
   *
   * @param out the copy; null for one below {@code runs}
   */
  Path copied(@Nullable Path out) throws IOException, InterruptedException {
    FleetClient.Download download = client.download("/runs/" + id + "/export/folder");
    Path folder = out == null ? Recording.RUNS.resolve(name(download.name())) : out;
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

  /** Returns the name of the folder on the node; the run's id if it has none. */
  private String name(@Nullable String file) {
    return file != null && file.matches("[A-Za-z0-9][A-Za-z0-9._-]*\\.zip")
        ? file.substring(0, file.length() - ".zip".length())
        : id;
  }

  /** Returns the summary in a copied folder. */
  Summary summary(Path folder) throws IOException {
    Summary summary = RunReader.readEnded(folder).summary();
    if (summary == null) {
      throw new IOException("The run " + id + " has no summary.");
    }
    return summary;
  }
}
