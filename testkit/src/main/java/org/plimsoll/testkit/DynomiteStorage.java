package org.plimsoll.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections to the Redis servers of the ring, on behalf of one client of a {@link
 * DynomiteServer}.
 */
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

  /** Returns the answer of the node's own Redis. */
  byte[] own(List<byte[]> command) {
    byte[] answer = ask(self, command);
    return answer == null ? bytes(STORAGE) : answer;
  }

  byte[] read(List<byte[]> command, String consistency) {
    return consistency.equals("DC_ONE") ? inOwnRack(command) : quorum(command, consistency);
  }

  byte[] write(List<byte[]> command, String consistency) {
    if (!consistency.equals("DC_ONE")) {
      return quorum(command, consistency);
    }
    byte[] answer = inOwnRack(command);
    owners(command.get(1))
        .forEach((rack, owner) -> {
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
        return answer == null ? error(owner) : answer;
      }
    }
    return bytes(PEER);
  }

  /** Returns the answer for a node that is down, or whose Redis is down. */
  private byte[] error(DynomiteNode node) {
    return bytes(isUp(node) ? STORAGE : PEER);
  }

  /**
   * Returns the answer of the node's own rack, if a majority of the racks answers. With
   * DC_SAFE_QUORUM, returns the answer of the majority. Returns an error if there is no majority.
   */
  private byte[] quorum(List<byte[]> command, String consistency) {
    List<byte[]> answers = new ArrayList<>();
    byte[] error = null;
    int racks = 0;
    for (DynomiteNode owner : owners(command.get(1)).values()) {
      byte[] its = ask(owner, command);
      if (!owner.datacenter().equals(self.datacenter())) {
        continue;
      }
      racks++;
      if (its == null) {
        error = error(owner);
      } else {
        answers.add(owner.isInRackOf(self) ? 0 : answers.size(), its);
      }
    }
    int quorum = racks / 2 + 1;
    if (answers.size() < quorum) {
      return error == null ? bytes(PEER) : error;
    }
    return consistency.equals("DC_QUORUM") ? answers.getFirst() : ofMost(answers, quorum);
  }

  private static byte[] ofMost(List<byte[]> answers, int quorum) {
    return answers.stream()
        .filter(one -> answers.stream().filter(each -> Arrays.equals(each, one)).count() >= quorum)
        .findFirst()
        .orElseGet(() -> bytes(NO_QUORUM));
  }

  /** Returns the owner of a key in each rack. */
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

  /** Whether a node accepts connections. The node itself always does. */
  private boolean isUp(DynomiteNode node) {
    if (node.equals(self)) {
      return true;
    }
    try (Socket _ = new Socket(node.host(), node.clientPort())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the answer of a node's Redis, or null if the Redis or the node is down. */
  private byte @Nullable [] ask(DynomiteNode node, List<byte[]> command) {
    if (!isUp(node)) {
      return null;
    }
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
