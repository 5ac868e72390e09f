package org.plimsoll.driver.ndbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/**
 * The contract with a plugin like those of NDBench: with a name, a configuration and a Guice
 * module.
 */
class GuicePluginTest extends DriverContract {
  private static final String PACKAGE = "com.netflix.ndbench.plugin.";

  private static final String CONFIGURATION =
      """
      package com.netflix.ndbench.plugin;

      import com.netflix.archaius.api.annotations.*;

      @Configuration(prefix = "ndbench.config.guice.map")
      public interface MapConfiguration {
        @DefaultValue("test1")
        String getName();

        @DefaultValue("5")
        Integer getColsPerRow();

        @DefaultValue("false")
        boolean isMislaid();
      }
      """;

  private static final String MODULE =
      """
      package com.netflix.ndbench.plugin;

      import com.google.inject.*;
      import com.netflix.archaius.ConfigProxyFactory;
      import com.netflix.ndbench.api.plugin.annotations.NdBenchClientPluginGuiceModule;

      @NdBenchClientPluginGuiceModule
      public class MapModule extends AbstractModule {
        /** Created together with the injector. */
        public static class Early {
          public final String name;

          @Inject
          Early(com.netflix.archaius.api.Config config) {
            name = config.getString("ndbench.config.guice.map.name", "test1");
          }
        }

        @Override
        protected void configure() {
          install(new com.netflix.archaius.guice.ArchaiusModule());
          bind(Early.class).asEagerSingleton();
        }

        @Provides
        MapConfiguration configuration(ConfigProxyFactory factory) {
          return factory.newProxy(MapConfiguration.class);
        }
      }
      """;

  private static final String ROWS =
      """
      package com.netflix.ndbench.plugin;

      import com.google.inject.ImplementedBy;

      @ImplementedBy(MapRowsImpl.class)
      public interface MapRows {
        String get(String key);

        void put(String key, String value);
      }
      """;

  private static final String ROWS_IMPLEMENTATION =
      """
      package com.netflix.ndbench.plugin;

      import java.util.concurrent.ConcurrentHashMap;

      public class MapRowsImpl implements MapRows {
        private final ConcurrentHashMap<String, String> rows = new ConcurrentHashMap<>();

        @Override
        public String get(String key) {
          return rows.get(key);
        }

        @Override
        public void put(String key, String value) {
          rows.put(key, value);
        }
      }
      """;

  private static final String PLUGIN =
      """
      package com.netflix.ndbench.plugin;

      import com.google.inject.Inject;
      import com.google.inject.Singleton;
      import com.netflix.ndbench.api.plugin.*;
      import com.netflix.ndbench.api.plugin.annotations.NdBenchClientPlugin;
      import com.netflix.ndbench.core.config.IConfiguration;

      @Singleton
      @NdBenchClientPlugin("Guice-Map")
      public class GuiceMap extends NdBenchBaseClient {
        private final MapRows rows;
        private final MapConfiguration config;
        private final IConfiguration core;
        private DataGenerator data;

        @Inject private MapModule.Early early;

        @Inject
        public GuiceMap(MapRows rows, MapConfiguration config, IConfiguration core) {
          if (config.isMislaid()) {
            throw new IllegalStateException("the map is\\nmislaid");
          }
          this.rows = rows;
          this.config = config;
          this.core = core;
        }

        @Override
        public void init(DataGenerator data) {
          this.data = data;
        }

        @Override
        public String readSingle(String key) {
          return rows.get(key);
        }

        @Override
        public String writeSingle(String key) {
          rows.put(key, data.getRandomValue());
          return "Ok";
        }

        @Override
        public java.util.List<String> readBulk(java.util.List<String> keys) {
          java.util.List<String> found = new java.util.ArrayList<>();
          for (String key : keys) {
            found.add(rows.get(key));
          }
          return found;
        }

        @Override
        public java.util.List<String> writeBulk(java.util.List<String> keys) {
          for (String key : keys) {
            writeSingle(key);
          }
          return keys;
        }

        @Override
        public void shutdown() {}

        @Override
        public String getConnectionInfo() {
          return config.getName() + " of " + config.getColsPerRow() + ", " + core.getNumKeys();
        }

        @Override
        public String runWorkFlow() {
          return early.name;
        }
      }
      """;

  private static final String UNBOUND =
      """
      package com.netflix.ndbench.plugin;

      import com.google.inject.Inject;
      import com.netflix.ndbench.api.plugin.*;
      import com.netflix.ndbench.api.plugin.annotations.NdBenchClientPlugin;

      @NdBenchClientPlugin("Unbound")
      public class Unbound extends NdBenchBaseClient {
        @Inject
        public Unbound(java.util.concurrent.Callable<String> nobodyBindsIt) {}

        @Override
        public void init(DataGenerator data) {}

        @Override
        public void shutdown() {}

        @Override
        public String getConnectionInfo() {
          return "none";
        }

        @Override
        public String runWorkFlow() {
          return null;
        }
      }
      """;

  @TempDir static Path work;

  private static Path folder = Path.of("");

