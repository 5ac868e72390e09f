package org.plimsoll.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.PhaseSettings;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.ScenarioTexts;
import org.plimsoll.settings.SettingGroup;
import org.plimsoll.settings.SpecFile;
import org.plimsoll.settings.TuneSettings;
import org.plimsoll.settings.text.Forms;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * The command-line options of a run, generated from {@link RunSettings}, and the resulting request.
 */
final class Options {
  private static final String HYPHENS = "--";

  /** Matches a spec file. A target would have a scheme. */
  private static final Pattern SPEC_FILE = Pattern.compile("[^:]+\\.(?:ya?ml|json)");

  private Options() {}

  /** Creates a command with a description and {@code --help} as its only option. */
  static CommandSpec command(String name, Object userObject, String description) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(userObject).name(name);
    spec.usageMessage()
        .description(HelpText.unbroken(description).replace("%", "%%"))
        .width(80)
        .sortOptions(false)
        .abbreviateSynopsis(true)
        .synopsisHeading("Usage: ")
        .optionListHeading("%nOptions%n");
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .arity("0")
            .type(boolean.class)
            .description("Show this help.")
            .build());
    return spec;
  }

  /** Adds TARGET, {@code --spec} and the run settings that apply to the command. */
  static void addRun(CommandSpec spec, Predicate<Setting<?>> concerned) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("TARGET")
            .index("0")
            .arity("0..1")
            .type(String.class)
            .description(
                HelpText.unbroken(
                    "sim:, rocksdb:[path], redis://host:port, … (default: rocksdb: in a temporary"
                        + " folder)"))
            .build());
    spec.addOption(value("--spec", "FILE", "YAML spec; options override it."));
    spec.addOption(list("--set", "NAME=VALUE", "Setting of the driver; repeatable."));
    spec.addOption(list("--scenario", "NAME/KEY=VALUE", "Setting of one scenario; repeatable."));
    spec.addOption(list("--drivers", "DIR", "Folder with additional drivers; repeatable."));
    int order = 0;
    for (SettingGroup group : RunSettings.groups()) {
      addGroup(spec, group, concerned, order++);
    }
  }

  /** Adds the settings of a group that apply to the command, under the group's title. */
  static void addGroup(
      CommandSpec spec, SettingGroup group, Predicate<Setting<?>> concerned, int order) {
    ArgGroupSpec.Builder options =
        ArgGroupSpec.builder().heading("%n" + group.title() + "%n").validate(false).order(order);
    List<Setting<?>> settings = group.settings().stream().filter(concerned).toList();
    settings.forEach(setting -> options.addArg(option(setting)));
    if (!settings.isEmpty()) {
      spec.addArgGroup(options.build());
    }
  }

  /** Creates an option with a value. */
  static OptionSpec value(String name, String label, String description) {
    return OptionSpec.builder(name.split(" "))
        .paramLabel(label)
        .arity("1")
        .type(String.class)
        .description(HelpText.unbroken(description).replace("%", "%%"))
        .build();
  }

  /** Creates a repeatable option. */
  static OptionSpec list(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(HelpText.unbroken(description).replace("%", "%%"))
        .build();
  }

  /** Creates a required argument that has no name before it. */
  static PositionalParamSpec word(String label, int index, String description) {
    return PositionalParamSpec.builder()
        .paramLabel(label)
        .index(String.valueOf(index))
        .arity("1")
        .type(String.class)
        .description(description)
        .build();
  }

  /** Parses a whole number in a range, with or without a suffix such as {@code k}. */
  static long number(String name, String text, long minimum, long maximum) {
    try {
      long number = Quantities.parseCount(text);
      if (number >= minimum && number <= maximum) {
        return number;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new InvalidSpecException(
        name
            + ": must be a whole number from "
            + minimum
            + " to "
            + maximum
            + ", was '"
            + text
            + "'");
  }

  /** Creates an option without a value. */
  static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name.split(" "))
        .arity("0")
        .type(boolean.class)
        .description(description)
        .build();
  }

  private static OptionSpec option(Setting<?> setting) {
    String name = HYPHENS + setting.name();
    String text = setting.defaultText();
    String shown =
        setting.kind() == Setting.Kind.FLAG || text == null || text.equals("0")
            ? ""
            : " (" + text + ")";
    String description = RunSettings.help(setting) + shown;
    String label = label(setting);
    if (RunSettings.isList(setting)) {
      return completed(list(name, label, description), setting);
    }
    boolean fill = setting.equals(PhaseSettings.FILL);
    if (setting.kind() == Setting.Kind.FLAG || fill) {
      return fill
          ? optionalValue(name, label, "all", "all|auto|none|true|false|[0-9].*", description)
          : optionalValue(name, label, "true", "true|false", description);
    }
    return completed(value(name, label, description), setting);
  }

  /** Returns the words, or the names of forms, that a value may start with; may be empty. */
  private static List<String> words(Setting<?> setting) {
    return RunSettings.forms(setting).map(Forms::names).orElse(setting.value().choices());
  }

  private static OptionSpec completed(OptionSpec option, Setting<?> setting) {
    List<String> words = words(setting);
    return words.isEmpty() ? option : option.toBuilder().completionCandidates(words).build();
  }

  /**
   * Creates an option whose value is optional.
   *
   * @param alone the value if the option is given alone
   * @param value a pattern for a value that follows as the next word, without {@code =}. In {@code
   *     --fill sim:} the next word is the target
   */
  static OptionSpec optionalValue(
      String name, String label, String alone, String value, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .arity("0..1")
        .fallbackValue(alone)
        .preprocessor((args, command, argument, info) -> {
          boolean isNext = !args.isEmpty() && args.peek().matches(value);
          if (!"=".equals(info.get("separator")) && !isNext) {
            args.push(alone);
          }
          return false;
        })
        .type(String.class)
        .description(HelpText.unbroken(description).replace("%", "%%"))
        .build();
  }

  private static String label(Setting<?> setting) {
    if (!words(setting).isEmpty()) {
      // The completion script keeps the words of an option under its label.
      return setting.name().toUpperCase(Locale.ROOT).replace('-', '_');
    }
    return switch (setting.kind()) {
      case FLAG -> "true|false";
      case COUNT -> "N";
      case DECIMAL -> "N";
      case DURATION -> "TIME";
      case BYTES -> "BYTES";
      case TEXT -> setting.equals(PhaseSettings.FILL) ? "N" : "TEXT";
      case CHOICE -> "WORD";
      case DISTRIBUTION -> "DIST";
      case TARGET -> "URI";
    };
  }

  /** Returns the request of the spec file, overridden by the command line. */
  static RunRequest request(ParseResult given) {
    return file(given).overriddenBy(commandLine(given));
  }

  /** Returns the request of the spec file; empty if there is none. */
  static RunRequest file(ParseResult given) {
    String file = text(given, "--spec");
    return file == null ? RunRequest.empty() : SpecFile.read(Path.of(file));
  }

  /** Returns the request of the command line; refuses values that exclude each other. */
  static RunRequest commandLine(ParseResult given) {
    Map<String, Given> values = new LinkedHashMap<>();
    Stream.concat(RunSettings.all(), TuneSettings.group().settings().stream())
        .forEach(setting -> {
          String name = setting.name();
          List<String> texts = texts(given, HYPHENS + name);
          if (texts.size() > 1 && !RunSettings.isList(setting)) {
            throw new InvalidSpecException(
                name + ": must be given once, was '" + String.join("' and '", texts) + "'");
          }
          if (!texts.isEmpty()) {
            values.put(
                name,
                new Given(String.join(RunSettings.separator(setting), texts), Given.COMMAND_LINE));
          }
        });
    Map<String, Given> driverSettings = new LinkedHashMap<>();
    for (String setting : texts(given, "--set")) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new InvalidSpecException(
            "--set: must be NAME=VALUE; one --set has no name or no '='");
      }
      String name = setting.substring(0, equals);
      Given value = new Given(setting.substring(equals + 1), Given.SET);
      if (driverSettings.put(name, value) != null) {
        throw new InvalidSpecException(
            "--set: must give a setting once, was given '" + name + "' twice");
      }
    }
    String target =
        given.hasMatchedPositional(0) ? given.matchedPositionalValue(0, (String) null) : null;
    if (target != null && SPEC_FILE.matcher(target).matches()) {
      throw new InvalidSpecException(
          "target: must be a URI; a spec file is given with --spec: --spec " + target);
    }
    RunRequest commandLine =
        new RunRequest(
            target == null ? null : new Given(target, Given.COMMAND_LINE),
            values,
            driverSettings,
            ScenarioTexts.parse(texts(given, "--scenario"), Given.COMMAND_LINE));
    // The values of each layer must not contradict each other. An upper layer overrides the ones
    // below.
    commandLine.requireConsistent();
    return commandLine;
  }

  /** Returns the values of an option, as typed. */
  static List<String> texts(ParseResult given, String name) {
    OptionSpec option = given.matchedOption(name);
    return option == null ? List.of() : new ArrayList<>(option.stringValues());
  }

  /** Returns the value of an option; null if absent. */
  static @Nullable String text(ParseResult given, String name) {
    List<String> texts = texts(given, name);
    return texts.isEmpty() ? null : texts.get(0);
  }
}
