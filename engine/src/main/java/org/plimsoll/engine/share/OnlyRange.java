package org.plimsoll.engine.share;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The only range of a fill, for a generator without a fleet. */
public final class OnlyRange implements FillRanges {
  private final FillRange only;
  private final AtomicBoolean taken = new AtomicBoolean();

  /** Creates ranges that supply this range once. */
  public OnlyRange(FillRange only) {
    this.only = only;
  }

  @Override
  public void next(Consumer<@Nullable FillRange> to) {
    to.accept(taken.getAndSet(true) ? null : only);
  }

  /** Does nothing, since no other generator could continue the range. */
  @Override
  public void ended(FillRange range, long position) {}
}