  @BeforeAll
  static void packPlugin() throws Exception {
    folder =
        PackedPlugin.of(
            work,
            Map.of(
                PACKAGE + "MapConfiguration", CONFIGURATION,
                PACKAGE + "MapModule", MODULE,
                PACKAGE + "MapRows", ROWS,
                PACKAGE + "MapRowsImpl", ROWS_IMPLEMENTATION,
                PACKAGE + "GuiceMap", PLUGIN,
                PACKAGE + "Unbound", UNBOUND));
  }

  @Override
  protected Driver driver() {
    return new NdbenchDriver();
  }

  @Override
  protected String address() {
    return "Guice-Map";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("plugin", folder.toString());
  }

  private static Map<String, String> with(String properties) {
    Map<String, String> settings = new HashMap<>();
    settings.put("plugin", folder.toString());
    settings.put("properties", properties);
    return settings;
  }

  @Test
  void aConfigurationHasItsDefaultsAndThoseOfTheCore() throws Exception {
    opened(client ->
        assertThat(client.facts())
            .containsEntry("plugin", PACKAGE + "GuiceMap")
            .containsEntry("connection", "test1 of 5, 10000"));
  }

  @Test
  void aConfigurationIsReadFromTheProperties() throws Exception {
    opened(
        address(),
        with(
            """
            ndbench.config.guice.map.name=orders
            ndbench.config.guice.map.colsPerRow=12
            ndbench.config.numKeys=77
            """),
        client -> assertThat(client.facts()).containsEntry("connection", "orders of 12, 77"));
  }

  @Test
  void propertiesAreSeparateForEachClient() throws Exception {
    opened(
        address(),
        with("ndbench.config.guice.map.name=orders"),
        first ->
            opened(second -> {
              assertThat(first.facts()).containsEntry("connection", "orders of 5, 10000");
              assertThat(second.facts()).containsEntry("connection", "test1 of 5, 10000");
            }));
  }

  @Test
  void aConfigurationIsReadFromTheFolderBelowProperties(@TempDir Path copy) throws Exception {
    Files.copy(folder.resolve("plugin.jar"), copy.resolve("plugin.jar"));
    Files.writeString(
        copy.resolve("application.properties"),
        "ndbench.config.guice.map.name=packed\nndbench.config.guice.map.colsPerRow=7\n");
    opened(
        address(),
        Map.of("plugin", copy.toString(), "properties", "ndbench.config.guice.map.colsPerRow=12"),
        client ->
            assertThat(String.valueOf(client.facts().get("connection")))
                .startsWith("packed of 12, "));
  }

  @Test
  void propertiesAreAvailableToObjectsThatAModuleCreates() throws Exception {
    opened(
        address(),
        with("ndbench.config.guice.map.name=orders"),
        client -> assertThat(client.runHook("run-workflow")).isEqualTo("orders"));
  }

  @Test
  void aNameOfTwoPluginsIsRefused(@TempDir Path more) throws Exception {
    Path two =
        PackedPlugin.of(
            more,
            Map.of(
                PACKAGE + "Unbound",
                UNBOUND,
                PACKAGE + "Twin",
                UNBOUND
                    .replace("class Unbound", "class Twin")
                    .replace("public Unbound(", "Twin(")));
    assertThatThrownBy(() -> opened("Unbound", Map.of("plugin", two.toString()), _ -> {}))
        .hasMessageContaining("'Unbound' is the name of ")
        .hasMessageContaining(PACKAGE + "Twin");
  }

  @Test
  void aFolderMayHaveTheLayoutOfAWebArchive(@TempDir Path war) throws Exception {
    Path lib = Files.createDirectories(war.resolve("WEB-INF/lib"));
    Files.copy(folder.resolve("plugin.jar"), lib.resolve("plugin.jar"));
    opened(
        address(),
        Map.of("plugin", war.toString()),
        client -> assertThat(client.facts()).containsEntry("plugin", PACKAGE + "GuiceMap"));
  }

  @Test
  void aFolderWithoutPluginsIsReported(@TempDir Path empty) {
    assertThatThrownBy(() -> opened(address(), Map.of("plugin", empty.toString()), _ -> {}))
        .hasMessage(
            "ndbench: there is no plugin or class 'Guice-Map'; the jars of the folder contain no"
                + " named plugins");
  }

  @Test
  void aPluginIsAlsoFoundByItsClass() throws Exception {
    opened(
        PACKAGE + "GuiceMap",
        settings(),
        client -> assertThat(client.facts()).containsEntry("plugin", PACKAGE + "GuiceMap"));
  }

  @Test
  void anUnknownNameIsReportedWithTheKnownOnes() {
    assertThatThrownBy(() -> opened("GuiceMap", settings(), _ -> {}))
        .hasMessage(
            "ndbench: there is no plugin or class 'GuiceMap'; the folder contains Guice-Map,"
                + " Unbound");
  }

  @Test
  void aMissingBindingIsReported() {
    assertThatThrownBy(() -> opened("Unbound", settings(), _ -> {}))
        .hasMessageStartingWith("ndbench: 'Unbound' cannot be created: ")
        .hasMessageContaining("java.util.concurrent.Callable<java.lang.String>")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void anExceptionOfAConstructorIsReported() {
    assertThatThrownBy(
            () -> opened(address(), with("ndbench.config.guice.map.mislaid=true"), _ -> {}))
        .hasMessage("ndbench: 'Guice-Map' cannot be created: the map is mislaid");
  }
}
