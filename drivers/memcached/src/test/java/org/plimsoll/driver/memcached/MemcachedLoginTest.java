package org.plimsoll.driver.memcached;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestDriverContext;

/** A server that asks for a password. */
class MemcachedLoginTest {
  @Test
  void wrongCredentialsAreASentenceWithoutThePassword(@TempDir Path folder) throws Exception {
    Path passwords = Files.writeString(folder.resolve("passwords"), "sailor:open-sesame\n");
    try (RealServer server = MemcachedServers.start(folder, "-Y", passwords.toString())) {
      open(server, "sailor", "open-sesame");
      assertThatThrownBy(() -> open(server, "sailor", "wrong-word"))
          .hasMessageContaining(server.address())
          .hasMessageContaining("refused the credentials")
          .hasMessageNotContaining("wrong-word");
      assertThatThrownBy(() -> open(server, "", ""))
          .hasMessageContaining(server.address())
          .hasMessageContaining("refused the credentials");
    }
  }

  private static void open(RealServer server, String user, String password) throws Exception {
    Map<String, String> settings =
        Map.of("user", user, "password", password, "connect-timeout", "2s");
    try (TestDriverContext context =
        new TestDriverContext(
            new MemcachedDriver(), server.address(), settings, java.util.List.of("field0"))) {
      context.open().close();
    }
  }
}
