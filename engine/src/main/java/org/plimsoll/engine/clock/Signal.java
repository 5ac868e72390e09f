package org.plimsoll.engine.clock;

import java.util.concurrent.CountDownLatch;

/** A one-shot event that threads can wait for. */
public final class Signal {
  private final CountDownLatch latch = new CountDownLatch(1);

  /** Fires the event; a second call does nothing. */
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
