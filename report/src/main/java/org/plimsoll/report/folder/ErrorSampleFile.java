package org.plimsoll.report.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.plimsoll.result.ErrorSamples;

/** Reads {@code error-samples.json} of a run folder. */
public final class ErrorSampleFile {
  private ErrorSampleFile() {}

  /**
   * Returns the last failed operations of a run; none if nothing failed or an old version wrote the
   * folder.
   */
  public static ErrorSamples read(Path folder) throws IOException {
    Path file = folder.resolve(RunFolder.ERROR_SAMPLES);
    return Files.exists(file)
        ? ResultJson.mapper().readValue(Files.readString(file), ErrorSamples.class)
        : ErrorSamples.none();
  }
}
