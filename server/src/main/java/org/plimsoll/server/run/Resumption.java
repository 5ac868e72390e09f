package org.plimsoll.server.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.server.http.Problem;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.TuneSettings;

/**
 * The request for a run that continues an interrupted one: with its values, live changes and seed,
 * but without its fill, as the rows exist.
 */
public final class Resumption {
  private static final String MASK = "***";
  private static final String TARGET = "target";
  private static final String SET = "set.";
  private static final String SCENARIO = "scenario/";

  /** Settings of a run's start, which a resumed run does not need, as its rows exist. */
  private static final List<String> BEGIN =
      List.of("fill", "fill-mode", "fill-from", "fill-shard", "handshake", "no-fill");

  /** Settings that a search decides itself. */
  private static final List<String> DECIDED = List.of("forever", "model", "iterations");

  private Resumption() {}

  /**
   * Makes the request.
   *
   * @throws IOException when the folder cannot be read
   * @throws Problem when a secret is needed, as folders contain no secrets
   */
  public static RunRequest of(RecordedRun broken, Drivers drivers) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    broken.run().spec().forEach((path, text) -> texts.put(path, String.valueOf(text)));
    // The recorded run of a long run does not contain all changes.
    RunReader.forEachChange(
        broken.folder(),
        change -> {
          if (texts.containsKey(change.parameter()) && !change.after().isEmpty()) {
            texts.put(change.parameter(), change.after());
          }
        });
    texts.forEach((path, text) -> {
      if (text.contains(MASK)) {
        throw Problem.conflict(
            path
                + ": is a secret, which is not stored. Start a new run, with the secret by"
                + " reference (env: or file:), which can be resumed.");
      }
    });
    BEGIN.forEach(texts::remove);
    if (texts.containsKey(TuneSettings.METHOD.name())) {
      DECIDED.forEach(texts::remove);
    }
    // A given default counts as set, and some settings exclude each other.
    RunSettings.all().forEach(setting -> texts.remove(setting.name(), setting.defaultText()));
    TuneSettings.group().settings().stream()
        .filter(setting -> !setting.equals(TuneSettings.METHOD))
        .forEach(setting -> texts.remove(setting.name(), setting.defaultText()));
    String target = String.valueOf(texts.get(TARGET));
    drivers
        .named(target.substring(0, Math.max(0, target.indexOf(':'))))
        .settings()
        .forEach(setting -> texts.remove(SET + setting.name(), setting.defaultText()));
    texts.put("no-fill", "true");
    return request(texts, "run " + broken.run().id());
  }

  private static RunRequest request(Map<String, String> texts, String origin) {
    Map<String, Given> values = new LinkedHashMap<>();
    Map<String, Given> settings = new LinkedHashMap<>();
    Map<String, Map<String, Given>> scenarios = new LinkedHashMap<>();
    texts.forEach((path, text) -> {
      Given given = new Given(text, origin);
      if (path.startsWith(SET)) {
        settings.put(path.substring(SET.length()), given);
      } else if (path.startsWith(SCENARIO)) {
        int slash = path.indexOf('/', SCENARIO.length());
        scenarios
            .computeIfAbsent(path.substring(SCENARIO.length(), slash), _ -> new LinkedHashMap<>())
            .put(path.substring(slash + 1), given);
      } else if (!path.equals(TARGET)) {
        values.put(path, given);
      }
    });
    Given target = new Given(String.valueOf(texts.get(TARGET)), origin);
    return new RunRequest(target, values, settings, scenarios);
  }
}
