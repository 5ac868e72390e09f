package org.plimsoll.house;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Style rules that the formatter does not enforce, for the sources of every module. */
class StyleTest {
  private static final int MAX_FILE_LINES = 400;
  private static final int MAX_METHOD_LINES = 70;
  private static final int MAX_COLUMNS = 100;
  private static final Pattern MACHINE_PATH = Pattern.compile("/home/|/root/|/usr/lib/jvm");

  private final Path root = repositoryRoot();
  private final List<Path> sources = sources(root);

  @Test
  void sourcesOfMoreThanThisModuleAreFound() {
    assertThat(sources).anyMatch(source -> source.startsWith(root.resolve("house/src/test")));
    assertThat(sources).anyMatch(source -> source.startsWith(root.resolve("api/src/main")));
  }

  /** Tests are exempt, because a long test class is a list of independent cases. */
  @Test
  void classFilesAreShort() throws IOException {
    assertShort(sources.stream().filter(source -> !isIn("src/test/", source)).toList());
  }

  /** The types of the REST API are exempt, because they are a list of declarations. */
  @Test
  void filesOfThePageAreShort() throws IOException {
    List<Path> page = files(root.resolve("web/src"), ".svelte", ".ts");
    assertThat(page).hasSizeGreaterThan(100);
    Path types = root.resolve("web/src/api/types.ts");
    assertShort(page.stream().filter(file -> !file.equals(types)).toList());
  }

  private void assertShort(List<Path> files) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      int lines = Files.readAllLines(file).size();
      if (lines > MAX_FILE_LINES) {
        found.add(root.relativize(file) + ": " + lines);
      }
    }
    assertThat(found)
        .as("files of more than %d lines; move their second job to another file", MAX_FILE_LINES)
        .isEmpty();
  }

  @Test
  void methodsFitOnAScreen() throws IOException {
    assertThat(longMethods(sources, MAX_METHOD_LINES)).isEmpty();
  }

  @Test
  void methodLengthIsCountedFromSignatureToBrace() throws IOException {
    Path self = root.resolve("house/src/test/java/org/plimsoll/house/StyleTest.java");
    assertThat(longMethods(List.of(self), 2))
        .contains("house/src/test/java/org/plimsoll/house/StyleTest.java methodsFitOnAScreen: 4");
  }

  @Test
  void linesFitTheColumns() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path source : sources) {
      List<String> lines = Files.readAllLines(source);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        // An import or a link cannot be broken.
        boolean unbreakable = line.startsWith("import ") || line.contains("://");
        if (line.codePointCount(0, line.length()) > MAX_COLUMNS && !unbreakable) {
          found.add(root.relativize(source) + ":" + (i + 1));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void mainSourcesContainNoMachineSpecificFolders() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path source : sources) {
      if (isIn("src/main/", source) && MACHINE_PATH.matcher(Files.readString(source)).find()) {
        found.add(root.relativize(source).toString());
      }
    }
    assertThat(found).isEmpty();
  }

  private boolean isIn(String folder, Path source) {
    return root.relativize(source).toString().replace('\\', '/').contains(folder);
  }

  /** Returns methods longer than {@code maxLines}, including annotations and excluding Javadoc. */
  private List<String> longMethods(List<Path> files, int maxLines) throws IOException {
    List<String> found = new ArrayList<>();
    JavaCompiler compiler = requireNonNull(ToolProvider.getSystemJavaCompiler());
    try (StandardJavaFileManager fileManager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  fileManager,
                  null,
                  List.of("-proc:none"),
                  null,
                  fileManager.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        String file = root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
        new MethodLengths(unit, positions, file.replace('\\', '/'), maxLines, found)
            .scan(unit, null);
      }
    }
    return found;
  }

  /** The folder of the whole source tree. */
  static Path repositoryRoot() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("engine"))
        || !Files.isDirectory(folder.resolve("api"))) {
      folder = requireNonNull(folder.getParent(), "the tests run inside the source tree");
    }
    return folder;
  }

  /** The Java files below a folder, without what a build has written. */
  static List<Path> sources(Path root) {
    return files(root, ".java");
  }

  private static List<Path> files(Path root, String... endings) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              String name = String.valueOf(folder.getFileName());
              boolean skipped = name.equals("target") || name.equals("node_modules");
              boolean hidden = name.startsWith(".") && !folder.equals(root);
              return skipped || hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (Stream.of(endings).anyMatch(file.toString()::endsWith)) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static final class MethodLengths extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final String file;
    private final int maxLines;
    private final List<String> found;

    MethodLengths(
        CompilationUnitTree unit,
        SourcePositions positions,
        String file,
        int maxLines,
        List<String> found) {
      this.unit = unit;
      this.positions = positions;
      this.file = file;
      this.maxLines = maxLines;
      this.found = found;
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      LineMap lines = unit.getLineMap();
      long first = lines.getLineNumber(positions.getStartPosition(unit, method));
      long last = lines.getLineNumber(positions.getEndPosition(unit, method));
      if (last - first + 1 > maxLines) {
        found.add(file + " " + method.getName() + ": " + (last - first + 1));
      }
      return super.visitMethod(method, null);
    }
  }
}
