package org.plimsoll.settings.importing;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;

/**
 * The command line of Voldemort's performance tool: {@code --record-count 1000 -r 80 -w 20}.
 *
 * @param properties the options by name, without their hyphens
 * @param files property files: the arguments of {@code --prop-file}, and other words
 * @param ignored options that have no effect together with {@code --prop-file}, as in the tool
 */
public record VoldemortArguments(Properties properties, List<String> files, List<String> ignored) {
  private static final String SCRIPT = "voldemort-performance-tool.sh";
  private static final String FILE_OPTION = "prop-file";

  public VoldemortArguments {
    files = List.copyOf(files);
    ignored = List.copyOf(ignored);
  }

  /**
   * Parses the words after {@code plimsoll import voldemort}. The first word may be the name of the
   * tool, so that a command line can be pasted.
   *
   * @throws InvalidSpecException if a word is not an option of the tool, or has no value
   */
  public static VoldemortArguments parse(List<String> words) {
    Properties properties = new Properties();
    List<String> files = new ArrayList<>();
    boolean reads = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (i == 0 && word.endsWith(SCRIPT)) {
        continue;
      }
      if (!word.startsWith("-")) {
        files.add(word);
        continue;
      }
      int equals = word.indexOf('=');
      String name = word.substring(0, equals < 0 ? word.length() : equals).replaceFirst("^--?", "");
      requireKnown(word, name);
      String value;
      if (equals >= 0) {
        value = word.substring(equals + 1);
      } else if (VoldemortOptions.FLAGS.contains(name)) {
        value = "true";
      } else if (i + 1 < words.size()) {
        value = words.get(++i);
      } else {
        throw new InvalidSpecException(word + ": must have a value");
      }
      if (name.equals(FILE_OPTION)) {
        files.add(value);
        reads = true;
      } else {
        properties.setProperty(name, value);
      }
    }
    if (!reads) {
      return new VoldemortArguments(properties, files, List.of());
    }
    List<String> ignored =
        properties.stringPropertyNames().stream()
            .sorted()
            .map(name -> (name.length() == 1 ? "-" : "--") + name)
            .toList();
    return new VoldemortArguments(new Properties(), files, ignored);
  }

  private static void requireKnown(String word, String name) {
    List<String> known = VoldemortOptions.ALL.stream().map(ImportedOption::name).toList();
    if (!known.contains(name)) {
      String like =
          NearestName.nearest(name, known)
              .map(near -> ", did you mean '--" + near + "'?")
              .orElse("");
      throw new InvalidSpecException(
          "'" + word + "' is not an option of Voldemort's performance tool" + like);
    }
  }
}
