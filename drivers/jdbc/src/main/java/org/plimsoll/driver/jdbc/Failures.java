package org.plimsoll.driver.jdbc;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * Failures as stable codes, by SQLState where the data bases agree on one (<a
 * href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL's</a>) and by
 * vendor code where they do not (<a
 * href="https://mariadb.com/docs/server/reference/error-codes">MariaDB's</a>).
 */
final class Failures {
  static final String SERIALIZATION = "serialization-failure";
  static final String DEADLOCK = "deadlock";

  private static final Set<String> RETRYABLE = Set.of(SERIALIZATION, DEADLOCK);

  /** After these a connection is of no use, whatever its driver says. */
  private static final Set<String> BREAKING =
      Set.of(
          "connection-lost",
          "connection-refused",
          "shutting-down",
          "starting-up",
          "too-many-connections",
          "idle-timeout",
          "closed");

  private Failures() {}

  /** Whether the server ended it for the sake of others, and the same may succeed now. */
  static boolean isRetryable(String code) {
    return RETRYABLE.contains(code);
  }

  static boolean isBreaking(String code) {
    return BREAKING.contains(code);
  }

  static String codeOf(Throwable failure) {
    List<Throwable> causes = causes(failure);
    for (Throwable cause : causes) {
      if (cause instanceof ConnectException) {
        return "connection-refused";
      }
    }
    for (Throwable cause : causes) {
      if (cause instanceof SQLException e) {
        String code = codeOf(e);
        if (code != null) {
          return code;
        }
      }
    }
    return switch (failure) {
      case SQLTransientConnectionException _ -> "pool-timeout";
      case SQLTimeoutException _ -> "statement-timeout";
      case SQLFeatureNotSupportedException _ -> "unsupported";
      case SQLException _ ->
          causes.stream().anyMatch(IOException.class::isInstance) ? "connection-lost" : "error";
      default -> Outcome.codeOf(failure);
    };
  }

  private static @Nullable String codeOf(SQLException e) {
    String vendor = ofMariaDb(e.getErrorCode());
    if (vendor != null) {
      return vendor;
    }
    String state = e.getSQLState();
    return state == null || state.length() != 5 ? null : ofState(state, messageOf(e));
  }

  /** PostgreSQL has no vendor codes; those of H2 are its states as numbers, and so others. */
  private static @Nullable String ofMariaDb(int vendor) {
    return switch (vendor) {
      case 1040, 1203, 1226 -> "too-many-connections";
      case 1053 -> "shutting-down";
      case 1020 -> SERIALIZATION; // the record has changed since the snapshot
      case 1205 -> "lock-timeout";
      case 1213, 40_001 -> DEADLOCK; // 40001: H2's
      case 1290, 1792, 1836 -> "read-only";
      case 1317, 1927 -> "query-cancelled";
      case 1969, 3024 -> "statement-timeout";
      case 1114, 1021 -> "disk-full";
      default -> null;
    };
  }

  private static @Nullable String ofState(String state, String message) {
    return switch (state) {
      case "40001" -> SERIALIZATION;
      case "40P01" -> DEADLOCK;
      case "23505" -> "unique-violation";
      case "23000" -> message.contains("Duplicate") ? "unique-violation" : "constraint-violation";
      case "55P03" -> "lock-timeout";
      case "57014", "70100" ->
          message.contains("statement timeout") ? "statement-timeout" : "query-cancelled";
      case "57P01", "57P02" -> "shutting-down";
      case "57P03" -> "starting-up";
      case "57P05", "25P03" -> "idle-timeout";
      case "25006" -> "read-only";
      case "25P02" -> "transaction-aborted";
      case "53100" -> "disk-full";
      case "53200" -> "out-of-memory";
      case "53300", "08004" -> "too-many-connections";
      case "42501" -> "not-permitted";
      case "42P01", "42S02", "42S04" -> "no-such-table";
      default -> ofClass(state.substring(0, 2));
    };
  }

  private static @Nullable String ofClass(String stateClass) {
    return switch (stateClass) {
      case "08" -> "connection-lost";
      case "0A" -> "unsupported";
      case "22" -> "bad-value";
      case "23" -> "constraint-violation";
      case "28" -> "auth";
      case "40" -> "rolled-back";
      case "42" -> "bad-statement";
      case "53" -> "out-of-resources";
      case "57" -> "shutting-down";
      case "58", "XX" -> "server-error";
      default -> null;
    };
  }

  /** One sentence that says why {@code url} could not be used. Never holds a password. */
  static IOException unusable(String url, Throwable failure) {
    for (Throwable cause : causes(failure)) {
      switch (cause) {
        case ConnectException e -> {
          return new IOException(url + " refused the connection: nothing listens there", e);
        }
        case UnknownHostException e -> {
          return new IOException(url + " cannot be reached: no such host", e);
        }
        default -> {}
      }
    }
    String said = messageOf(failure);
    return new IOException(
        url
            + switch (codeOf(failure)) {
              case "auth" -> " refused the user or the password, it answered: " + said;
              default -> " cannot be used: " + said;
            },
        failure);
  }

  /** What the data base said, on one line; not where in a statement that the user never saw. */
  static String messageOf(Throwable failure) {
    return String.valueOf(failure.getMessage())
        .replaceFirst("\\s*Position: [0-9]+\\s*$", "")
        .strip()
        .replaceAll("\\s*\\R\\s*", "; ");
  }

  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = failure; t != null && causes.size() < 16; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }
}
