import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A re-implementation of MongoDB's protocol, in memory and on loopback. Run as a source file with
 * the class path of the adjacent pom. Arguments: the port, and {@code replica-set} for a server
 * that calls itself the primary of one, so that a client sends it transactions. Such a server has
 * no transactions: it executes each request at once, and tells what it was sent.
 */
public final class MongoJavaServer {
  private MongoJavaServer() {}

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    boolean isReplicaSet = args.length > 1 && args[1].equals("replica-set");
    MongoServer server =
        new MongoServer(isReplicaSet ? new Primary("127.0.0.1:" + port) : new MemoryBackend());
    server.bind("127.0.0.1", port);
    Thread.currentThread().join();
  }

  /** The primary of a replica set of one, which records requests of transactions. */
  private static final class Primary extends MemoryBackend {
    private final String address;
    private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();

    Primary(String address) {
      this.address = address;
    }

    @Override
    public Document handleCommand(
        Channel channel, String database, String command, Document query) {
      Document answer = super.handleCommand(channel, database, command, query);
      if (command.equalsIgnoreCase("ismaster")) {
        answer.put("ismaster", true);
        answer.put("setName", "plimsoll");
        answer.put("hosts", List.of(address));
        answer.put("me", address);
        answer.put("primary", address);
        answer.put("setVersion", 1);
        answer.put("logicalSessionTimeoutMinutes", 30);
      }
      return answer;
    }

    @Override
    public Document handleMessage(MongoMessage message) {
      Document request = message.getDocument();
      String command = request.keySet().iterator().next();
      if (request.containsKey("txnNumber")) {
        String first = Boolean.TRUE.equals(request.get("startTransaction")) ? " starts" : "";
        String concern =
            request.containsKey("writeConcern") ? " " + request.get("writeConcern") : "";
        requests.add(command + " autocommit=" + request.get("autocommit") + first + concern);
      }
      return switch (command) {
        case "commitTransaction", "abortTransaction" -> new Document("ok", 1.0);
        case "requestsOfTransactions" -> {
          List<String> all = new ArrayList<>(requests);
          requests.clear();
          yield new Document("requests", all).append("ok", 1.0);
        }
        default -> super.handleMessage(message);
      };
    }
  }
}
