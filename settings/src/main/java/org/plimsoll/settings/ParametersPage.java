package org.plimsoll.settings;

import java.util.List;
import java.util.stream.Collectors;
import org.plimsoll.api.Setting;
import org.plimsoll.settings.text.Argument;
import org.plimsoll.settings.text.Form;
import org.plimsoll.settings.text.Forms;

/**
 * Renders the reference page of all settings, {@code docs/parameters.md}, from {@link RunSettings}.
 */
public final class ParametersPage {
  private static final String HEAD =
      "| parameter | default | live | meaning | must be |\n|---|---|---|---|---|\n";

  private ParametersPage() {}

  /** Returns the page as Markdown. */
  public static String markdown() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Parameters of a run

        Each parameter is an option of `plimsoll run` (with two hyphens before it) and a key of
        spec files. *Live* parameters can change during a run. For the others, the table gives the
        reason why they cannot. A later layer overrides an earlier one: default, spec file,
        [property sources](live-parameters.md), command line. In
        [scenarios](scenarios.md), each load has its own workload and load settings, except
        %s.
        For example, `--scenario checkout/rate=5k` sets the parameter `scenario/checkout/rate`. This
        page is generated.
        """
            .formatted(String.join(", ", shared())));
    for (SettingGroup group : RunSettings.groups()) {
      page.append("\n## ").append(group.title()).append("\n\n").append(HEAD);
      group.settings().forEach(setting -> append(page, setting));
    }
    page.append("\n## Search\n\nFor `plimsoll find-max` only, also as keys of its spec files.\n\n");
    page.append(HEAD);
    TuneSettings.group().settings().forEach(setting -> append(page, setting));
    page.append(
        """

        ## Forms

        Some values have the form `name(argument, key=value)`. Arguments with a key can be in any
        order; arguments with a default can be left out.
        """);
    RunSettings.all()
        .forEach(
            setting -> RunSettings.forms(setting).ifPresent(forms -> append(page, setting, forms)));
    return page.toString();
  }

  /** Returns the settings of the first two groups that all scenarios share. */
  private static List<String> shared() {
    return RunSettings.groups().stream()
        .limit(2)
        .flatMap(group -> group.settings().stream())
        .filter(setting -> !RunSettings.isOfScenario(setting))
        .map(setting -> "`" + setting.name() + "`")
        .toList();
  }

  private static void append(StringBuilder page, Setting<?> setting) {
    String text = setting.defaultText();
    String allowed = cell(setting.allowed());
    boolean hasForms = RunSettings.forms(setting).isPresent();
    page.append("| `").append(setting.name()).append("` | ");
    page.append(text == null ? "" : "`" + text + "`").append(" | ");
    String reason = FixedSettings.reason(setting);
    page.append(setting.live() ? "yes" : reason == null ? "" : "no: " + cell(reason)).append(" | ");
    page.append(cell(setting.description())).append(" | ");
    page.append(hasForms ? "[forms](#forms-of-" + setting.name() + ")" : allowed).append(" |\n");
  }

  private static void append(StringBuilder page, Setting<?> setting, Forms<?> forms) {
    page.append("\n### Forms of ").append(setting.name()).append("\n\nMust be ");
    page.append(cell(setting.allowed())).append(".\n\n");
    page.append("| form | meaning | arguments |\n|---|---|---|\n");
    for (Form<?> form : forms.all()) {
      String arguments =
          form.arguments().stream()
              .map(ParametersPage::described)
              .collect(Collectors.joining("; "));
      String rule = form.rule().isEmpty() ? "" : "; with " + form.rule();
      page.append("| `").append(form.written()).append("` | ").append(cell(form.help()));
      page.append(" | ").append(cell(arguments + rule)).append(" |\n");
    }
  }

  private static String described(Argument<?> argument) {
    String text = argument.defaultText();
    return "`"
        + argument.name()
        + "`: "
        + argument.allowed()
        + (text == null || text.isEmpty() ? "" : " (" + text + ")")
        + (argument.help().isEmpty() ? "" : ", " + argument.help());
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;");
  }
}
