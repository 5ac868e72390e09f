package org.plimsoll.driver.ycsb;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import site.ycsb.DB;

/**
 * Compiles test bindings as their authors ship them: against YCSB, in the folder layout of YCSB.
 */
final class Bindings {
  private Bindings() {}

  /** The source of a binding that stores rows in a map, in the package of YCSB 0.17. */
  static String mapDb() {
    return resource("MapDb.java.txt");
  }

  static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(Bindings.class.getResourceAsStream("/bindings/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The jar of the YCSB core. */
  static Path core() {
    try {
      return Path.of(DB.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Creates the folder of YCSB's release of all bindings, with one binding.
   *
   * @param ycsb the folder to create
   * @param name of the binding
   * @param type its DB class
   */
  static void release(Path ycsb, String name, String type, Path jar) throws IOException {
    Path lib = Files.createDirectories(ycsb.resolve(name + "-binding/lib"));
    Files.copy(jar, lib.resolve(jar.getFileName()));
    // As in YCSB's releases: the driver must not take this copy.
    Files.copy(core(), lib.resolve("core-0.17.0.jar"));
    Path bin = Files.createDirectories(ycsb.resolve("bin"));
    Files.writeString(
        bin.resolve("bindings.properties"),
        "# bindings\n" + name + ":" + type + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** Compiles sources into a jar that contains only the selected classes. */
  static Path jar(Path folder, String name, List<String> sources, Predicate<String> wanted)
      throws IOException {
    Path build = Files.createTempDirectory(folder, "build");
    List<String> arguments =
        new ArrayList<>(List.of("-nowarn", "-proc:none", "--release", "8", "-Xlint:-options"));
    arguments.addAll(List.of("-cp", core().toString(), "-d", build + "/classes"));
    for (String source : sources) {
      String type = source.replaceAll("(?s).*?\\bclass (\\w+).*", "$1");
      Path file = Files.createDirectories(build.resolve("" + arguments.size()));
      arguments.add(Files.writeString(file.resolve(type + ".java"), source).toString());
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalArgumentException(name + " does not compile");
    }
    return pack(folder.resolve(name), build.resolve("classes"), wanted);
  }

  private static Path pack(Path jar, Path classes, Predicate<String> wanted) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> compiled = Files.walk(classes)) {
      for (Path each : compiled.filter(Files::isRegularFile).toList()) {
        String entry = classes.relativize(each).toString().replace('\\', '/');
        if (wanted.test(entry)) {
          out.putNextEntry(new JarEntry(entry));
          out.write(Files.readAllBytes(each));
        }
      }
    }
    return jar;
  }
}
