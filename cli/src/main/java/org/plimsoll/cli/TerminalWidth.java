package org.plimsoll.cli;

import java.io.IOException;
import java.util.function.IntSupplier;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** Reads the width of the terminal. */
final class TerminalWidth {
  /** The result for a terminal that does not report its width. */
  static final int UNKNOWN = 0;

  private TerminalWidth() {}

  /** Reads the width from the terminal each time, because windows are resized. */
  static IntSupplier reader() {
    try {
      TerminalProvider terminal = TerminalProvider.load("ffm");
      IntSupplier width = () -> width(terminal);
      int _ = width.getAsInt();
      return width;
    } catch (IOException | LinkageError e) {
      return () -> UNKNOWN;
    }
  }

  private static int width(TerminalProvider terminal) {
    try {
      return terminal.systemStreamWidth(SystemStream.Error);
    } catch (RuntimeException e) {
      return UNKNOWN; // the default width applies
    }
  }
}
