package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheStatus;
import java.util.Locale;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/** An answer of the meta protocol (doc/protocol.txt of Memcached, "Meta Commands"). */
final class MetaAnswer {
  private static final byte[] NONE = {};

  /** The code at the start of the line. */
  enum Code {
    VA(MemcacheStatus.OK),
    HD(MemcacheStatus.OK),
    EN(MemcacheStatus.KEY_NOT_FOUND),
    NF(MemcacheStatus.KEY_NOT_FOUND),
    NS(MemcacheStatus.ITEM_NOT_STORED),
    EX(MemcacheStatus.KEY_EXISTS),
    /** The answer to a no-op, which follows the answers to all earlier requests. */
    MN(MemcacheStatus.OK),
    /** The answer to the {@code set} of the text protocol with which a client authenticates. */
    STORED(MemcacheStatus.OK),
    ERROR(MemcacheStatus.UNKNOWN_COMMAND),
    CLIENT_ERROR(MemcacheStatus.INVALID_ARGUMENTS),
    SERVER_ERROR(MemcacheStatus.INTERNAL_ERROR);

    private final MemcacheStatus status;

    Code(MemcacheStatus status) {
      this.status = status;
    }
  }

  private final Code code;
  private final String rest;
  private final byte[] value;

  private MetaAnswer(Code code, String rest, byte[] value) {
    this.code = code;
    this.rest = rest;
    this.value = value;
  }

  static MetaAnswer of(Code code, String rest) {
    return new MetaAnswer(code, rest, NONE);
  }

  static MetaAnswer found(String flags, byte[] value) {
    return new MetaAnswer(Code.VA, flags, value);
  }

  Code code() {
    return code;
  }

  /** Returns the rest of the line after the code: the flags, or the message of an error. */
  String rest() {
    return rest;
  }

  /** Returns the value, which is empty if the answer has none. The array is not a copy. */
  byte[] value() {
    return value;
  }

  MemcacheStatus status() {
    return code.status;
  }

  /** Whether the server refused the request. */
  boolean isRefusal() {
    return code.compareTo(Code.ERROR) >= 0;
  }

  /** Returns the failure for a refused request, with the server's message. */
  MetaFailure refusal() {
    String words = rest.isEmpty() ? code.name() : code + " " + rest;
    return new MetaFailure(Outcome.failed(failureCode(), () -> words), words);
  }

  private FailureCode failureCode() {
    String words = rest.toLowerCase(Locale.ROOT);
    if (words.contains("unauthenticated") || words.contains("authentication failure")) {
      return Common.AUTH;
    }
    return switch (code) {
      case CLIENT_ERROR ->
          words.contains("non-numeric") ? Common.NOT_A_NUMBER : Failures.CLIENT_ERROR;
      case SERVER_ERROR -> {
        FailureCode failed = words.contains("out of memory") ? Common.OUT_OF_MEMORY : Common.ERROR;
        yield words.contains("too large") ? Common.TOO_LARGE : failed;
      }
      case ERROR ->
          rest.isEmpty() ? Common.UNSUPPORTED : Common.ERROR; // for example: too many connections
      default -> Common.ERROR;
    };
  }

  /**
   * Returns the number after a flag such as {@code c42}, or -1 if the answer does not have the
   * flag.
   */
  long number(char flag) {
    int at = 0;
    while (at < rest.length() && rest.charAt(at) != flag) {
      int blank = rest.indexOf(' ', at);
      at = blank < 0 ? rest.length() : blank + 1;
    }
    if (at >= rest.length()) {
      return -1;
    }
    int blank = rest.indexOf(' ', at);
    return Long.parseUnsignedLong(rest, at + 1, blank < 0 ? rest.length() : blank, 10);
  }
}
