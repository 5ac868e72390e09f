package org.plimsoll.driver.jdbc;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;

/**
 * Converts failures to stable failure codes. It uses the SQLState where databases agree on one (<a
 * href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL's</a>), and
 * otherwise the vendor code (<a
 * href="https://mariadb.com/docs/server/reference/error-codes">MariaDB's</a>).
 */
final class Failures {
  static final FailureCode SERIALIZATION = FailureCode.own("serialization-failure");
  static final FailureCode DEADLOCK = FailureCode.own("deadlock");
  private static final FailureCode SHUTTING_DOWN = FailureCode.own("shutting-down");
  private static final FailureCode STARTING_UP = FailureCode.own("starting-up");
  private static final FailureCode TOO_MANY_CONNECTIONS = FailureCode.own("too-many-connections");
  private static final FailureCode IDLE_TIMEOUT = FailureCode.own("idle-timeout");
  private static final FailureCode STATEMENT_TIMEOUT = FailureCode.own("statement-timeout");
  private static final FailureCode LOCK_TIMEOUT = FailureCode.own("lock-timeout");
  private static final FailureCode QUERY_CANCELLED = FailureCode.own("query-cancelled");
  private static final FailureCode DISK_FULL = FailureCode.own("disk-full");
  private static final FailureCode UNIQUE_VIOLATION = FailureCode.own("unique-violation");
  private static final FailureCode CONSTRAINT_VIOLATION = FailureCode.own("constraint-violation");
  private static final FailureCode BAD_STATEMENT = FailureCode.own("bad-statement");
  static final FailureCode NO_SUCH_TABLE = FailureCode.own("no-such-table");

  private static final Pattern SQLITE = Pattern.compile("\\[SQLITE_([A-Z_]+)] ");

  /** Messages of the PostgreSQL, MariaDB and MySQL drivers for a server without TLS. */
  private static final Pattern NO_TLS =
      Pattern.compile(
          "(?i)server does not support SSL|ssl not enabled in the server"
              + "|SSL Connection required, but not (?:supported|provided)");

  private static final Set<FailureCode> RETRYABLE = Set.of(SERIALIZATION, DEADLOCK);

  /** Failures after which a connection is unusable, regardless of what its driver reports. */
  private static final Set<FailureCode> BREAKING =
      Set.of(
          Common.CONNECTION_LOST,
          Common.CONNECTION_REFUSED,
          SHUTTING_DOWN,
          STARTING_UP,
          TOO_MANY_CONNECTIONS,
          IDLE_TIMEOUT,
          Common.CLOSED);

  private Failures() {}

  /**
   * Whether the server canceled the transaction in favor of others, so that a retry may succeed.
   */
  static boolean isRetryable(FailureCode code) {
    return RETRYABLE.contains(code);
  }

  static boolean isBreaking(FailureCode code) {
    return BREAKING.contains(code);
  }

  static FailureCode codeOf(Throwable failure) {
    List<Throwable> causes = Causes.of(failure);
    for (Throwable cause : causes) {
      if (cause instanceof ConnectException) {
        return Common.CONNECTION_REFUSED;
      }
    }
    for (Throwable cause : causes) {
      if (cause instanceof SQLException e) {
        FailureCode code = codeOf(e);
        if (code != null) {
          return code;
        }
      }
    }
    return switch (failure) {
      case SQLTransientConnectionException _ -> Common.POOL_TIMEOUT;
      case SQLTimeoutException _ -> STATEMENT_TIMEOUT;
      case SQLFeatureNotSupportedException _ -> Common.UNSUPPORTED;
      case SQLException _ ->
          causes.stream().anyMatch(IOException.class::isInstance)
              ? Common.CONNECTION_LOST
              : Common.ERROR;
      default -> FailureCode.of(failure);
    };
  }

  private static @Nullable FailureCode codeOf(SQLException e) {
    Matcher sqlite = SQLITE.matcher(String.valueOf(e.getMessage()));
    if (sqlite.lookingAt()) {
      return ofSqlite(sqlite.group(1), messageOf(e));
    }
    if (NO_TLS.matcher(String.valueOf(e.getMessage())).find()) {
      return Common.TLS;
    }
    FailureCode vendor = ofMariaDb(e.getErrorCode());
    if (vendor != null) {
      return vendor;
    }
    String state = e.getSQLState();
    return state == null || state.length() != 5 ? null : ofState(state, messageOf(e));
  }

