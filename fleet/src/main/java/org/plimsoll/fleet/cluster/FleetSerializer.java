package org.plimsoll.fleet.cluster;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.NotSerializableException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.pekko.serialization.SerializerWithStringManifest;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.JournalEntry;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Serializes {@link Envelope}s as CBOR. Names on the wire come from a closed list and are never
 * class names, so no message can make a node load a class.
 */
public final class FleetSerializer extends SerializerWithStringManifest {
  private static final int ID = 7450;
  private static final String FROM = "from";
  private static final String MESSAGE = "message";

  private static final Map<String, Class<? extends FleetMessage>> BY_NAME =
      Map.of(
          "status?", FleetMessage.StatusRequest.class,
          "status", FleetMessage.Status.class,
          "stop", FleetMessage.StopAllLoad.class,
          "stopped", FleetMessage.Stopped.class,
          "coordinator", FleetMessage.CoordinatorIsHere.class,
          "island", FleetMessage.Island.class,
          "removed", FleetMessage.Removed.class,
          "control", FleetMessage.Control.class);

  private static final Map<Class<?>, String> NAMES =
      BY_NAME.entrySet().stream()
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

  /** Sealed types within messages. The name of a subtype comes from a closed list. */
  private static final List<Class<?>> SEALED =
      List.of(
          org.plimsoll.fleet.control.FleetMessage.class, Command.class, JournalEntry.Item.class);

  private final CBORMapper mapper = mapper();

  /** A mix-in that writes the name of the subtype of a sealed type. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  private interface Named {}

  private static CBORMapper mapper() {
    CBORMapper.Builder builder =
        CBORMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    for (Class<?> sealed : SEALED) {
      builder.addMixIn(sealed, Named.class);
      for (Class<?> each : sealed.getPermittedSubclasses()) {
        builder.registerSubtypes(new NamedType(each, each.getSimpleName()));
      }
    }
    return builder.build();
  }

  /** Called by Pekko, which finds this class in {@code fleet.conf}. */
  public FleetSerializer() {}

  @Override
  public int identifier() {
    return ID;
  }

  @Override
  public String manifest(Object object) {
    if (object instanceof Envelope envelope) {
      String name = NAMES.get(envelope.message().getClass());
      if (name != null) {
        return name;
      }
    }
    throw new IllegalArgumentException("not a message of a fleet: " + object.getClass());
  }

  @Override
  public byte[] toBinary(Object object) {
    Envelope envelope = (Envelope) object;
    ObjectNode sent = mapper.createObjectNode();
    sent.put(FROM, envelope.from());
    sent.set(MESSAGE, mapper.valueToTree(envelope.message()));
    return mapper.writeValueAsBytes(sent);
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    Class<? extends FleetMessage> type = BY_NAME.get(manifest);
    if (type == null) {
      throw new NotSerializableException(
          "Unknown fleet message '" + manifest + "'. Do all nodes have the same version?");
    }
    try {
      JsonNode sent = mapper.readTree(bytes);
      return new Envelope(
          sent.path(FROM).asString(""), mapper.treeToValue(sent.path(MESSAGE), type));
    } catch (JacksonException e) {
      throw new NotSerializableException(
          "a message with the name '" + manifest + "' cannot be read: " + e.getOriginalMessage());
    }
  }
}
