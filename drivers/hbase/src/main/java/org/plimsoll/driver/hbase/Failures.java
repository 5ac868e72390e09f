package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.HBaseServerException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosingException;
import org.apache.hadoop.hbase.exceptions.RequestTooBigException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.Setting;
import org.plimsoll.api.kit.Unusable;

/** Converts failures of requests to stable failure codes and to user messages. */
final class Failures {
  private static final Set<FailureCode> UNSENT =
      Set.of(
          Common.ADDRESS_REFUSED,
          Common.CONNECTION_REFUSED,
          Common.CONNECT_TIMEOUT,
          Common.NOT_CONNECTED,
          Common.UNKNOWN_HOST,
          Common.KEY_TOO_LONG);

  private Failures() {}

  /** Returns the outcome of an operation whose request failed. */
  static Outcome outcome(Throwable failure) {
    FailureCode code = codeOf(failure);
    Outcome failed = Outcome.failed(code, () -> messageOf(failure));
    return UNSENT.contains(code) ? failed.withAttempts(0) : failed;
  }

  /**
   * Returns the failure code of the innermost cause that has one. HBase wraps the original failure
   * of a server or a socket in less specific exceptions.
   */
  static FailureCode codeOf(Throwable failure) {
    List<Throwable> causes = Causes.of(failure).reversed();
    if (causes.stream().anyMatch(RefusedAddressException.class::isInstance)) {
      return Common.ADDRESS_REFUSED;
    }
    for (Throwable cause : causes) {
      FailureCode code = known(cause);
      if (code != null) {
        return code;
      }
    }
    Throwable root = causes.getFirst();
    return isOfHBase(root) ? Common.ERROR : FailureCode.of(root);
  }

  private static boolean isOfHBase(Throwable failure) {
    return failure.getClass().getName().startsWith("org.apache.hadoop.");
  }

  private static @Nullable FailureCode known(Throwable cause) {
    return switch (cause) {
      case CallTimeoutException _, TimeoutIOException _ -> Common.TIMEOUT;
      case FailedServerException _ -> Common.NOT_CONNECTED;
      case ConnectionClosedException _, ConnectionClosingException _ -> Common.CONNECTION_LOST;
      case StoppedRpcClientException _ -> Common.CLOSED;
      case KeeperException.ConnectionLossException _, KeeperException.SessionExpiredException _ ->
          Common.NOT_CONNECTED;
      case KeeperException _ -> Common.UNAVAILABLE;
      case ServerTooBusyException _ -> Common.REJECTED;
      case RegionTooBusyException _ -> Common.BUSY;
      case HBaseServerException e when e.isServerOverloaded() -> Common.BUSY;
      case CallDroppedException _ -> Common.BUSY;
      case RpcThrottlingException _ -> Common.THROTTLED;
      case NotServingRegionException _,
          RegionServerStoppedException _,
          ServerNotRunningYetException _ ->
          Common.UNAVAILABLE;
      case TableNotFoundException _ -> FailureCode.own("no-such-table");
      case TableNotEnabledException _ -> FailureCode.own("table-disabled");
      case NoSuchColumnFamilyException _ -> FailureCode.own("no-such-family");
      case AccessDeniedException _ -> Common.AUTH;
      case RequestTooBigException _ -> Common.TOO_LARGE;
      default -> byMessage(cause);
    };
  }

  /**
   * Returns the failure code for an exception class that has several meanings, from its message.
   */
  private static @Nullable FailureCode byMessage(Throwable cause) {
    String said = Causes.line(cause);
    if (cause instanceof IllegalArgumentException) {
      return said.startsWith("Row length") || said.startsWith("Row > ")
          ? Common.KEY_TOO_LONG
          : null;
    }
    if (isOfHBase(cause) && said.contains("exceeds limit of")) {
      return Common.TOO_LARGE;
    }
    if (isOfHBase(cause) && said.contains("not a long")) {
      return Common.NOT_A_NUMBER;
    }
    return cause instanceof ConnectException && said.contains("timed out")
        ? Common.CONNECT_TIMEOUT
        : null;
  }

  /**
   * Returns the message of the innermost cause, without the server's stack trace and the class
   * name.
   */
  static String messageOf(Throwable failure) {
    Throwable root = Causes.root(failure);
    String said = String.valueOf(root.getMessage()).lines().findFirst().orElse("").strip();
    String plain = said.replaceFirst("^(?:[a-z0-9]+\\.)+[A-Za-z$]+:\\s*", "");
    return plain.isEmpty() || plain.equals("null") ? root.getClass().getSimpleName() : plain;
  }

  /**
   * Returns the exception to throw if the servers refused a new table because they do not support
   * its compression.
   */
  static Optional<IOException> unsupported(CompressionKind compression, IOException failure) {
    String said = messageOf(failure);
    int advice = said.indexOf(" Set hbase.table.sanity.checks");
    return compression == CompressionKind.NONE || advice < 0
        ? Optional.empty()
        : Optional.of(
            new IOException(
                "the region servers do not support compression="
                    + Setting.choiceText(compression)
                    + ": "
                    + said.substring(0, advice),
                failure));
  }

  /** Explains that the hosts have another role than the settings say. Empty for other failures. */
  static Optional<String> wrongHosts(Throwable failure, Registry registry) {
    if (Causes.root(failure) instanceof KeeperException.NoNodeException none) {
      return Optional.of(
          "has no "
              + none.getPath()
              + ": znode must be the path of HBase, and its master must be running");
    }
    FailureCode code = codeOf(failure);
    if (registry == Registry.ZOOKEEPER && code == Common.NOT_CONNECTED) {
      return Optional.of("does not answer as ZooKeeper: region servers need registry=rpc");
    }
    if (registry == Registry.RPC && code == Common.CONNECTION_LOST) {
      return Optional.of("does not answer as a region server: ZooKeeper needs registry=zookeeper");
    }
    return Optional.empty();
  }

  /** Creates an exception whose message says in one sentence why {@code where} cannot be used. */
  static IOException unusable(String where, Throwable failure) {
    return Unusable.because(
        where,
        failure,
        cause ->
            switch (cause) {
              case CallTimeoutException _, TimeoutException _ -> "did not answer in time";
              case AccessDeniedException _ ->
                  "denies this user a required permission: " + messageOf(cause);
              default -> null;
            },
        () -> "cannot be used as HBase: " + messageOf(failure));
  }
}
