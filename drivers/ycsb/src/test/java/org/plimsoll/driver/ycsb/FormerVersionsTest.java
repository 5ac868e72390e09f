package org.plimsoll.driver.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** Bindings of {@code com.yahoo.ycsb}, compiled against the former package and run unchanged. */
class FormerVersionsTest {
  @TempDir static Path folder;

  @Nested
  class OfVersions013To016 extends Contract {
    OfVersions013To016() {
      super("0.16.0", false, true);
    }
  }

  @Nested
  class OfVersions05To012 extends Contract {
    OfVersions05To012() {
      super("0.12.0", true, true);
    }
  }

  @Nested
  class OfVersions05To012WithoutTheCore extends Contract {
    OfVersions05To012WithoutTheCore() {
      super("0.5.0", true, false);
    }
  }

  /** The whole driver contract. */
  abstract static class Contract extends DriverContract {
    private final String version;
    private final boolean hashMaps;
    private final boolean withCore;

    Contract(String version, boolean hashMaps, boolean withCore) {
      this.version = version;
      this.hashMaps = hashMaps;
      this.withCore = withCore;
    }

    @Override
    protected Driver driver() {
      return new YcsbDriver();
    }

    @Override
    protected String address() {
      return "com.yahoo.ycsb.db.TextDb";
    }

    @Override
    protected Map<String, String> settings() {
      return Map.of("binding", release().toString(), "values", "base64");
    }

    @Test
    void aBindingOfAFormerVersionIsRecognized() throws Exception {
      opened(client ->
          assertThat(client.facts())
              .containsEntry("binding", "site.ycsb.db.TextDb")
              .containsEntry("ycsb", "before 0.17, converted"));
    }

    /** A release, created once: the binding in lib, with the core of its version. */
    private Path release() {
      Path release = folder.resolve("ycsb-map-binding-" + version);
      Path lib = release.resolve("lib");
      if (Files.isDirectory(lib)) {
        return release;
      }
      try {
        Path jars = Files.createDirectories(folder.resolve("jars-" + version));
        List<String> sources =
            List.of(
                former(Bindings.resource("FormerDb.java.txt")),
                former(Bindings.mapDb()),
                former(Bindings.resource("TextDb.java.txt")),
                formerTexts(),
                Bindings.resource("FormerStatus.java.txt"),
                Bindings.resource("FormerByteIterator.java.txt"),
                Bindings.resource("FormerByteArrayByteIterator.java.txt"),
                Bindings.resource("FormerDBException.java.txt"));
        Path made = Files.createDirectories(folder.resolve("made-" + version));
        Path jar =
            Bindings.jar(made, "map.jar", sources, name -> name.startsWith("com/yahoo/ycsb/db/"));
        Files.copy(jar, jars.resolve("map-binding.jar"));
        if (withCore) {
          Bindings.jar(jars, "core.jar", sources, name -> !name.startsWith("com/yahoo/ycsb/db/"));
        }
        deleteFolders(jars);
        Files.createDirectories(release);
        Files.move(jars, lib);
        return release;
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    private static void deleteFolders(Path jars) throws java.io.IOException {
      try (var walk = Files.walk(jars)) {
        for (Path each : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
          if (!each.toString().endsWith(".jar") && !each.equals(jars)) {
            Files.delete(each);
          }
        }
      }
    }

    /**
     * The sources of the former version; its maps are {@code HashMap}s in versions whose rows were.
     */
    private String formerTexts() {
      String texts = Bindings.resource("FormerStringByteIterator.java.txt");
      return hashMaps ? texts : texts.replace("static HashMap<", "static Map<");
    }

    private String former(String source) {
      String renamed = source.replace("site.ycsb", "com.yahoo.ycsb");
      return hashMaps
          ? renamed.replaceAll(
              "(?<=[ (])Map<String, ByteIterator> (result|values)",
              "HashMap<String, ByteIterator> $1")
          : renamed;
    }
  }
}
