package org.plimsoll.driver.sim;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.plimsoll.api.CustomKeys;
import org.plimsoll.api.Driver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.Plugins;

/** Classes compiled against the API alone, and packed into folders beside those of drivers. */
final class UserClasses {
  private final Path roots;
  private final Path classes;

  private UserClasses(Path roots, Path classes) {
    this.roots = roots;
    this.classes = classes;
  }

  /** Compiles a source file of the name given. */
  static UserClasses compile(Path roots, String name, String source)
      throws IOException, URISyntaxException {
    Path classes = Files.createDirectories(roots.resolve("build/classes"));
    Path file = Files.writeString(roots.resolve("build/" + name + ".java"), source);
    Path api =
        Path.of(CustomKeys.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    int code =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-cp",
            api.toString(),
            "-d",
            classes.toString(),
            file.toString());
    if (code != 0) {
      throw new IllegalStateException(name + " does not compile");
    }
    return new UserClasses(roots, classes);
  }

  /** Makes a folder with a jar of all classes that offers one of them as a service. */
  UserClasses pack(String folder, Class<?> service, String type) throws IOException {
    Path jar = Files.createDirectories(roots.resolve(folder)).resolve("mine.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> compiled = Files.walk(classes)) {
      out.putNextEntry(new JarEntry("META-INF/services/" + service.getName()));
      out.write(type.getBytes(StandardCharsets.UTF_8));
      for (Path each : compiled.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString().replace('\\', '/')));
        out.write(Files.readAllBytes(each));
      }
    }
    return this;
  }

  /** What is in the folders, and a target that needs no jar. */
  static Plugins in(Path roots, Driver target) {
    return new Plugins() {
      private final Drivers folders = Drivers.in(List.of(roots));

      @Override
      public Driver named(String scheme) {
        return target;
      }

      @Override
      public <T> T custom(Class<T> kind, String name) {
        return folders.custom(kind, name);
      }
    };
  }
}
