package org.plimsoll.server.http;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Problem documents for failures of the disk with the run folders. */
final class Storage {
  private static final int INSUFFICIENT_STORAGE = 507;
  private static final String TITLE = "Not saved";
  private static final List<String> FULL =
      List.of("No space left on device", "Disk quota exceeded", "not enough space on the disk");

  private Storage() {}

  /** Returns the problem if the disk caused the failure; otherwise empty. */
  static Optional<Problem> problemOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Problem found = cause instanceof IOException io ? problem(io) : null;
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  private static @Nullable Problem problem(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    if (FULL.stream().anyMatch(message::contains)) {
      return Problem.of(
          INSUFFICIENT_STORAGE,
          TITLE,
          "The disk of the run folders is full, so nothing was saved. Free some space and try"
              + " again.");
    }
    if (message.contains("Too many open files")) {
      return Problem.tooMany(
          "The server has reached the system's limit of open files and connections (ulimit -n).");
    }
    if (message.contains("Read-only file system")
        || message.contains("cannot be created")
        || failure instanceof AccessDeniedException) {
      return Problem.of(
          INSUFFICIENT_STORAGE,
          TITLE,
          "The server cannot write to the folder of the runs" + reason(failure) + ".");
    }
    return null;
  }

  /** Returns the reason that the operating system gave, without the path of the file. */
  private static String reason(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileSystemException system && system.getReason() != null) {
        return ": " + system.getReason();
      }
    }
    return "";
  }
}
