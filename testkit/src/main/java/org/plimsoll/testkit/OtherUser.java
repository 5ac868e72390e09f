package org.plimsoll.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
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
      run(folder, List.of("chown", "-R", name, folder.toString()));
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

  /** Runs a command to its end, in the folder. */
  void run(Path folder, List<String> command) throws IOException, InterruptedException {
    File log = folder.resolve("made.log").toFile();
    int exit =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IllegalStateException(command + " failed:\n" + Files.readString(log.toPath()));
    }
  }
}