  /**
   * Returns the failure code for a vendor code of MariaDB. PostgreSQL has no vendor codes. In H2
   * and others, they are the SQLStates as numbers.
   */
  private static @Nullable FailureCode ofMariaDb(int vendor) {
    return switch (vendor) {
      case 1040, 1203, 1226 -> TOO_MANY_CONNECTIONS;
      case 1053 -> SHUTTING_DOWN;
      case 1020 -> SERIALIZATION; // The record has changed since the snapshot.
      case 1205 -> LOCK_TIMEOUT;
      case 1213, 40_001 -> DEADLOCK; // This is 40001 of H2.
      case 1290, 1792, 1836 -> Common.READ_ONLY;
      case 1317, 1927 -> QUERY_CANCELLED;
      case 1969, 3024 -> STATEMENT_TIMEOUT;
      case 1114, 1021 -> DISK_FULL;
      default -> null;
    };
  }

  /**
   * Returns the failure code for a <a href="https://www.sqlite.org/rescode.html">result code</a> of
   * SQLite, whose name starts the message.
   */
  private static FailureCode ofSqlite(String name, String message) {
    return switch (name) {
      case "CONSTRAINT_PRIMARYKEY", "CONSTRAINT_UNIQUE", "CONSTRAINT_ROWID" -> UNIQUE_VIOLATION;
      case "FULL", "IOERR_WRITE" -> DISK_FULL;
      case "NOMEM" -> Common.OUT_OF_MEMORY;
      case "TOOBIG" -> Common.TOO_LARGE;
      case "MISMATCH" -> FailureCode.own("bad-value");
      case "CANTOPEN", "CORRUPT", "NOTADB" -> FailureCode.own("unusable-file");
      case "INTERRUPT" -> QUERY_CANCELLED;
      case "ERROR" -> message.contains("no such table") ? NO_SUCH_TABLE : BAD_STATEMENT;
      default -> {
        if (name.startsWith("BUSY") || name.startsWith("LOCKED")) {
          yield LOCK_TIMEOUT;
        }
        yield name.startsWith("CONSTRAINT")
            ? CONSTRAINT_VIOLATION
            : name.startsWith("READONLY")
                ? Common.READ_ONLY
                : name.startsWith("IOERR") ? Common.IO_ERROR : Common.ERROR;
      }
    };
  }

  private static @Nullable FailureCode ofState(String state, String message) {
    return switch (state) {
      case "40001" -> SERIALIZATION;
      case "40P01" -> DEADLOCK;
      case "23505" -> UNIQUE_VIOLATION;
      case "23000" -> message.contains("Duplicate") ? UNIQUE_VIOLATION : CONSTRAINT_VIOLATION;
      case "55P03" -> LOCK_TIMEOUT;
      case "57014", "70100" ->
          message.contains("statement timeout") ? STATEMENT_TIMEOUT : QUERY_CANCELLED;
      case "57P01", "57P02" -> SHUTTING_DOWN;
      case "57P03" -> STARTING_UP;
      case "57P05", "25P03" -> IDLE_TIMEOUT;
      case "25006" -> Common.READ_ONLY;
      case "25P02" -> FailureCode.own("transaction-aborted");
      case "53100" -> DISK_FULL;
      case "53200" -> Common.OUT_OF_MEMORY;
      case "53300", "08004" -> TOO_MANY_CONNECTIONS;
      case "42501" -> FailureCode.own("not-permitted");
      case "42P01", "42S02", "42S04" -> NO_SUCH_TABLE;
      default -> ofClass(state.substring(0, 2));
    };
  }

  private static @Nullable FailureCode ofClass(String stateClass) {
    return switch (stateClass) {
      case "08" -> Common.CONNECTION_LOST;
      case "0A" -> Common.UNSUPPORTED;
      case "22" -> FailureCode.own("bad-value");
      case "23" -> CONSTRAINT_VIOLATION;
      case "28" -> Common.AUTH;
      case "40" -> FailureCode.own("rolled-back");
      case "42" -> BAD_STATEMENT;
      case "53" -> FailureCode.own("out-of-resources");
      case "57" -> SHUTTING_DOWN;
      case "58", "XX" -> Common.INTERNAL_ERROR;
      default -> null;
    };
  }

  /**
   * Creates an exception whose message says in one sentence why {@code url} cannot be used. The
   * message never contains a password.
   */
  static IOException unusable(String url, Throwable failure) {
    for (Throwable cause : Causes.of(failure)) {
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
    if (NO_TLS.matcher(said).find()) {
      return new IOException(
          url + " does not support TLS: enable it in the server, or set tls=off", failure);
    }
    return new IOException(
        url
            + switch (codeOf(failure)) {
              case Common.AUTH -> " rejected the user or the password: " + said;
              default -> " cannot be used: " + said;
            },
        failure);
  }

  /**
   * Returns the error message of the database on one line. The position in the statement is
   * removed, because the user does not see the statement.
   */
  static String messageOf(Throwable failure) {
    return String.valueOf(failure.getMessage())
        .replaceFirst("\\s*Position: [0-9]+\\s*$", "")
        .strip()
        .replaceAll("\\s*\\R\\s*", "; ");
  }
}
