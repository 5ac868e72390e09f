package org.plimsoll.engine.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A one-shot event that threads can wait for. */
public final class Signal {
  private final CountDownLatch latch = new CountDownLatch(1);
  private final List<Runnable> followers = new ArrayList<>();

  /** Fires the event; a second call does nothing. */
  public void fire() {
    List<Runnable> due;
    synchronized (followers) {
      latch.countDown();
      due = List.copyOf(followers);
      followers.clear();
    }
    due.forEach(Runnable::run);
  }

  public boolean hasFired() {
    return latch.getCount() == 0;
  }

  /**
   * Runs an action when the event fires, on the thread that fires it; at once if it has already
   * fired.
   */
  public void whenFired(Runnable action) {
    synchronized (followers) {
      if (!hasFired()) {
        followers.add(action);
        return;
      }
    }
    action.run();
  }

  void await() throws InterruptedException {
    latch.await();
  }
}
