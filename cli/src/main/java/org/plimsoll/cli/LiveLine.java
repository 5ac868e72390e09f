package org.plimsoll.cli;

import java.util.function.IntSupplier;
import org.plimsoll.report.terminal.ProgressLine;
import org.plimsoll.result.Interval;

/**
 * The status line at the bottom of a terminal, rewritten each second, with lines printed above it.
 */
final class LiveLine {
  private static final String CLEAR_LINE = "\r\033[K";

  private final Console console;
  private final IntSupplier columns;
  private boolean open;

  /** Creates a line of the terminal's width, which is read now, before the measurement. */
  LiveLine(Console console) {
    this(console, console.terminal() ? TerminalWidth.reader() : () -> TerminalWidth.UNKNOWN);
  }

  LiveLine(Console console, IntSupplier columns) {
    this.console = console;
    this.columns = columns;
  }

  /** Replaces the status with the status of a new second; does nothing without a terminal. */
  void show(Interval interval, long totalNanos) {
    if (console.terminal()) {
      int width = columns.getAsInt();
      int fitting = width > 0 ? width : console.columns();
      String line = ProgressLine.status(interval, totalNanos, fitting, console.colors());
      console.err().print(CLEAR_LINE + line);
      console.err().flush();
      open = true;
    }
  }

  /** Prints a permanent line. */
  void say(String line) {
    end();
    console.say(line);
  }

  /** Clears the status line. */
  void end() {
    if (open) {
      console.err().print(CLEAR_LINE);
      open = false;
    }
  }
}
