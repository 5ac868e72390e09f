package org.plimsoll.driver.zookeeper;

import java.io.IOException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.Unusable;

/** Converts ZooKeeper's result codes to failure codes and user messages. */
final class Failures {
  private Failures() {}

  /** Returns the outcome of a request that failed with the given result code. */
  static Outcome outcome(int result, String path) {
    Code code = Code.get(result);
    return Outcome.failed(
        codeOf(code == null ? Code.SYSTEMERROR : code),
        () -> KeeperException.create(code == null ? Code.SYSTEMERROR : code, path).getMessage());
  }

  static FailureCode codeOf(Code code) {
    return switch (code) {
      case NODEEXISTS -> Common.EXISTS;
      case BADVERSION -> Common.CONFLICT;
      case CONNECTIONLOSS -> Common.CONNECTION_LOST;
      case SESSIONEXPIRED -> FailureCode.own("session-expired");
      case SESSIONMOVED -> FailureCode.own("session-moved");
      case AUTHFAILED, NOAUTH, SESSIONCLOSEDREQUIRESASLAUTH -> Common.AUTH;
      case OPERATIONTIMEOUT, REQUESTTIMEOUT -> Common.TIMEOUT;
      case NOTREADONLY -> Common.READ_ONLY;
      case UNIMPLEMENTED -> Common.UNSUPPORTED;
      case MARSHALLINGERROR -> Common.BAD_ANSWER;
      case SYSTEMERROR, RUNTIMEINCONSISTENCY, DATAINCONSISTENCY -> Common.INTERNAL_ERROR;
      case THROTTLEDOP -> Common.THROTTLED;
      case QUOTAEXCEEDED -> FailureCode.own("quota-exceeded");
      case NOTEMPTY -> FailureCode.own("not-empty");
      case NONODE -> FailureCode.own("no-parent");
      case BADARGUMENTS, INVALIDACL, NOCHILDRENFOREPHEMERALS, EPHEMERALONLOCALSESSION ->
          FailureCode.own("bad-request");
      default -> Common.ERROR;
    };
  }

  /**
   * Creates an exception whose message says in one sentence why {@code where} cannot be used. The
   * message never contains a secret.
   */
  static IOException unusable(String where, Throwable failure) {
    return Unusable.because(
        where,
        failure,
        cause ->
            switch (cause) {
              case SSLException _ -> "failed the TLS handshake: " + Causes.line(cause);
              case SocketTimeoutException _ -> "did not answer in time";
              case KeeperException.NoAuthException _ ->
                  "denies this user a required permission: " + Causes.line(cause);
              default -> null;
            },
        () -> "cannot be used as ZooKeeper: " + Causes.line(Causes.root(failure)));
  }
}
