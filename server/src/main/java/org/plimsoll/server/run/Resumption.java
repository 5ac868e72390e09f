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
 * The request for a run that goes on where another broke off: with its values, and what was changed
 * while it ran; without its fill, which is there, and with its seed.
 */
public final class Resumption {
  private static final String MASK = "***";
  private static final String TARGET = "target";
  private static final String SET = "set.";
  private static final String SCENARIO = "scenario/";

  /** What says how a run begins; the rows are there. */
  private static final List<String> BEGIN =
      List.of("fill", "fill-mode", "fill-from", "fill-shard", "handshake", "no-fill");

  /** What a search decides itself. */
  private static final List<String> DECIDED = List.of("forever", "model", "iterations");

  private Resumption() {}

  /**
   * Makes the request.
   *
   * @throws IOException when the folder cannot be read
   * @throws Problem when a secret is needed that no folder has
   */
  public static RunRequest of(RecordedRun broken, Drivers drivers) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    broken.run().spec().forEach((path, text) -> texts.put(path, String.valueOf(text)));
    // Of a long run, what was read has not all of them.
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
                + ": is a secret, which is not kept; begin the run anew, and name the secret by"
                + " reference (env: or file:) for it to be resumed next time.");
      }
    });
    BEGIN.forEach(texts::remove);
    if (texts.containsKey(TuneSettings.METHOD.name())) {
      DECIDED.forEach(texts::remove);
    }
    // A default that is given counts as asked for, and some may not stand beside others.
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
