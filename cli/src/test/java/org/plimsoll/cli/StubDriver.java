package org.plimsoll.cli;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Drivers that have a description but open nothing, to test what is refused before any load. */
public abstract class StubDriver implements Driver {
  private final String name;
  private final List<Setting<?>> settings;

  StubDriver(String name, List<Setting<?>> settings) {
    this.name = name;
    this.settings = settings;
  }

  /** An embedded store. */
  public static final class Rocks extends StubDriver {
    public Rocks() {
      super("rocksdb", List.of(Setting.flag("wal", true)));
    }
  }

  /** A simulated store. */
  public static final class Sim extends StubDriver {
    public Sim() {
      super(
          "sim",
          List.of(
              Setting.durations("service", "constant(0)"),
              Setting.decimal("max-throughput", null, 0.001, 1e9),
              Setting.text("max-throughput-changes", null, Setting.Reach.NOTHING),
              Setting.text("lose", null, Setting.Reach.NOTHING),
              Setting.duration("stall-after", null),
              Setting.durations("staleness", "constant(0)"),
              Setting.duration("stall-for", null)));
    }
  }

  /** A store with credentials. */
  public static final class Redis extends StubDriver {
    public Redis() {
      super(
          "redis",
          List.of(
              Setting.text("user", null, Setting.Reach.NOTHING),
              Setting.text("password", null, Setting.Reach.NOTHING).asSecret(),
              Setting.count("connections", "1", 1, 1000)));
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return "A stub.";
  }

  @Override
  public List<Setting<?>> settings() {
    return settings;
  }

  @Override
  public Set<OperationType> operations() {
    return Set.of(
        OperationType.READ,
        OperationType.INSERT,
        OperationType.UPDATE,
        OperationType.DELETE,
        OperationType.SCAN);
  }

  @Override
  public Client open(DriverContext context) {
    throw new IllegalStateException("a stub opens nothing");
  }
}
