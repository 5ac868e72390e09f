package org.plimsoll.api;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Speaks to one kind of data store or service. An implementation is public, has a public
 * constructor without parameters that does no work, and is named in {@code
 * META-INF/services/org.plimsoll.api.Driver}. It lives in a class loader of its own, where only the
 * JDK, this package and slf4j are shared with the tool.
 */
public interface Driver {
  /** The scheme of the target URIs that this driver opens, such as {@code redis}. */
  String name();

  /** One sentence for the list of drivers. */
  String description();

  /** The forms of its target URIs, with optional parts in brackets. */
  default List<String> targetForms() {
    return List.of(name() + ":");
  }

  /** Every setting that {@link #open} reads; a user's setting of any other name is refused. */
  List<Setting<?>> settings();

  /** The operations that sessions take; a mix with any other is refused before any load. */
  Set<OperationType> operations();

  /**
   * The same for an opened target, where a user's settings name operations of their own or leave
   * some out.
   */
  default Set<OperationType> operations(SettingValues settings) {
    return operations();
  }

  /** What the tool may rely on; none unless the driver says so. */
  default Set<Capability> capabilities() {
    return Set.of();
  }

  /** The same for an opened target, where it hangs on a user's settings. */
  default Set<Capability> capabilities(SettingValues settings) {
    return capabilities();
  }

  /**
   * What must be otherwise so that reads return rows that can be checked, in words that follow
   * "needs", such as {@code values=binary}. Asked of drivers that return rows, where a run is to
   * verify them.
   *
   * @param fieldNames the fields that every row has
   */
  default Optional<String> rowsNeed(SettingValues settings, List<String> fieldNames) {
    return Optional.empty();
  }

  /**
   * Checks the form of an address, the URI without scheme, credentials and query. Nothing is
   * connected: a plan that is only looked at is checked as well.
   *
   * @throws IllegalArgumentException with what is allowed and what it was
   */
  default void checkAddress(String address) {}

  /**
   * Opens the target, and makes sure that it answers.
   *
   * @throws IllegalArgumentException when settings do not go together or an address is wrong; the
   *     message, with the setting, what is allowed and what it was, is shown to the user as it is
   * @throws Exception when the target cannot be used; the message is shown to the user as it is
   */
  Client open(DriverContext context) throws Exception;

  /** A promise about a driver. */
  enum Capability {
    /** The store lives in this process: a run fills it before it measures. */
    EMBEDDED,
    /** Every key is found without a fill. */
    FINDS_EVERY_KEY,
    /** Outcomes of reads carry {@link Outcome#rows}, so that they can be verified. */
    RETURNS_ROWS,
    /**
     * An update of a {@linkplain Row#isPartial partial} row leaves the other fields as they are.
     */
    UPDATES_FIELDS,
    /** Calls burn CPU or sit in native code: blocking sessions run on platform threads. */
    BURNS_CPU,
    /**
     * Calls wait on sockets all the time: each blocking session has a platform thread, which costs
     * less than to park a virtual one and to wake it.
     */
    THREAD_PER_SESSION,
    /** Sessions read {@link Key#text}: it is made before an operation starts. */
    TEXT_KEYS,
    /** All waiting is done on {@link DriverContext#timeline}: runs in virtual time. */
    SIMULATED
  }
}
