package org.plimsoll.driver.ndbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Inject;
import com.netflix.archaius.ConfigProxyFactory;
import com.netflix.archaius.api.annotations.DefaultValue;
import com.netflix.archaius.guice.ArchaiusModule;
import com.netflix.ndbench.api.plugin.NdBenchClient;
import com.netflix.ndbench.core.config.IConfiguration;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.inject.Singleton;
import javax.tools.ToolProvider;

/**
 * Builds the jar of a plugin as its author does, compiled for the Java version that NDBench needs.
 */
final class PackedPlugin {
  /** One class from each jar that plugins are compiled against. */
  private static final List<Class<?>> CLASS_PATH =
      List.of(
          NdBenchClient.class,
          IConfiguration.class,
          Inject.class,
          Singleton.class,
          ArchaiusModule.class,
          ConfigProxyFactory.class,
          DefaultValue.class);

  private PackedPlugin() {}

  /**
   * Builds a jar in a new folder.
   *
   * @param sources by the names of their classes
   * @return the folder
   */
  static Path of(Path work, Map<String, String> sources) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-nowarn", "-Xlint:-options"));
    arguments.addAll(List.of("--release", "8", "-proc:none", "-cp", classPath()));
    Path classes = work.resolve("classes");
    arguments.addAll(List.of("-d", classes.toString()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      String simpleName = source.getKey().substring(source.getKey().lastIndexOf('.') + 1);
      arguments.add(
          Files.writeString(work.resolve(simpleName + ".java"), source.getValue()).toString());
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
    Path folder = Files.createDirectories(work.resolve("plugin"));
    try (OutputStream file = Files.newOutputStream(folder.resolve("plugin.jar"));
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> found = Files.walk(classes)) {
      for (Path path : found.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(path).toString()));
        out.write(Files.readAllBytes(path));
      }
    }
    return folder;
  }

  private static String classPath() {
    return CLASS_PATH.stream().map(PackedPlugin::jar).collect(Collectors.joining(":"));
  }

  private static String jar(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
