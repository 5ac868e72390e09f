package org.plimsoll.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the public signatures of the API with a file. A difference shows which changes break the
 * compilation of drivers. {@code -Dgolden.update=true} rewrites the file.
 */
class SignaturesTest {
  private static final Path FILE = Path.of("src/test/resources/signatures.txt");

  @Test
  void signaturesAreThoseOfTheFile() throws Exception {
    String now = render();
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(FILE, now);
    }
    assertThat(now).isEqualTo(Files.readString(FILE));
  }

  @Test
  void moduleExportsThePackagesOfTheFile() throws Exception {
    List<String> packages =
        Files.readAllLines(FILE).stream()
            .map(line -> line.replaceFirst("\\.[A-Z].*", ""))
            .distinct()
            .toList();
    ModuleDescriptor module;
    try (InputStream in = Driver.class.getResourceAsStream("/module-info.class")) {
      module = ModuleDescriptor.read(in);
    }
    assertThat(module.exports())
        .extracting(ModuleDescriptor.Exports::source)
        .containsExactlyInAnyOrderElementsOf(packages);
  }

  static String render() throws Exception {
    Path classes =
        Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        String name = classes.relativize(file).toString().replace('/', '.');
        if (!name.endsWith("-info.class")) {
          add(Class.forName(name.substring(0, name.length() - ".class".length())), lines);
        }
      }
    }
    return String.join("\n", lines.stream().sorted().toList()) + "\n";
  }

  private static void add(Class<?> type, List<String> lines) {
    for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
      if (!isSeen(outer.getModifiers()) || outer.isAnonymousClass()) {
        return;
      }
    }
    lines.add(type.getName() + ": " + type.toGenericString());
    for (Field field : type.getDeclaredFields()) {
      addMember(type, field, field.toGenericString(), lines);
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      addMember(type, constructor, constructor.toGenericString(), lines);
    }
    for (Method method : type.getDeclaredMethods()) {
      addMember(type, method, method.toGenericString(), lines);
    }
  }

  private static void addMember(Class<?> type, Member member, String text, List<String> lines) {
    if (isSeen(member.getModifiers()) && !member.isSynthetic()) {
      lines.add(type.getName() + " " + text);
    }
  }

  private static boolean isSeen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }
}
