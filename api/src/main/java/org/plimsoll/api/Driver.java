package org.plimsoll.api;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A driver for one kind of data store or service. An implementation is public and has a public
 * constructor without parameters that does no work. It is named in {@code
 * META-INF/services/org.plimsoll.api.Driver}. Each driver has its own class loader, which shares
 * only the JDK, this package and slf4j with the tool.
 */
public interface Driver {
  /** Returns the scheme of the target URIs that this driver opens, such as {@code redis}. */
  String name();

  /** Returns a description of the driver in one sentence, for the list of drivers. */
  String description();

  /** Returns the forms of this driver's target URIs, with optional parts in brackets. */
  default List<String> targetForms() {
    return List.of(name() + ":");
  }

  /** Returns every setting that {@link #open} reads; the tool rejects any other setting. */
  List<Setting<?>> settings();

  /**
   * Returns the operations that sessions support. The tool rejects a mix with another operation.
   */
  Set<OperationType> operations();

  /** Returns the operations for an opened target, whose settings may add or remove operations. */
  default Set<OperationType> operations(SettingValues settings) {
    return operations();
  }

  /** Returns the capabilities that the tool may rely on; none by default. */
  default Set<Capability> capabilities() {
    return Set.of();
  }

  /** Returns the capabilities for an opened target, if they depend on its settings. */
  default Set<Capability> capabilities(SettingValues settings) {
    return capabilities();
  }

  /**
   * Returns the settings that must change for {@code --verify} to work; empty if it works as
   * configured. The text completes "needs", such as {@code values=binary}. Called only for drivers
   * that return rows, in runs with {@code --verify}.
   *
   * @param fieldNames the fields that every row has
   */
  default Optional<String> rowsNeed(SettingValues settings, List<String> fieldNames) {
    return Optional.empty();
  }

  /**
   * Checks the form of an address: the URI without scheme, credentials and query. Implementations
   * must not connect, because {@code --dry-run} also calls this method.
   *
   * @throws IllegalArgumentException if the form is wrong; the message has the value and what is
   *     allowed
   */
  default void checkAddress(String address) {}

  /**
   * Opens the target and checks that it answers.
   *
   * @throws IllegalArgumentException when settings conflict or an address is wrong; the message
   *     names the setting, the value and what is allowed, and is shown to the user unchanged
   * @throws Exception when the target cannot be used; the message is shown to the user unchanged
   */
  Client open(DriverContext context) throws Exception;

  /** A property of a driver that the tool may rely on. */
  enum Capability {
    /** The store runs in this process, so a run fills it before it measures. */
    EMBEDDED,
    /** Every key exists without a fill. */
    FINDS_EVERY_KEY,
    /** Outcomes of reads carry {@link Outcome#rows}, so that the rows can be verified. */
    RETURNS_ROWS,
    /** An update of a {@linkplain Row#isPartial partial} row leaves the other fields unchanged. */
    UPDATES_FIELDS,
    /** Calls use much CPU or run native code, so blocking sessions run on platform threads. */
    BURNS_CPU,
    /**
     * Calls mostly wait on sockets: each blocking session has a platform thread, which costs less
     * than parking and waking a virtual thread.
     */
    THREAD_PER_SESSION,
    /** Sessions read {@link Key#text}, so the engine prepares it before an operation starts. */
    TEXT_KEYS,
    /** {@link Client#nodesChanged} connects to new nodes and disconnects from lost ones. */
    FOLLOWS_NODES,
    /** The driver waits only with {@link DriverContext#timeline}, so it works in virtual time. */
    SIMULATED
  }
}
