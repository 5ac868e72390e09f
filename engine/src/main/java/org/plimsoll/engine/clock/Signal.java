package org.plimsoll.engine.clock;

import java.util.concurrent.CountDownLatch;

/** Something that happens once. */
public final class Signal {
  private final CountDownLatch latch = new CountDownLatch(1);

  /** Makes it happen; a second call does nothing. */
  public void fire() {
    latch.countDown();
  }

  public boolean hasFired() {
    return latch.getCount() == 0;
  }

  void await() throws InterruptedException {
    latch.await();
  }
}
