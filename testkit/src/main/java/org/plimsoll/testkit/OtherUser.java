package org.plimsoll.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The user who runs a server if the test runs as root: the user of the server's package. */
record OtherUser(String name) {
  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Changes the owner of a folder to the user. */
  void own(Path folder) throws IOException, InterruptedException {
    if (isRoot()) {
      Commands.run(folder, List.of("chown", "-R", name, folder.toString()));
    }
  }

  /** Returns the command that runs as the user. Its process is the program itself. */
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
