package org.plimsoll.report.folder;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if a folder cannot be used for a run; the message is for the user. */
final class UnusableFolderException extends IOException {
  private static final long serialVersionUID = 1;

  UnusableFolderException(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
