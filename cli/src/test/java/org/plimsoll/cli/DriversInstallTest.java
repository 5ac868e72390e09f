package org.plimsoll.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.UninstalledDriver;
import org.plimsoll.engine.spec.InvalidSpecException;

/** Drivers that come without their libraries; the Maven repository is a folder. */
class DriversInstallTest {
  private static final String LIBRARY = "org/example/large/1.0-beta/large-1.0-beta-linux.jar";

  @TempDir Path home;
  @TempDir Path repository;
  @TempDir Path cache;
  @TempDir Path other;

  private Path folder;

  @BeforeEach
  void packADriverWithoutItsLibrary() throws Exception {
    folder = home.resolve("drivers/redis");
    CommandsTest.pack(home, "redis", StubDriver.Redis.class);
    Path apart = Files.createDirectories(folder.resolve(UninstalledDriver.APART));
    Files.move(folder.resolve("stub.jar"), apart.resolve("stub.jar"));
    Files.writeString(
        apart.resolve(UninstalledDriver.PROPERTIES),
        "schemes=redis, redis-two\ndescription=A store of many things.\n");
    Path library = repository.resolve(LIBRARY);
    Files.createDirectories(library.resolveSibling("."));
    Files.writeString(library, "classes");
    Files.writeString(library.resolveSibling("large-1.0-beta.pom"), "<project/>");
    list(sha256("classes"));
  }

  private void list(String sha256) throws IOException {
    Files.writeString(
        folder.resolve(UninstalledDriver.APART).resolve(UninstalledDriver.JARS),
        sha256 + "  " + LIBRARY + "\n");
  }

  private static String sha256(String text) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
  }

  private DriverInstaller installer() {
    return new DriverInstaller(repository.toUri().toString(), cache);
  }

  private UninstalledDriver driver() {
    return drivers().uninstalled().getFirst();
  }

  private Drivers drivers() {
    return Drivers.in(List.of(home.resolve("drivers")));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Test
  void anInstalledDriverHasItsOwnJarsAndItsLibrariesAndIsFound() throws Exception {
    Path installed = installer().install(driver(), null);
    assertThat(names(installed)).containsExactly("large-1.0-beta-linux.jar", "stub.jar");
    assertThat(names(folder)).containsExactly("apart", "installed");
    assertThat(drivers().uninstalled()).isEmpty();
    assertThat(drivers().named("redis").name()).isEqualTo("redis");
    assertThat(Result.of(home, "drivers", "install", "redis").out())
        .isEqualTo("redis: is installed\n");
  }

  @Test
  void anotherFolderOfDriversGetsItWhereThatOfTheReleaseStays() throws Exception {
    installer().install(driver(), other);
    assertThat(names(folder)).containsExactly("apart");
    Drivers both = Drivers.in(List.of(other, home.resolve("drivers")));
    assertThat(both.uninstalled()).isEmpty();
    assertThat(both.named("redis").name()).isEqualTo("redis");
  }

  @Test
  void aLibraryThatIsNotTheOneOfTheReleaseIsRefusedAndLeavesNothing() throws Exception {
    list(sha256("others"));
    assertThatThrownBy(() -> installer().install(driver(), null))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("its SHA-256 is " + sha256("classes"))
        .hasMessageContaining("must be " + sha256("others"));
    assertThat(names(folder)).containsExactly("apart");
  }

  @Test
  void aLibraryThatTheRepositoryDoesNotHaveIsNamedWithTheRepository() throws Exception {
    Files.delete(repository.resolve(LIBRARY));
    assertThatThrownBy(() -> installer().install(driver(), null))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("no org.example:large:jar:linux:1.0-beta in file:");
    assertThat(names(folder)).containsExactly("apart");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../../x/1/x-1.jar", "a/x/1/y-1.jar", "x", "/a/x/1/x-1.jar", "a/../1/..-1.jar"})
  void aListWithAPathThatIsNoLibraryIsRefused(String path) throws Exception {
    String line = sha256("classes") + "  " + path;
    assertThatThrownBy(() -> DriverInstaller.Library.parse(line))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(line);
  }

  @Test
  void theListOfDriversAndARunSayHowToInstallIt() {
    assertThat(Result.of(home, "drivers").out())
        .isEqualTo(
            "redis  A store of many things. Not installed: plimsoll drivers install redis.\n");
    assertThat(Result.of(home, "run", "redis-two://127.0.0.1").err())
        .contains("the driver 'redis-two' is not installed: plimsoll drivers install redis");
  }

  @ParameterizedTest
  @ValueSource(strings = {"install", "install rediss", "install redis --repository ftp://x"})
  void whatCannotBeInstalledIsOneSentence(String line) {
    Result result = Result.of(home, ("drivers " + line).split(" "));
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).startsWith("plimsoll: ").hasLineCount(1);
  }

  @Test
  void aTypoSuggestsADriverWhetherItIsInstalledOrNot() throws Exception {
    String suggestion = "no driver named 'rediss', did you mean 'redis'?";
    assertThat(Result.of(home, "drivers", "install", "rediss").err()).contains(suggestion);
    installer().install(driver(), null);
    assertThat(Result.of(home, "drivers", "install", "rediss").err()).contains(suggestion);
  }
}
