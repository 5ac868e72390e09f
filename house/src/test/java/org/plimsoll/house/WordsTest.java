package org.plimsoll.house;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Banned phrases, over the sources and the documentation of every module. */
class WordsTest {
  private static final Pattern PROSE =
      Pattern.compile(".*\\.(java|md|svelte|ts|mjs|css|html|ya?ml|sh)");

  /** This list, texts of the past, and what the project does not write itself. */
  private static final Set<String> SKIPPED =
      Set.of("WordsTest.java", "CHANGELOG.md", "target", "node_modules", "resources");

  /** Between two words: a space, or a line break with the marks of a comment or a string. */
  private static final String GAP = "[\\s*/#+\"]+";

  private static final List<Banned> BANNED =
      List.of(
          new Banned("the begin", "the start"),
          new Banned("begun anew|begins? anew", "restarted, starts again"),
          new Banned("hang(s|ing)? on|hung on", "depends on, waits for"),
          new Banned("data bases?", "database"),
          new Banned("stand(s|ing)? still|stood still", "stalled (target), paused (generator)"),
          new Banned("become of", "the outcome of"),
          new Banned("(go|goes|going|went) along", "runs with, is sent with"),
          new Banned("goes on", "continues, runs, is live"),
          new Banned("whose word", "the CA certificates"),
          new Banned("sure who answers", "verify the server certificate"),
          new Banned("lies in", "is in, is between"),
          new Banned("lies? below", "the lower layer, the configured value"),
          new Banned("(tells?|told) of", "describes, reports"),
          new Banned("(speaks?|spoken) of", "is about, names"),
          new Banned("(breaks?|broke|broken) off", "interrupted, aborted"),
          new Banned("under way", "in flight, running"),
          new Banned("what came to|(came|comes) to nothing", "the outcome of, failed"),
          new Banned("must be otherwise", "must change"),
          new Banned("nobody changes", "cannot be changed"),
          new Banned("onlookers?", "probe"),
          new Banned("likeness", "autocorrelation"),
          new Banned("lateness", "dispatch lag"),
          new Banned("held against", "compared with"),
          new Banned("has company", "is autocorrelated"),
          new Banned("(gave|gives) out", "failed, reached its limit"),
          new Banned("cannot be told|nothing can be told", "inconclusive, unknown"),
          new Banned("beside the load", "in parallel with the load, not part of the load"),
          new Banned("stands (beside|below|above|here|before|behind)", "is below, is shown above"),
          new Banned("over one another", "overlaid, in layers"),
          new Banned("the store's doing", "caused by the store"),
          new Banned("how a run goes", "the progress of a run"),
          new Banned("comes and goes", "appears and disappears"),
          new Banned("in vain", "without effect, without success"),
          new Banned("for want of", "without, because there is no"),
          new Banned("gets? round to", "when it is free"),
          new Banned("is nowhere", "there is no"),
          new Banned("anew", "again"),
          new Banned("in place of", "instead of"),
          new Banned("but for", "except for"),
          new Banned("as good as", "practically"),
          new Banned("next to nothing", "almost nothing"),
          new Banned("lets? go of", "releases"),
          new Banned("(when|what)ever it likes", "at its own interval"),
          new Banned("sign(s|ed|ing)? (in|out)", "log in, log out"),
          new Banned(
              "(class loader|client|parser|session|thread)s? of (its|their) own", "its own thread"),
          new Banned("neighbour(s|ing|hood)?", "neighbor, adjacent"),
          new Banned("behaviours?", "behavior"),
          new Banned("colour(s|ed|ing)?", "color"),
          new Banned("organisations?", "organization"),
          new Banned("kill[ -]switch(es)?", "stop all load"));

  private final Path root = repositoryRoot();

  @Test
  void noTextContainsABannedPhrase() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : texts()) {
      String name = root.relativize(file).toString().replace('\\', '/');
      hits(Files.readString(file, StandardCharsets.UTF_8)).forEach(hit -> found.add(name + hit));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void textsOfEveryKindAreRead() throws IOException {
    assertThat(texts().stream().map(file -> root.relativize(file).toString().replace('\\', '/')))
        .contains("README.md", "DECISIONS.md", "docs/page.md", "web/src/App.svelte", "plimsoll")
        .anyMatch(name -> name.startsWith("api/src/main/"))
        .anyMatch(name -> name.startsWith("drivers/redis/src/test/"))
        .anyMatch(name -> name.startsWith("examples/"))
        .noneMatch(name -> name.contains("/target/") || name.contains("/node_modules/"));
  }

  @Test
  void phrasesAreFoundAcrossLinesOfCommentsAndStrings() {
    assertThat(hits("/** From the\n * Begin.\n */\n\"the data \"\n    + \"base\""))
        .containsExactly(
            ":1: \"the Begin\": say \"the start\"", ":4: \"data base\": say \"database\"");
    assertThat(hits("# until it stood\n# still")).hasSize(1);
    assertThat(hits("the beginning of a database, hanging onwards")).isEmpty();
  }

  /** Each as {@code :line: "phrase": say "words"}. */
  private static List<String> hits(String text) {
    List<String> found = new ArrayList<>();
    for (Banned banned : BANNED) {
      Matcher matcher = banned.pattern.matcher(text);
      while (matcher.find()) {
        long line = 1 + text.substring(0, matcher.start()).chars().filter(c -> c == '\n').count();
        String phrase = matcher.group().replaceAll(GAP, " ");
        found.add(":" + line + ": \"" + phrase + "\": say \"" + banned.instead + "\"");
      }
    }
    return found;
  }

  private List<Path> texts() throws IOException {
    List<Path> found = new ArrayList<>(List.of(root.resolve("plimsoll"), root.resolve("test")));
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = String.valueOf(folder.getFileName());
            boolean hidden = name.startsWith(".") && !folder.equals(root);
            return hidden || SKIPPED.contains(name)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = String.valueOf(file.getFileName());
            if (PROSE.matcher(name).matches() && !SKIPPED.contains(name)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  private static Path repositoryRoot() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("web")) || !Files.isDirectory(folder.resolve("api"))) {
      folder = requireNonNull(folder.getParent(), "the tests run inside the source tree");
    }
    return folder;
  }

  /** A phrase as alternatives of a regular expression, and what to say instead. */
  private record Banned(Pattern pattern, String instead) {
    Banned(String phrase, String instead) {
      this(
          Pattern.compile("\\b(?:" + phrase.replace(" ", GAP) + ")\\b", Pattern.CASE_INSENSITIVE),
          instead);
    }
  }
}
