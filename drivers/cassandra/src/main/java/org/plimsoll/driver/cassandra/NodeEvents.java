package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeStateListenerBase;
import java.util.function.Consumer;

/** Reports events to the run when a node joins, leaves, goes down or comes up. */
final class NodeEvents extends NodeStateListenerBase {
  private final Consumer<String> event;
  private volatile boolean listening;

  NodeEvents(Consumer<String> event) {
    this.event = event;
  }

  /** Starts reporting. The library's first events, one for each known node, are not reported. */
  void listen() {
    listening = true;
  }

  /** Stops reporting. Later events are caused by closing the session. */
  void ignore() {
    listening = false;
  }

  @Override
  public void onAdd(Node node) {
    tell(node, "joined");
  }

  @Override
  public void onRemove(Node node) {
    tell(node, "left");
  }

  @Override
  public void onUp(Node node) {
    tell(node, "is up");
  }

  @Override
  public void onDown(Node node) {
    tell(node, "is down");
  }

  @Override
  public void close() {}

  /** Formats the address of a node, without the slash that Java adds if there is no host name. */
  static String address(Node node) {
    return node.getEndPoint().toString().replaceFirst("^/", "");
  }

  private void tell(Node node, String what) {
    if (listening) {
      event.accept("node " + address(node) + " " + what);
    }
  }
}
