package org.plimsoll.driver.geode;

import java.io.IOException;
import javax.net.ssl.SSLException;
import org.apache.geode.GemFireException;
import org.apache.geode.cache.CacheClosedException;
import org.apache.geode.cache.CommitConflictException;
import org.apache.geode.cache.EntryExistsException;
import org.apache.geode.cache.LowMemoryException;
import org.apache.geode.cache.PartitionedRegionStorageException;
import org.apache.geode.cache.RegionDestroyedException;
import org.apache.geode.cache.TransactionException;
import org.apache.geode.cache.client.AllConnectionsInUseException;
import org.apache.geode.cache.client.NoAvailableLocatorsException;
import org.apache.geode.cache.client.NoAvailableServersException;
import org.apache.geode.cache.client.ServerConnectivityException;
import org.apache.geode.cache.client.ServerOperationException;
import org.apache.geode.cache.client.ServerRefusedConnectionException;
import org.apache.geode.cache.persistence.PartitionOfflineException;
import org.apache.geode.cache.query.QueryException;
import org.apache.geode.distributed.PoolCancelledException;
import org.apache.geode.internal.cache.PutAllPartialResultException;
import org.apache.geode.security.GemFireSecurityException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.kit.ServersAddress;

/** Converts failures of the client library to stable failure codes and to user messages. */
final class Failures {
  private Failures() {}

  static FailureCode codeOf(Throwable failure) {
    // The library wraps the refusal in an exception that only says that no server is available.
    return Causes.of(failure).stream().anyMatch(GemFireSecurityException.class::isInstance)
        ? Common.AUTH
        : FailureCode.of(failure, Failures::known);
  }

  /**
   * Returns the failure code for an exception, or null if it has none here. An exception that only
   * wraps another has none, because its cause has one.
   */
  private static @Nullable FailureCode known(Throwable failure) {
    return switch (failure) {
      case AllConnectionsInUseException _ -> Common.POOL_TIMEOUT;
      case NoAvailableLocatorsException _, NoAvailableServersException _ -> Common.NOT_CONNECTED;
      case ServerRefusedConnectionException _ -> Common.REJECTED;
      case ServerOperationException e when e.getCause() == null -> Common.ERROR;
      case ServerConnectivityException e when lacksCode(e) -> Common.CONNECTION_LOST;
      case RegionDestroyedException _ -> FailureCode.own("no-region");
      case LowMemoryException _ -> Common.OUT_OF_MEMORY;
      case CommitConflictException _ -> Common.CONFLICT;
      case TransactionException _ -> FailureCode.own("transaction-lost");
      case EntryExistsException _ -> Common.EXISTS;
      case PartitionOfflineException _, PartitionedRegionStorageException _ -> Common.UNAVAILABLE;
      case PutAllPartialResultException _ -> FailureCode.own("partial-bulk");
      case QueryException _ -> FailureCode.own("bad-query");
      case GemFireSecurityException _ -> Common.AUTH;
      case CacheClosedException _, PoolCancelledException _ -> Common.CLOSED;
      default -> null;
    };
  }

  private static boolean lacksCode(ServerConnectivityException failure) {
    return Causes.of(failure).stream()
        .noneMatch(each -> each instanceof IOException || each instanceof ServerOperationException);
  }

  /**
   * Creates an exception whose message says in one sentence why the region at an address cannot be
   * used.
   *
   * @param sockets the sockets of the target
   */
  static IOException unusable(ServersAddress address, Sockets sockets, GemFireException said) {
    SSLException disagreement = sockets.disagreement();
    boolean isLocator =
        Causes.of(said).stream().anyMatch(NoAvailableLocatorsException.class::isInstance);
    boolean isSilent =
        isLocator
            ? sockets.reached()
            : codeOf(said).equals(Common.NOT_CONNECTED) && sockets.isUnanswered();
    if (disagreement == null && isSilent) {
      return new IOException(address + " has not answered within connect-timeout", said);
    }
    return unusable(address, disagreement == null ? said : disagreement);
  }

  private static IOException unusable(ServersAddress address, Throwable failure) {
    RefusedAddressException refused =
        Causes.of(failure).stream()
            .filter(RefusedAddressException.class::isInstance)
            .map(RefusedAddressException.class::cast)
            .findFirst()
            .orElse(null);
    if (refused != null) {
      return refused;
    }
    FailureCode code = codeOf(failure);
    String said = Outcome.sentenceOf(failure);
    if (code.equals(Common.TLS)) {
      return new IOException(
          address.toString() + " failed the TLS handshake: " + Causes.line(failure), failure);
    }
    if (code.equals(Common.AUTH)) {
      return new IOException(
          address.toString() + " denies access: " + Causes.line(Causes.root(failure)), failure);
    }
    if (code.equals(Common.NOT_CONNECTED) || code.equals(Common.CONNECTION_REFUSED)) {
      return new IOException(address.toString() + " refused the connection", failure);
    }
    if (said.contains("was not found during") || code.equals(FailureCode.own("no-region"))) {
      return new IOException(
          "there is no region "
              + address.name()
              + " at "
              + address.toString()
              + ": set jmx to create it, or use gfsh create region --name="
              + address.name()
              + " --type=PARTITION",
          failure);
    }
    return new IOException(address.toString() + " cannot be used: " + said, failure);
  }
}
