package org.plimsoll.report.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Moves aside the earlier run in a folder that another run is about to use. */
final class EarlierRun {
  private EarlierRun() {}

  /**
   * Renames the folder of an earlier run to the first free name of {@code folder.1, folder.2, …}.
   *
   * @param holdsRun whether the folder contains a run
   * @return the new name of the folder; null if the folder is empty or absent
   * @throws UnusableFolderException if the folder contains other files, or a live run
   */
  static @Nullable Path moveAside(Path folder, boolean holdsRun) throws IOException {
    if (!isThere(folder, holdsRun)) {
      return null;
    }
    Path real = folder.toRealPath();
    int number = 1;
    while (Files.exists(real.resolveSibling(real.getFileName() + "." + number))) {
      number++;
    }
    return Files.move(real, real.resolveSibling(real.getFileName() + "." + number));
  }

  /**
   * Returns whether a folder contains an earlier run.
   *
   * @throws UnusableFolderException if the folder contains other files, or a live run
   */
  static boolean isThere(Path folder, boolean holdsRun) throws IOException {
    if (isEmpty(folder)) {
      return false;
    }
    if (!holdsRun) {
      throw new UnusableFolderException(
          "The folder "
              + folder
              + " is not empty and contains no earlier run. Choose another folder or empty it.",
          null);
    }
    Optional<String> holder = Lease.holder(folder);
    if (holder.isPresent()) {
      throw new UnusableFolderException(
          "The run in the folder " + folder + " is live, in " + holder.get() + ".", null);
    }
    return true;
  }

  private static boolean isEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return true; // creating the folder reports a file of the same name
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.findAny().isEmpty();
    }
  }
}
