package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.plimsoll.server.endpoint.LimitsTable;

/** The table of limits in the documentation is that of the code. */
class LimitsTableTest {
  private static final Path PAGE = Path.of("..", "docs", "serve-security.md");
  private static final String BEGIN = "<!-- limits: generated -->\n";
  private static final String END = "<!-- /limits -->\n";

  @Test
  void theTableInDocsIsUpToDate() throws Exception {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    String table = "\n" + LimitsTable.markdown(ServerSettings.REQUESTS_PER_SECOND) + "\n";
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
      return;
    }

    assertThat(page.substring(from, to)).isEqualTo(table);
  }
}
