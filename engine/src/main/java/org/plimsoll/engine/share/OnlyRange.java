package org.plimsoll.engine.share;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Ranges of a fill that consist of a single one, for a generator that is alone. */
public final class OnlyRange implements FillRanges {
  private final FillRange only;
  private final AtomicBoolean taken = new AtomicBoolean();

  /** Creates ranges that return this range once. */
  public OnlyRange(FillRange only) {
    this.only = only;
  }

  @Override
  public void next(Consumer<@Nullable FillRange> to) {
    to.accept(taken.getAndSet(true) ? null : only);
  }

  /** Nobody else continues it. */
  @Override
  public void ended(FillRange range, long position) {}
}
