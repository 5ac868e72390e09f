package org.plimsoll.server.endpoint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.settings.FormDescriptions;
import org.plimsoll.settings.LiveParameters.Parameter;

/** The JSON descriptions of settings, operations and drivers. */
final class Descriptions {
  private Descriptions() {}

  static Map<String, @Nullable Object> of(Setting<?> setting) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("name", setting.name());
    putForm(shown, setting);
    shown.put("description", setting.description());
    shown.put("default", setting.defaultText());
    shown.put("live", setting.live());
    shown.put("secret", setting.secret());
    return shown;
  }

  static Map<String, @Nullable Object> of(Parameter parameter) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    Setting<?> setting = parameter.setting();
    shown.put("path", parameter.path());
    shown.put("scenario", parameter.scenario());
    putForm(shown, setting);
    shown.put("description", setting.description());
    shown.put("default", setting.defaultText());
    shown.put("value", parameter.text());
    shown.put("origin", parameter.origin());
    shown.put("live", parameter.isLive());
    shown.put("secret", setting.secret());
    return shown;
  }

  private static void putForm(Map<String, @Nullable Object> shown, Setting<?> setting) {
    shown.put("kind", setting.kind().name().toLowerCase(Locale.ROOT));
    shown.put("allowed", setting.allowed());
    shown.put("forms", FormDescriptions.of(setting));
    if (!setting.value().choices().isEmpty()) {
      shown.put("choices", setting.value().choices());
    }
  }

  static List<Map<String, Object>> operations(Set<OperationType> operations) {
    List<Map<String, Object>> shown = new ArrayList<>();
    operations.stream()
        .sorted((one, other) -> one.name().compareTo(other.name()))
        .forEach(type -> shown.add(of(type)));
    return shown;
  }

  private static Map<String, Object> of(OperationType type) {
    return Map.of("name", type.name(), "side", type.side().name().toLowerCase(Locale.ROOT));
  }

  static Map<String, Object> of(Driver driver) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("name", driver.name());
    shown.put("description", driver.description());
    shown.put(
        "capabilities",
        driver.capabilities().stream()
            .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .sorted()
            .toList());
    shown.put("operations", operations(driver.operations()));
    shown.put("settings", driver.settings().stream().map(Descriptions::of).toList());
    return Objects.requireNonNull(shown);
  }
}
