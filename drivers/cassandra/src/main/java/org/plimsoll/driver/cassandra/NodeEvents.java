package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeStateListenerBase;
import java.util.function.Consumer;

/** Tells the run when a node comes, goes, or cannot be reached, once it has begun to listen. */
final class NodeEvents extends NodeStateListenerBase {
  private final Consumer<String> event;
  private volatile boolean listening;

  NodeEvents(Consumer<String> event) {
    this.event = event;
  }

  /** The library tells of all nodes when it first sees them: that is no news. */
  void listen() {
    listening = true;
  }

  /** What happens from now on is our own doing. */
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

  private void tell(Node node, String what) {
    if (listening) {
      event.accept("node " + node.getEndPoint() + " " + what);
    }
  }
}
