package org.plimsoll.driver.memcached;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestTarget;

/** Login at a server that requires a password. */
class MemcachedLoginTest {
  @ParameterizedTest
  @ValueSource(strings = {"text", "meta"})
  void wrongCredentialsAreReportedWithoutThePassword(String protocol, @TempDir Path folder)
      throws Exception {
    Path passwords = Files.writeString(folder.resolve("passwords"), "sailor:open-sesame\n");
    try (RealServer server = MemcachedServers.start(folder, "-Y", passwords.toString())) {
      open(server, protocol, "sailor", "open-sesame");
      assertThatThrownBy(() -> open(server, protocol, "sailor", "wrong-word"))
          .hasMessageContaining(server.address())
          .hasMessageContaining("refused the credentials")
          .hasMessageNotContaining("wrong-word");
      assertThatThrownBy(() -> open(server, protocol, "", ""))
          .hasMessageContaining(server.address())
          .hasMessageContaining("refused the credentials");
    }
  }

  private static void open(RealServer server, String protocol, String user, String password)
      throws Exception {
    Map<String, String> settings = Map.of("protocol", protocol, "user", user, "password", password);
    try (TestTarget context =
        new TestTarget(new MemcachedDriver(), server.address(), settings, List.of("field0"))) {
      context.open().close();
    }
  }
}
