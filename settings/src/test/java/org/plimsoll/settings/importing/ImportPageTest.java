package org.plimsoll.settings.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.settings.RunSettings;

/** Tests that docs/import.md is up to date, and that the importers do what its tables say. */
class ImportPageTest {
  private static final Path PAGE = Path.of("..", "docs", "import.md");
  private static final Pattern NAMED = Pattern.compile("`([a-z-]+)`");

  @TempDir static Path folder;

  @BeforeAll
  static void writeARequestFile() throws IOException {
    Files.writeString(folder.resolve("requests.txt"), "1\n2\n3\n");
  }

  @Test
  void thePageInDocsIsUpToDate() throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, ImportPage.markdown());
    }
    assertThat(Files.readString(PAGE))
        .as("update with -Dgolden.update=true")
        .isEqualTo(ImportPage.markdown());
  }

  @Test
  void eachPropertyOfYcsbBecomesWhatThePageSays() {
    requireAsListed(
        YcsbOptions.ALL,
        "",
        List.of("recordcount=1000"),
        properties -> YcsbImport.forDriver(properties, false, "sim:"));
  }

  @Test
  void eachPropertyOfNdbenchBecomesWhatThePageSays() {
    requireAsListed(
        NdbenchOptions.ALL,
        "ndbench.config.",
        List.of(),
        properties -> NdbenchImport.of(properties, "sim:"));
  }

  @Test
  void eachOptionOfVoldemortBecomesWhatThePageSays() {
    requireAsListed(
        VoldemortOptions.ALL,
        "",
        List.of("ops-count=100"),
        properties -> {
          if (List.of("r", "w", "m", "d").stream().noneMatch(properties::containsKey)) {
            properties.setProperty("r", "100");
          }
          return VoldemortImport.of(properties, null);
        });
  }

  private static void requireAsListed(
      List<ImportedOption> options,
      String prefix,
      List<String> always,
      Function<Properties, Imported> imports) {
    assertThat(options).extracting(ImportedOption::name).doesNotHaveDuplicates();
    for (ImportedOption option : options) {
      if (option.example().isEmpty()) {
        continue; // a file, which a test of its own covers
      }
      Properties properties = new Properties();
      always.forEach(each -> put(properties, prefix, each));
      for (String each : option.example().split(" ", -1)) {
        put(properties, prefix, each.replace("FILE", folder.resolve("requests.txt").toString()));
      }
      assertThat(properties).as(option.name()).containsKey(prefix + option.name());
      Imported imported = imports.apply(properties);

      List<Imported.Note> notes =
          imported.notes().stream()
              .filter(note -> note.property().startsWith(prefix + option.name() + "="))
              .toList();
      assertThat(notes).as(option.name()).isNotEmpty();
      assertThat(notes).as(option.name()).anyMatch(note -> note.taken() == option.taken());
      if (option.taken()) {
        List<String> named =
            NAMED
                .matcher(option.text())
                .results()
                .map((MatchResult found) -> found.group(1))
                .filter(name -> RunSettings.named(name).isPresent())
                .toList();
        assertThat(named.isEmpty() || named.stream().anyMatch(imported.values()::containsKey))
            .as(option.name() + " becomes " + named + " and not " + imported.values())
            .isTrue();
      }
      // Nothing else in the properties is unknown to the importer.
      assertThat(imported.notes())
          .extracting(Imported.Note::text)
          .as(option.name())
          .noneMatch(text -> text.contains("such property") || text.startsWith("not a property"));
    }
  }

  private static void put(Properties properties, String prefix, String text) {
    int equals = text.indexOf('=');
    properties.setProperty(prefix + text.substring(0, equals), text.substring(equals + 1));
  }
}
