package org.plimsoll.settings.source;

import java.util.Map;

/** Receives the values of property sources while a run is in progress. */
public interface PropertyListener {
  /**
   * Whether this generator reads the sources on behalf of the whole fleet. Another generator takes
   * over if it is lost.
   */
  boolean isReader();

  /**
   * Applies the new values of a source.
   *
   * @param texts all values of the source, by path
   * @throws IllegalArgumentException if the texts are refused; then nothing has changed
   */
  void takeOver(String source, Map<String, String> texts);

  /** Receives one line for the log of the run. */
  void warns(String line);
}
