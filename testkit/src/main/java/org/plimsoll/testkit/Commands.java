package org.plimsoll.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs programs and waits until they exit. */
final class Commands {
  private Commands() {}

  /**
   * Runs a command in a folder, which also receives its output. Throws an exception if the command
   * fails.
   */
  static void run(Path folder, List<String> command) throws IOException, InterruptedException {
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
