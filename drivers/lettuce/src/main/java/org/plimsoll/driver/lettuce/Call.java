package org.plimsoll.driver.lettuce;

import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/**
 * A command in flight. Lettuce's thread encodes it directly from the engine's buffers. Therefore,
 * it ends in one atomic step, never during its encoding, and is never encoded after its end.
 */
public final class Call extends Command<byte[], Slice, Object> {
  private static final int NEW = 0;
  private static final int ENCODING = 1;
  private static final int SENT = 2;
  private static final int ENDED = 3;
  private static final AtomicIntegerFieldUpdater<Call> STATE =
      AtomicIntegerFieldUpdater.newUpdater(Call.class, "state");
  private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Listener listener;
  private final Reply reply;
  private volatile int state = NEW;
  private int timesSent; // Published by the later write of the state.
  private volatile @Nullable Outcome failure;

  /** Receives a notification when a call has ended. */
  public interface Listener {
    /** Called once for each call that ended, unless it was abandoned. */
    void callEnded();

    /** Returns the failure code for an error reply of the server. */
    default FailureCode codeOf(String error) {
      return Failures.codeOfAnswer(error);
    }
  }

  public Call(CommandType type, CommandArgs<byte[], Slice> args, Listener listener) {
    this(type, args, listener, new Reply());
  }

  private Call(CommandType type, CommandArgs<byte[], Slice> args, Listener listener, Reply reply) {
    super(type, reply, args);
    this.listener = listener;
    this.reply = reply;
  }

  public Reply reply() {
    return reply;
  }

  /** Returns how often the request was written to a connection. */
  public int timesSent() {
    return timesSent;
  }

  /** Returns the failure, or null if the command did not fail. */
  public @Nullable Outcome failure() {
    return failure;
  }

  @Override
  public void encode(ByteBuf target) {
    int before = state;
    if (before == ENDED || !STATE.compareAndSet(this, before, ENCODING)) {
      // Lettuce expects an answer to a queued command, but the rows of the command are released.
      target.writeBytes(PING);
      return;
    }
    try {
      timesSent++;
      super.encode(target);
    } finally {
      state = SENT;
    }
  }

  @Override
  public void complete() {
    String error = reply.getError();
    end(error == null ? null : Outcome.failed(listener.codeOf(error), error));
  }

  @Override
  public boolean completeExceptionally(Throwable thrown) {
    return end(Failures.outcome(thrown));
  }

  @Override
  public void cancel() {
    end(Outcome.failed(Common.CONNECTION_LOST));
  }

  /**
   * Ends the call without notifying its listener. After this method returns, the rows are no longer
   * read.
   */
  public boolean abandon() {
    while (true) {
      int before = state;
      if (before == ENDED) {
        return false;
      }
      if (before == ENCODING) {
        // This takes microseconds: another thread is copying the row into the buffer.
        Thread.onSpinWait();
      } else if (STATE.compareAndSet(this, before, ENDED)) {
        return true;
      }
    }
  }

  private boolean end(@Nullable Outcome asFailed) {
    if (!abandon()) {
      return false;
    }
    failure = asFailed;
    listener.callEnded();
    return true;
  }

  @Override
  public boolean isDone() {
    return state == ENDED;
  }

  @Override
  public boolean isCancelled() {
    return false;
  }
}
