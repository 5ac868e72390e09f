package org.plimsoll.server.run;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ResultJson;

/**
 * What those who watch are told as it happens. Each has a queue of its own: who does not keep up is
 * let go, and finds what it missed when it comes again. A message is made into text once for all
 * that look at the same scenario.
 */
public final class Feed {
  private static final int WAITING_MAX = 128;

  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();

  /** Something that happened; its id is the second that it tells of, if who missed it wants it. */
  public static final class Message {
    private final String event;
    private final @Nullable String id;
    private final Function<String, Object> content;
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    private Message(String event, @Nullable String id, Function<String, Object> content) {
      this.event = event;
      this.id = id;
      this.content = content;
    }

    public String event() {
      return event;
    }

    public @Nullable String id() {
      return id;
    }

    /** Its JSON for who looks at a scenario; empty for all of them together. */
    public String text(String scenario) {
      return texts.computeIfAbsent(
          scenario, its -> ResultJson.mapper().writeValueAsString(content.apply(its)));
    }
  }

  /** One who watches. */
  public final class Subscription implements AutoCloseable {
    private final BlockingQueue<Message> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private volatile boolean open = true;

    private Subscription() {}

    /** The next message; null when none has come in this time. */
    public @Nullable Message next(long timeout, TimeUnit unit) throws InterruptedException {
      return waiting.poll(timeout, unit);
    }

    /** Whether messages still come. */
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
      subscriptions.remove(this);
    }
  }

  /** Somebody watches from now on. */
  public Subscription subscribe() {
    Subscription subscription = new Subscription();
    subscriptions.add(subscription);
    return subscription;
  }

  /** Whether somebody watches. */
  boolean isWatched() {
    return !subscriptions.isEmpty();
  }

  /** Tells all who watch. */
  void tell(String event, Object content) {
    tell(new Message(event, null, _ -> content));
  }

  /** Tells all who watch of a second, each what it looks at. */
  void tell(String event, String id, Function<String, Object> content) {
    tell(new Message(event, id, content));
  }

  /** Tells all who watch what is so when they are told. */
  void tell(String event, Supplier<Object> content) {
    tell(new Message(event, null, _ -> content.get()));
  }

  private void tell(Message message) {
    for (Subscription subscription : subscriptions) {
      if (!subscription.waiting.offer(message)) {
        subscription.close();
      }
    }
  }
}
