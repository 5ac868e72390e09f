package org.plimsoll.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;

/** The settings that cannot change during a run, each with the reason. */
final class FixedSettings {
  private static final String PHASES =
      "phases are planned before the load, so that each operation belongs to one of them";
  private static final String FILL =
      "the fill is planned before it starts; stop it and fill the rest with fill-from";
  private static final String JUDGED =
      "the guarantees are judged from the first write to the last read";

  private static final Map<String, String> REASONS = reasons();

  private FixedSettings() {}

  /** Returns the reason, as a clause after "because"; null if the setting can change. */
  static @Nullable String reason(Setting<?> setting) {
    return setting.live() ? null : REASONS.get(setting.name());
  }

  /** Returns the message that a setting cannot change, with the reason. */
  static String sentence(Setting<?> setting) {
    String reason = reason(setting);
    return "cannot change during a run" + (reason == null ? "" : ", because " + reason);
  }

  private static Map<String, String> reasons() {
    Map<String, String> reasons = new LinkedHashMap<>();
    reasons.put("transaction", "one name would stand for two operations in one result");
    reasons.put("requests", "the file is read and checked before the load");
    reasons.put("key-form", "existing rows have names in the old form");
    reasons.put("ignore-missing", "one result cannot count missing rows in two ways");
    reasons.put("verify", "a check that starts during the run would miss the rows written before");
    reasons.put(
        "model",
        "response times of a schedule and service times of workers are different quantities, and"
            + " cannot be merged in one result");
    List.of("warmup", "for", "ops", "forever", "iterations")
        .forEach(name -> reasons.put(name, PHASES));
    reasons.put("probe", "the probe is the fixed reference that shows what the load changes");
    reasons.put("probe-mix", "the probe is the fixed reference that shows what the load changes");
    List.of(
            "fill",
            "no-fill",
            "fill-mode",
            "fill-rate",
            "fill-workers",
            "fill-shard",
            "fill-from",
            "allow-incomplete-fill")
        .forEach(name -> reasons.put(name, FILL));
    List.of(
            "consistency",
            "consistency-keys",
            "consistency-clients",
            "consistency-probe",
            "consistency-poll",
            "consistency-settle")
        .forEach(name -> reasons.put(name, JUDGED));
    List.of("history", "history-format", "history-ops")
        .forEach(name -> reasons.put(name, "checkers need the history from its first operation"));
    reasons.put("properties", "only the values of the sources can change");
    reasons.put("schedule", "the page and REST add and remove scheduled changes");
    reasons.put("before", "the actions end before the load starts");
    reasons.put("telemetry-every", "the stored series have one resolution");
    reasons.put("discovery", "the target cannot change, and discovery is part of it");
    reasons.put("zone", "a generator does not move");
    reasons.put("slo", "objectives must be set before the result is known");
    reasons.put("place", "plimsoll fleet place moves a run to other nodes");
    List.of("node-cannot-start", "node-lost")
        .forEach(name -> reasons.put(name, "all nodes agree on it before they start"));
    reasons.put("handshake", "the handshake ends before the load starts");
    reasons.put("seed", "the run must be reproducible");
    reasons.put("name", "the name is part of the run folder's name");
    return reasons;
  }
}
