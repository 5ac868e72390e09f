package org.plimsoll.settings.source;

import java.util.Map;

/** Receives the values of property sources while a run is in progress. */
public interface PropertyListener {
  /**
   * Returns whether this generator reads the sources for the whole fleet. If this generator is
   * lost, another one takes over.
   */
  boolean isReader();

  /**
   * Applies the new values of a source.
   *
   * @param texts all values of the source, by path
   * @throws IllegalArgumentException if the texts are refused, in which case nothing has changed
   */
  void takeOver(String source, Map<String, String> texts);

  /** Receives one line for the log of the run. */
  void warns(String line);
}
