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
 * Publishes live messages to subscribers. Each subscription has its own queue. A slow subscriber is
 * closed. When it subscribes again, it receives the messages that it has missed. A message is
 * serialized once for all subscribers of the same scenario.
 */
public final class Feed {
  private static final int WAITING_MAX = 128;

  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();

  /**
   * A message to subscribers. The id is the second of the message; null if the message is not
   * repeated after a reconnect.
   */
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

    /**
     * Returns the JSON for the subscribers of a scenario; an empty name stands for all scenarios
     * together.
     */
    public String text(String scenario) {
      return texts.computeIfAbsent(
          scenario, its -> ResultJson.mapper().writeValueAsString(content.apply(its)));
    }
  }

  /** The subscription of one client. */
  public final class Subscription implements AutoCloseable {
    private final BlockingQueue<Message> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private volatile boolean open = true;

    private Subscription() {}

    /** Returns the next message; null if none arrives within the timeout. */
    public @Nullable Message next(long timeout, TimeUnit unit) throws InterruptedException {
      return waiting.poll(timeout, unit);
    }

    /** Whether the subscription still receives messages. */
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
      subscriptions.remove(this);
    }
  }

  /** Adds a subscription, which receives all messages from now on. */
  public Subscription subscribe() {
    Subscription subscription = new Subscription();
    subscriptions.add(subscription);
    return subscription;
  }

  /** Whether there are subscriptions. */
  boolean isWatched() {
    return !subscriptions.isEmpty();
  }

  /** Publishes an event to all subscribers. */
  void tell(String event, Object content) {
    tell(new Message(event, null, _ -> content));
  }

  /** Publishes a second to all subscribers. Each receives the content for its scenario. */
  void tell(String event, String id, Function<String, Object> content) {
    tell(new Message(event, id, content));
  }

  /** Publishes an event whose content is computed when it is sent. */
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
