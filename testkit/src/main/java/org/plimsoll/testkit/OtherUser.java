package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The user of a server's package, as whom it runs where the test runs as root. Elsewhere servers
 * run as the test does.
 */
record OtherUser(String name) {
  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Gives a folder to the user. */
  void own(Path folder) throws IOException, InterruptedException {
    if (isRoot()) {
      Commands.run(folder, List.of("chown", "-R", name, folder.toString()));
    }
  }

  /** The command, as the user; its process is the program's. */
  List<String> command(String... command) {
    List<String> whole = new ArrayList<>();
    if (isRoot()) {
      whole.addAll(
          List.of(
              RealServer.binary("setpriv"),
              "--reuid=" + name,
              "--regid=" + name,
              "--clear-groups",
              "--"));
    }
    whole.addAll(List.of(command));
    return whole;
  }
}
