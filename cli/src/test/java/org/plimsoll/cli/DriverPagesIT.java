package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plimsoll.api.Driver;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.driver.Drivers;

/**
 * Compares the page of each driver with the driver: settings, defaults, choices, live settings,
 * operations and failure codes.
 */
class DriverPagesIT {
  private static final Set<String> COMMON =
      Stream.of(FailureCode.Common.values())
          .map(FailureCode.Common::text)
          .collect(Collectors.toSet());

  private static final Path FOLDER = PlimsollProcess.ROOT.resolve("drivers");
  private static final Path PAGES = PlimsollProcess.ROOT.resolve("docs/drivers");

  private static final Drivers DRIVERS = Drivers.in(List.of(FOLDER));

  private static final Pattern QUOTED = Pattern.compile("(?<!`)`([^`\\n]+)`(?!`)");

  private static final Pattern MODULE =
      Pattern.compile("<artifactId>plimsoll-driver-([a-z0-9-]+)</artifactId>");

  /** A row of a settings table. */
  private record Told(String theDefault, boolean live, String text) {}

  static Stream<String> drivers() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      return pages
          .map(page -> page.getFileName().toString().replace(".md", ""))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void pagesListEverySettingCorrectly(String name) throws IOException {
    Driver driver = DRIVERS.named(name);
    String page = page(name);
    Map<String, Told> told = told(page, driver);
    assertThat(told.keySet())
        .containsExactlyInAnyOrderElementsOf(
            driver.settings().stream().map(Setting::name).toList());
    for (Setting<?> setting : driver.settings()) {
      Told its = Objects.requireNonNull(told.get(setting.name()));
      assertThat(its.live()).as("%s is told to be live", setting.name()).isEqualTo(setting.live());
      String value = setting.defaultText();
      assertThat(its.theDefault())
          .as("the default of %s", setting.name())
          .isEqualTo(value == null ? "" : value);
      for (String choice : setting.value().choices()) {
        assertThat(its.text() + " `" + its.theDefault() + "`")
            .as("the choices of %s", setting.name())
            .containsPattern("`" + Pattern.quote(choice) + "`");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void pagesListEveryFormOfTheTarget(String name) throws IOException {
    assertThat(quoted(page(name))).containsAll(DRIVERS.named(name).targetForms());
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void pagesListEveryOperation(String name) throws IOException {
    List<String> quoted = new ArrayList<>();
    for (String each : quoted(page(name))) {
      quoted.addAll(List.of(each.split(" ", -1)));
    }
    assertThat(quoted)
        .containsAll(DRIVERS.named(name).operations().stream().map(OperationType::name).toList());
  }

  /** The sources of a driver, and of the modules that it shares with others. */
  private static List<Path> sources(String name) throws IOException {
    String pom = Files.readString(FOLDER.resolve(name).resolve("pom.xml"));
    Stream<String> shared =
        MODULE.matcher(pom).results().map(found -> found.group(1)).filter(each -> !isDriver(each));
    return Stream.concat(Stream.of(name), shared)
        .map(each -> FOLDER.resolve(each).resolve("src/main/java"))
        .toList();
  }

  private static boolean isDriver(String module) {
    return Files.exists(
        FOLDER
            .resolve(module)
            .resolve("src/main/resources/META-INF/services/org.plimsoll.api.Driver"));
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void everyFailureCodeOnAPageIsInTheSource(String name) throws IOException {
    StringBuilder source = new StringBuilder();
    for (Path folder : sources(name)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          source.append(Files.readString(file));
        }
      }
    }
    String page = page(name);
    int failures = page.indexOf("## Failures");
    for (List<String> cells : failures < 0 ? List.<List<String>>of() : rows(page, failures)) {
      for (String code : quoted(cells.getFirst())) {
        if (COMMON.contains(code)) {
          continue; // a common code of all drivers, which the kit and the exception classes also
          // produce
        }
        // unexpected-status-4xx is concatenated.
        String literal = code.replaceFirst("[0-9]xx$", "");
        assertThat(source).contains("\"" + literal + (literal.equals(code) ? "\"" : ""));
      }
    }
  }

  private static String page(String name) throws IOException {
    return Files.readString(PAGES.resolve(name + ".md"));
  }

  /** Reads the settings from the page's tables: names, defaults and descriptions. */
  private static Map<String, Told> told(String page, Driver driver) {
    List<String> known = driver.settings().stream().map(Setting::name).toList();
    boolean allLive = page.contains("All of them can change during a run");
    boolean liveColumn = page.contains("| default | live |");
    Map<String, Told> told = new LinkedHashMap<>();
    for (List<String> cells : rows(page, 0)) {
      List<String> names = quoted(cells.getFirst());
      // Operations and codes may have the same names as settings. Settings come first.
      if (names.isEmpty() || !known.containsAll(names) || told.containsKey(names.getFirst())) {
        continue;
      }
      List<String> defaults = defaults(cells.get(1), names.size());
      String text = cells.getLast();
      boolean live = allLive || (liveColumn && cells.get(2).equals("yes"));
      for (int i = 0; i < names.size(); i++) {
        told.put(names.get(i), new Told(defaults.get(i), live, text));
      }
    }
    return told;
  }

  private static List<String> defaults(String cell, int settings) {
    List<String> defaults = new ArrayList<>();
    if (settings == 1) {
      defaults.add(cell);
    } else {
      defaults.addAll(Stream.of(cell.split(",", -1)).map(String::strip).toList());
    }
    while (defaults.size() < settings) {
      defaults.add(defaults.size() == 1 ? defaults.getFirst() : "");
    }
    defaults.replaceAll(each -> each.replace("`", ""));
    return defaults;
  }

  private static List<List<String>> rows(String page, int from) {
    return page.substring(from)
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> Stream.of(line.split("(?<!\\\\)\\|", -1)).map(String::strip).toList())
        .map(cells -> cells.subList(1, cells.size() - 1))
        .toList();
  }

  private static List<String> quoted(String text) {
    return QUOTED.matcher(text).results().map(each -> each.group(1)).toList();
  }
}
