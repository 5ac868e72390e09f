package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.testkit.UserClasses;

/** Folders with the name of a driver: one with a driver replaces it, one without adds to it. */
class DriverAddOnsTest {
  /** A driver that is described by the services that its class loader finds. */
  private static final String DRIVER =
      """
      package mine;

      import java.util.List;
      import java.util.ServiceLoader;
      import java.util.Set;
      import java.util.function.Supplier;
      import org.plimsoll.api.*;

      public class Store implements Driver {
        public String name() {
          return "store";
        }
        public String description() {
          StringBuilder found = new StringBuilder("VERSION");
          for (Supplier<?> each : ServiceLoader.load(Supplier.class, getClass().getClassLoader())) {
            found.append(" with ").append(each.get());
          }
          return found.toString();
        }
        public List<Setting<?>> settings() {
          return List.of();
        }
        public Set<OperationType> operations() {
          return Set.of();
        }
        public Client open(DriverContext context) {
          throw new UnsupportedOperationException();
        }
      }
      """;

  private static final String ADD_ON =
      """
      package mine.NAME;

      public class AddOn implements java.util.function.Supplier<String> {
        public String get() {
          return "NAME";
        }
      }
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void compileAndPack() throws Exception {
    for (String version : List.of("old", "new")) {
      UserClasses.compile(folder.resolve(version), "Store", DRIVER.replace("VERSION", version))
          .pack("store", Driver.class, "mine.Store");
    }
    for (String name : List.of("one", "two")) {
      UserClasses.compile(folder.resolve(name), "AddOn", ADD_ON.replace("NAME", name))
          .pack("store", Supplier.class, "mine." + name + ".AddOn");
    }
  }

  private static String described(String... roots) {
    return Drivers.in(List.of(roots).stream().map(folder::resolve).toList())
        .named("store")
        .description();
  }

  @Test
  void theDriverOfTheLastRootIsUsed() {
    assertThat(described("old", "new")).isEqualTo("new");
    assertThat(described("new", "old")).isEqualTo("old");
  }

  @Test
  void aFolderWithoutADriverAddsToTheOneWithItsName() {
    assertThat(described("new")).isEqualTo("new");
    assertThat(described("one", "new")).isEqualTo("new with one");
    assertThat(described("new", "one")).isEqualTo("new with one");
    assertThat(described("one", "old", "new", "two")).isEqualTo("new with two with one");
  }

  @Test
  void anAddOnAloneIsNoDriver() {
    assertThat(Drivers.in(List.of(folder.resolve("one"))).names()).isEmpty();
  }
}
