package org.plimsoll.driver.voldemort;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.w3c.dom.Element;

/**
 * The definition of a store, from {@code stores.xml}.
 *
 * @param strategy how the nodes of a key are selected
 * @param replicas the number of copies of each row
 * @param zoneReplicas the number of copies in each zone; empty without zones
 * @param reads the number of answers for which reads wait
 * @param writes the number of answers for which writes wait
 */
record StoreDefinition(
    String name,
    String persistence,
    String strategy,
    int replicas,
    Map<Integer, Integer> zoneReplicas,
    Quorum reads,
    Quorum writes,
    String keyType,
    String valueType) {
  static final String CONSISTENT = "consistent-routing";
  static final String ZONED = "zone-routing";
  static final String ALL = "all-routing";

  /**
   * The number of answers that a read or a write needs.
   *
   * @param required the minimum number of answers
   * @param preferred the number of nodes that are asked first
   * @param zones the number of other zones that must also answer
   */
  record Quorum(int required, int preferred, int zones) {}

  /** Parses the definition of one store. */
  static StoreDefinition parse(String xml, String store) throws IOException {
    Element root = Xml.parse("stores.xml", xml);
    List<Element> stores =
        Stream.concat(Xml.children(root, "store").stream(), Xml.children(root, "view").stream())
            .toList();
    for (Element each : stores) {
      if (Xml.text(each, "name", "").equals(store)) {
        return of(each, stores);
      }
    }
    throw new IOException(
        "has no store '"
            + store
            + "', its stores are "
            + String.join(", ", stores.stream().map(each -> Xml.text(each, "name", "?")).toList()));
  }

  private static StoreDefinition of(Element store, List<Element> stores) throws IOException {
    String base = Xml.text(store, "view-of", "");
    if (!base.isEmpty()) {
      for (Element each : stores) {
        if (Xml.text(each, "name", "").equals(base)) {
          return of(store, each);
        }
      }
    }
    return of(store, store);
  }

  /**
   * Parses a store or a view. A view has the numbers of the store that it shows, unless it defines
   * its own.
   */
  private static StoreDefinition of(Element store, Element base) throws IOException {
    Map<Integer, Integer> zoneReplicas = new LinkedHashMap<>();
    for (Element zones : Xml.children(base, "zone-replication-factor")) {
      for (Element each : Xml.children(zones, "replication-factor")) {
        zoneReplicas.put(
            Integer.valueOf(each.getAttribute("zone-id")),
            Integer.valueOf(each.getTextContent().strip()));
      }
    }
    return new StoreDefinition(
        Xml.text(store, "name", ""),
        Xml.text(base, "persistence", store.getTagName()),
        Xml.text(base, "routing-strategy", zoneReplicas.isEmpty() ? CONSISTENT : ZONED),
        Xml.number(base, "replication-factor", 1),
        zoneReplicas,
        quorum(store, base, "reads"),
        quorum(store, base, "writes"),
        type(base, "key-serializer"),
        type(base, "value-serializer"));
  }

  private static Quorum quorum(Element store, Element base, String side) throws IOException {
    int required = number(store, base, "required-" + side, 1);
    int preferred = Math.max(required, number(store, base, "preferred-" + side, required));
    return new Quorum(required, preferred, number(store, base, "zone-count-" + side, 0));
  }

  private static int number(Element store, Element base, String name, int otherwise)
      throws IOException {
    return Xml.number(store, name, Xml.number(base, name, otherwise));
  }

  private static String type(Element store, String serializer) {
    List<Element> found = Xml.children(store, serializer);
    return found.isEmpty() ? "?" : Xml.text(found.getFirst(), "type", "?");
  }
}
