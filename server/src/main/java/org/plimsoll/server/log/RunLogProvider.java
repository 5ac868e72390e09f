package org.plimsoll.server.log;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.simple.SimpleServiceProvider;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * A provider for SLF4J that writes to stderr like slf4j-simple. It also passes lines of level INFO
 * and above to the runs in progress. The launcher selects it by the property {@code
 * slf4j.provider}.
 */
public final class RunLogProvider implements SLF4JServiceProvider, ILoggerFactory {
  private final SimpleServiceProvider simple = new SimpleServiceProvider();
  private final Map<String, Logger> loggers = new ConcurrentHashMap<>();

  /** Called by SLF4J. */
  public RunLogProvider() {}

  @Override
  public void initialize() {
    simple.initialize();
  }

  @Override
  public Logger getLogger(String name) {
    return loggers.computeIfAbsent(
        name, n -> new RunLogger(n, simple.getLoggerFactory().getLogger(n)));
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return this;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return simple.getMarkerFactory();
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return simple.getMDCAdapter();
  }

  @Override
  public String getRequestedApiVersion() {
    return simple.getRequestedApiVersion();
  }
}
