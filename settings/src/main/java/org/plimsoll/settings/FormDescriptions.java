package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plimsoll.api.Setting;
import org.plimsoll.settings.text.Argument;
import org.plimsoll.settings.text.Form;
import org.plimsoll.settings.text.Forms;

/** Converts the forms of a setting's value to maps and lists, for JSON. */
public final class FormDescriptions {
  /** Computed once, because forms never change. */
  private static final Map<Setting<?>, List<Map<String, Object>>> ALL =
      RunSettings.all()
          .filter(setting -> RunSettings.forms(setting).isPresent())
          .collect(Collectors.toUnmodifiableMap(setting -> setting, FormDescriptions::made));

  private FormDescriptions() {}

  /** Returns a map for each form; empty if the value is a number, a word or a duration. */
  public static List<Map<String, Object>> of(Setting<?> setting) {
    return ALL.getOrDefault(setting, List.of());
  }

  private static List<Map<String, Object>> made(Setting<?> setting) {
    return RunSettings.forms(setting).map(Forms::all).orElse(List.of()).stream()
        .map(form -> Collections.unmodifiableMap(of(form)))
        .toList();
  }

  private static Map<String, Object> of(Form<?> form) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", form.name());
    described.put("form", form.written());
    described.put("description", form.help());
    if (!form.rule().isEmpty()) {
      described.put("rule", form.rule());
    }
    List<Map<String, Object>> arguments = new ArrayList<>();
    for (Argument<?> argument : form.arguments()) {
      arguments.add(of(argument));
    }
    described.put("arguments", arguments);
    return described;
  }

  private static Map<String, Object> of(Argument<?> argument) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", argument.name());
    described.put("allowed", argument.allowed());
    described.put("description", argument.help());
    String text = argument.defaultText();
    if (text != null) {
      described.put("default", text);
    }
    described.put("required", argument.isRequired());
    described.put("repeated", argument.isRepeated());
    described.put("keyed", argument.hasKey());
    return described;
  }
}
