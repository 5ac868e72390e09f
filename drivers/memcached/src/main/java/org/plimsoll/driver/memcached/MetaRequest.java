package org.plimsoll.driver.memcached;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.plimsoll.driver.memcached.MetaAnswer.Code;

/** A request of the meta protocol, which completes with the result from its answers. */
abstract class MetaRequest<T> extends CompletableFuture<T> {
  private static final String LINE_END = "\r\n";

  /**
   * A no-op. Its answer means that all earlier requests are answered, including those that have no
   * answer of their own.
   */
  private static final String NO_OP = "mn" + LINE_END;

  /** Writes the whole request. Called on the thread of the connection. */
  abstract void write(ByteBuf out);

  /**
   * Processes the next answer. Returns whether it was the last one. Called on the thread of the
   * connection.
   */
  abstract boolean take(MetaAnswer answer);

  void fail(Throwable failure) {
    completeExceptionally(failure);
  }

  static void write(ByteBuf out, String line) {
    out.writeCharSequence(line, StandardCharsets.ISO_8859_1);
  }

  /** Converts an answer to the result of the request. */
  interface Reading<T> {
    @Nullable T of(MetaAnswer answer) throws MetaFailure;
  }

  /** A request with one answer. */
  static final class One<T> extends MetaRequest<T> {
    private final String line;
    private final byte @Nullable [] value;
    private final Reading<T> reading;

    /**
     * @param line the line without its end
     * @param value the value to send after the line; null if there is none
     */
    One(String line, byte @Nullable [] value, Reading<T> reading) {
      this.line = line;
      this.value = value;
      this.reading = reading;
    }

    @Override
    void write(ByteBuf out) {
      write(out, line);
      write(out, LINE_END);
      if (value != null) {
        out.writeBytes(value);
        write(out, LINE_END);
      }
    }

    @Override
    boolean take(MetaAnswer answer) {
      if (answer.isRefusal()) {
        fail(answer.refusal());
      } else {
        try {
          complete(reading.of(answer));
        } catch (MetaFailure e) {
          fail(e);
        }
      }
      return true;
    }
  }

  /** A read of many keys. The server answers only for existing keys. */
  static final class Many extends MetaRequest<Void> {
    private final List<String> keys = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private final byte[][] values;

    /**
     * @param values receives each value at the index with which its key was added
     */
    Many(byte[][] values) {
      this.values = values;
    }

    void add(String key, int place) {
      keys.add(key);
      places.add(place);
    }

    @Override
    void write(ByteBuf out) {
      for (int i = 0; i < keys.size(); i++) {
        write(out, "mg " + keys.get(i) + " v q O" + places.get(i) + LINE_END);
      }
      write(out, NO_OP);
    }

    @Override
    boolean take(MetaAnswer answer) {
      if (answer.code() == Code.VA) {
        values[(int) answer.number('O')] = answer.value();
      } else if (answer.isRefusal()) {
        fail(answer.refusal());
      }
      if (answer.code() == Code.MN) {
        complete(null);
      }
      return answer.code() == Code.MN;
    }
  }

  /**
   * The first request on a connection. It authenticates, and checks that the server supports the
   * meta protocol.
   */
  static final class Hello extends MetaRequest<Void> {
    private final String credentials;
    private int answersLeft;

    /**
     * @param credentials {@code user password}; empty if the server does not require any
     */
    Hello(String credentials) {
      this.credentials = credentials;
      answersLeft = credentials.isEmpty() ? 1 : 2;
    }

    @Override
    void write(ByteBuf out) {
      if (!credentials.isEmpty()) {
        byte[] bytes = credentials.getBytes(StandardCharsets.UTF_8);
        write(out, "set auth 0 0 " + bytes.length + LINE_END);
        out.writeBytes(bytes);
        write(out, LINE_END);
      }
      write(out, NO_OP);
    }

    @Override
    boolean take(MetaAnswer answer) {
      if (answer.isRefusal()) {
        fail(answer.refusal());
      }
      answersLeft--;
      if (answersLeft == 0) {
        complete(null);
      }
      return answersLeft == 0;
    }
  }
}
