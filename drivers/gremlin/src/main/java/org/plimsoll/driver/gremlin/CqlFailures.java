package org.plimsoll.driver.gremlin;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;

/** Explains in one sentence why an embedded graph cannot use Cassandra. */
final class CqlFailures {
  private CqlFailures() {}

  /** Returns the sentence for a known failure, or else one with the last cause. */
  static String sentence(String target, Throwable failure) {
    SequencedSet<Throwable> causes = new LinkedHashSet<>();
    collect(failure, causes);
    List<Throwable> rootsFirst = new ArrayList<>(causes).reversed();
    for (Throwable cause : rootsFirst) {
      String message = Causes.line(cause);
      String known =
          switch (cause) {
            case ConnectException _ -> " refused the connection: nothing listens there";
            case AuthenticationException _ -> " refused the credentials: " + message;
            case UnauthorizedException _ -> " denies this user permission: " + message;
            case SSLException _ -> " failed the TLS handshake: " + message;
            case DriverTimeoutException _ ->
                " accepted the connection but did not answer as Cassandra in time";
            default -> null;
          };
      if (known != null) {
        return target + known;
      }
    }
    return target + " cannot be opened: " + Causes.line(rootsFirst.getFirst());
  }

  /** Collects the causes of a failure, including those on each node. */
  private static void collect(@Nullable Throwable failure, SequencedSet<Throwable> causes) {
    if (failure == null || !causes.add(failure)) {
      return;
    }
    if (failure instanceof AllNodesFailedException all) {
      all.getAllErrors()
          .values()
          .forEach(ofNode -> ofNode.forEach(error -> collect(error, causes)));
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      collect(suppressed, causes);
    }
    collect(failure.getCause(), causes);
  }
}
