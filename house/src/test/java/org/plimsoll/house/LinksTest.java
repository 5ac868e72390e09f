package org.plimsoll.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the pages of the documentation, to headings as GitHub names them. */
class LinksTest {
  private static final Pattern LINK =
      Pattern.compile("]\\((?!https?:)([^)\\s#]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern ID = Pattern.compile("id=\"([^\"]+)\"");

  private final Path root = StyleTest.repositoryRoot();

  private List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path folder : List.of(root, root.resolve("docs"), root.resolve("docs/drivers"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  private static Set<String> anchors(Path page) throws IOException {
    String text = Files.readString(page);
    Set<String> anchors = new HashSet<>();
    HEADING.matcher(text).results().forEach(each -> anchors.add(anchor(each.group(1))));
    ID.matcher(text).results().forEach(each -> anchors.add(each.group(1)));
    return anchors;
  }

  private static String anchor(String heading) {
    return heading
        .replaceAll("<[^>]*>", "")
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\w\\- ]", "")
        .replace(' ', '-');
  }

  @Test
  void everyLinkLeadsToAPageAndAHeadingThatExist() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        links++;
        Path target =
            link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
        boolean leads =
            Files.exists(target)
                && (link.group(2) == null || anchors(target).contains(link.group(2)));
        if (!leads) {
          broken.add(root.relativize(page) + ": " + link.group());
        }
      }
    }

    assertThat(links).isPositive();
    assertThat(broken).isEmpty();
  }
}
