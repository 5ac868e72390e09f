package org.plimsoll.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.plimsoll.api.Driver;

/**
 * Compiles classes of users against the API only, and packs them into folders like those of
 * drivers.
 */
public final class UserClasses {
  private final Path roots;
  private final Path classes;

  private UserClasses(Path roots, Path classes) {
    this.roots = roots;
    this.classes = classes;
  }

  /**
   * Compiles a source file.
   *
   * @param roots the folder in which the folders are created
   * @param name the name of the class, without the package
   */
  public static UserClasses compile(Path roots, String name, String source)
      throws IOException, URISyntaxException {
    Path build = Files.createTempDirectory("classes");
    Path file = Files.writeString(build.resolve(name + ".java"), source);
    Path api = Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    String[] options = {"-proc:none", "-cp", api.toString(), "-d", build + "/classes"};
    int code = compiler.run(null, null, null, with(options, file.toString()));
    if (code != 0) {
      throw new IllegalArgumentException(name + " does not compile");
    }
    return new UserClasses(roots, build.resolve("classes"));
  }

  private static String[] with(String[] options, String last) {
    return Stream.concat(Stream.of(options), Stream.of(last)).toArray(String[]::new);
  }

  /**
   * Creates a folder with a jar that contains all classes and declares one of them as a service.
   */
  public UserClasses pack(String folder, Class<?> service, String type) throws IOException {
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
}
