package org.plimsoll.settings;

import java.util.List;
import org.plimsoll.api.Setting;

/** The reference page of all settings, {@code docs/parameters.md}; made of {@link RunSettings}. */
public final class ParametersPage {
  private ParametersPage() {}

  /** The page as Markdown. */
  public static String markdown() {
    StringBuilder page = new StringBuilder();
    page.append("# Parameters of a run\n\n");
    page.append("Each is an option of `plimsoll run` (with two hyphens before it) and a key of\n");
    page.append("spec files. *Live* ones can change while a run goes on. A later layer wins:\n");
    page.append("default, spec file, [property sources](live-parameters.md), command line.");
    page.append(" With\n[scenarios](scenarios.md), each can have ");
    page.append("workload and load settings of its own, but for ");
    page.append(String.join(", ", agreed())).append(":\n");
    page.append("`--scenario checkout/rate=5k` sets the parameter `scenario/checkout/rate`.");
    page.append(" This\npage is generated.\n");
    for (SettingGroup group : RunSettings.groups()) {
      page.append("\n## ").append(group.title()).append("\n\n");
      page.append("| parameter | default | live | meaning | must be |\n|---|---|---|---|---|\n");
      group.settings().forEach(setting -> append(page, setting));
    }
    page.append("\n## Search\n\nOf `plimsoll find-max` alone, and keys of its spec files.\n\n");
    page.append("| parameter | default | live | meaning | must be |\n|---|---|---|---|---|\n");
    TuneSettings.group().settings().forEach(setting -> append(page, setting));
    return page.toString();
  }

  /** Those of the first two groups that all scenarios have in common. */
  private static List<String> agreed() {
    return RunSettings.groups().stream()
        .limit(2)
        .flatMap(group -> group.settings().stream())
        .filter(setting -> !RunSettings.isOfScenario(setting))
        .map(setting -> "`" + setting.name() + "`")
        .toList();
  }

  private static void append(StringBuilder page, Setting<?> setting) {
    String text = setting.defaultText();
    page.append("| `").append(setting.name()).append("` | ");
    page.append(text == null ? "" : "`" + text + "`").append(" | ");
    page.append(setting.live() ? "yes" : "").append(" | ");
    page.append(cell(setting.description())).append(" | ");
    page.append(cell(setting.allowed())).append(" |\n");
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;");
  }
}
