package org.plimsoll.discovery;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.settings.text.DiscoveryText;

/** What a discovery tells, as a test reads it. */
final class Followed implements DiscoveryListener {
  private final List<NodeChange> changes = new CopyOnWriteArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  /** A discovery of this text that may reach everything here. */
  static Discovery of(String text) {
    return of(text, HostCheck.ANY);
  }

  static Discovery of(String text, HostCheck hosts) {
    return Discovery.of(
        DiscoveryText.FORMS.parse(text),
        new Access(Drivers.in(List.of()), hosts, Map.of(), Access.METADATA, null));
  }

  @Override
  public void changed(NodeChange change) {
    changes.add(change);
  }

  @Override
  public void warns(String sentence) {
    warnings.add(sentence);
  }

  List<NodeChange> changes() {
    return List.copyOf(changes);
  }

  List<String> words() {
    return changes.stream().map(NodeChange::words).toList();
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  static List<String> addresses(List<DiscoveredNode> nodes) {
    return nodes.stream().map(DiscoveredNode::authority).toList();
  }
}
