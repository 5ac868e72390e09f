package org.plimsoll.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs that tests run to their end. */
final class Commands {
  private Commands() {}

  /** Runs a command in the folder, where its output goes as well; one that fails is thrown. */
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
