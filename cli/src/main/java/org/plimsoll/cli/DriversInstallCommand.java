package org.plimsoll.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.UninstalledDriver;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code plimsoll drivers install}: installs the libraries that the archive does not contain. */
final class DriversInstallCommand implements Callable<Integer> {
  private static final Set<String> SCHEMES = Set.of("https", "http", "file");

  private final Console console;
  private final CommandSpec spec;

  private DriversInstallCommand(Console console) {
    this.console = console;
    spec =
        Options.command(
            "install",
            this,
            "Installs the libraries of a driver from a Maven repository. Each must be the file that"
                + " this release was built with. Mirrors, proxies and credentials are taken from"
                + " Maven's settings.xml.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("NAME")
            .index("0..*")
            .arity("1..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("Name of a driver; plimsoll drivers lists those that are not installed.")
            .build());
    spec.addOption(
        Options.value(
            "--to",
            "DIR",
            "Folder of drivers to install into (that of this release); --drivers DIR uses it."));
    spec.addOption(
        Options.value(
            "--repository",
            "URL",
            "Maven repository: https://…, http://… or file:/… (those of settings.xml)."));
    HelpText.examples(spec, "drivers install geode");
  }

  static CommandSpec spec(Console console) {
    return new DriversInstallCommand(console).spec;
  }

  @Override
  public Integer call() {
    ParseResult given = spec.commandLine().getParseResult();
    List<String> names = given.matchedPositionalValue(0, List.of());
    if (names.isEmpty()) {
      throw new InvalidSpecException("NAME: must be given; plimsoll drivers lists the drivers");
    }
    String to = Options.text(given, "--to");
    DriverInstaller installer =
        new DriverInstaller(repository(Options.text(given, "--repository")), null);
    Drivers drivers = console.drivers(List.of());
    List<UninstalledDriver> chosen =
        names.stream().distinct().flatMap(name -> driver(drivers, name).stream()).toList();
    for (UninstalledDriver driver : chosen) {
      Path folder = installer.install(driver, to == null ? null : Path.of(to));
      console.out().println(driver.name() + ": installed in " + folder);
    }
    return ExitCode.DONE;
  }

  private List<UninstalledDriver> driver(Drivers drivers, String name) {
    List<UninstalledDriver> all = drivers.uninstalled();
    for (UninstalledDriver each : all) {
      if (each.name().equals(name) || each.schemes().contains(name)) {
        return List.of(each);
      }
    }
    List<String> known = new ArrayList<>(drivers.names());
    if (!known.contains(name)) {
      all.forEach(each -> known.add(each.name()));
      throw new InvalidSpecException(
          "no driver named '" + name + "'" + NearestName.suggestion(name, known));
    }
    console.out().println(name + ": is installed");
    return List.of();
  }

  private static @Nullable String repository(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      URI uri = URI.create(text);
      if (uri.getScheme() != null
          && SCHEMES.contains(uri.getScheme())
          && (uri.getHost() != null || uri.getScheme().equals("file"))) {
        return text;
      }
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw new InvalidSpecException(
        "--repository: must be https://…, http://… or file:/…, was '" + text + "'");
  }
}
