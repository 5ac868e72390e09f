package org.plimsoll.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Records warnings that the Redis client Lettuce logs about connections, such as those that are
 * closed twice.
 */
public final class LettuceWarnings extends Handler implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger("io.lettuce.core.RedisChannelHandler");

  private final List<String> texts = new CopyOnWriteArrayList<>();

  private LettuceWarnings() {}

  /** Starts to record warnings, until the recorder is closed. */
  public static LettuceWarnings record() {
    LettuceWarnings warnings = new LettuceWarnings();
    LOGGER.addHandler(warnings);
    return warnings;
  }

  /** Returns the warnings so far. */
  public List<String> texts() {
    return List.copyOf(texts);
  }

  @Override
  public void publish(LogRecord logged) {
    texts.add(logged.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
  }
}
