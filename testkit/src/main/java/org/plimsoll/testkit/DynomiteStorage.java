package org.plimsoll.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connections of one client of a {@link DynomiteServer} to the Redis servers of the ring. */
final class DynomiteStorage implements AutoCloseable {
  private static final String NO_QUORUM = "-ERR Dynomite: Failed to achieve Quorum\r\n";
  private static final String PEER = "-ERR Peer: Peer Node is not connected\r\n";
  private static final String STORAGE = "-ERR Storage: Datastore refused connection\r\n";

  private final List<DynomiteNode> ring;
  private final DynomiteNode self;
  private final Map<DynomiteNode, RespStream> open = new HashMap<>();

  DynomiteStorage(List<DynomiteNode> ring, DynomiteNode self) {
    this.ring = ring;
    this.self = self;
  }

  /** The answer of the node's own Redis. */
  byte[] own(List<byte[]> command) {
    byte[] answer = ask(self, command);
    return answer == null ? bytes(STORAGE) : answer;
  }

  byte[] read(List<byte[]> command, String consistency) {
    return consistency.equals("DC_ONE") ? inOwnRack(command) : quorum(command);
  }

  byte[] write(List<byte[]> command, String consistency) {
    if (!consistency.equals("DC_ONE")) {
      return quorum(command);
    }
    byte[] answer = inOwnRack(command);
    owners(command.get(1)).forEach((rack, owner) -> {
      if (!owner.isInRackOf(self)) {
        var _ = ask(owner, command);
      }
    });
    return answer;
  }

  private byte[] inOwnRack(List<byte[]> command) {
    for (DynomiteNode owner : owners(command.get(1)).values()) {
      if (owner.isInRackOf(self)) {
        byte[] answer = ask(owner, command);
        return answer == null ? bytes(owner.equals(self) ? STORAGE : PEER) : answer;
      }
    }
    return bytes(PEER);
  }

  /** The answer of the node's own rack if most racks of its datacenter answer. */
  private byte[] quorum(List<byte[]> command) {
    byte[] answer = null;
    int racks = 0;
    int answered = 0;
    for (DynomiteNode owner : owners(command.get(1)).values()) {
      byte[] its = ask(owner, command);
      if (owner.datacenter().equals(self.datacenter())) {
        racks++;
        answered += its == null ? 0 : 1;
        answer = answer == null || owner.isInRackOf(self) ? its : answer;
      }
    }
    return answer == null || answered <= racks / 2 ? bytes(NO_QUORUM) : answer;
  }

  /** The owner of a key in each rack. */
  private Map<String, DynomiteNode> owners(byte[] key) {
    long hash = DynomiteHash.of(key);
    Map<String, DynomiteNode> owners = new LinkedHashMap<>();
    List<DynomiteNode> byToken =
        ring.stream().sorted(Comparator.comparingLong(DynomiteNode::token)).toList();
    for (DynomiteNode node : byToken) {
      String rack = node.datacenter() + "/" + node.rack();
      DynomiteNode known = owners.putIfAbsent(rack, node);
      if (known != null && known.token() < hash) {
        owners.put(rack, node);
      }
    }
    owners.replaceAll((rack, owner) -> owner.token() < hash ? lowest(byToken, owner) : owner);
    return owners;
  }

  private static DynomiteNode lowest(List<DynomiteNode> byToken, DynomiteNode of) {
    return byToken.stream().filter(node -> node.isInRackOf(of)).findFirst().orElse(of);
  }

  /** The answer of a node's Redis; null if it is down. */
  private byte @Nullable [] ask(DynomiteNode node, List<byte[]> command) {
    try {
      RespStream redis = open.get(node);
      if (redis == null) {
        redis = new RespStream(new Socket(InetAddress.getLoopbackAddress(), node.redisPort()));
        open.put(node, redis);
      }
      redis.write(command);
      redis.flush();
      return redis.reply();
    } catch (IOException e) {
      open.remove(node);
      return null;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    for (RespStream redis : open.values()) {
      redis.close();
    }
  }
}
