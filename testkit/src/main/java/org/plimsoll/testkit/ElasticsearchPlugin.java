package org.plimsoll.testkit;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A plugin for Elasticsearch, compiled for the server into which it is installed. */
final class ElasticsearchPlugin {
  private ElasticsearchPlugin() {}

  /**
   * Compiles one class and installs it.
   *
   * @param home the home folder of a server that has not started yet; its name ends with the
   *     version
   * @param source the source file of a class in the package {@code plimsoll}
   */
  static void install(Path home, Path source) throws IOException {
    String type = source.getFileName().toString().replace(".java", "");
    Path classes = Files.createDirectories(home.resolve("classes"));
    int code =
        Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
            .run(
                null,
                null,
                null,
                "-proc:none",
                "--release",
                "17",
                "-cp",
                String.join(File.pathSeparator, jars(home.resolve("lib"))),
                "-d",
                classes.toString(),
                source.toString());
    if (code != 0) {
      throw new IllegalStateException(source + " does not compile");
    }
    Path folder = Files.createDirectories(home.resolve("plugins").resolve(type));
    pack(classes, folder.resolve("it.jar"));
    String version = home.getFileName().toString().replaceFirst("^.*-", "");
    Files.write(
        folder.resolve("plugin-descriptor.properties"),
        List.of(
            "name=" + type,
            "description=for tests",
            "version=1",
            "elasticsearch.version=" + version,
            "java.version=17",
            "classname=plimsoll." + type));
  }

  private static List<String> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).filter(each -> each.endsWith(".jar")).toList();
    }
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> compiled = Files.walk(classes)) {
      for (Path each : compiled.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
        Files.copy(each, out);
      }
    }
  }
}
