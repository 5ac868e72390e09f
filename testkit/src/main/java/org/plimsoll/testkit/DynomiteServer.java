package org.plimsoll.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server with the part of Dynomite's protocol that the driver uses, in front of real Redis
 * servers. Its answers were compared with those of Dynomite 2046b05, see {@code
 * docs/drivers/dynomite.md}. Like Dynomite, it closes the connection after an unsupported command.
 */
public final class DynomiteServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<DynomiteNode> ring;
  private final DynomiteNode self;
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private volatile String reads = "DC_ONE";
  private volatile String writes = "DC_ONE";
  private @Nullable ServerSocket listener;
  private @Nullable Thread accepting;
  private @Nullable HttpServer admin;

  public DynomiteServer(List<DynomiteNode> ring, DynomiteNode self) {
    this.ring = List.copyOf(ring);
    this.self = self;
  }

  /** Runs one node in a separate process. The arguments are the index of the node and the ring. */
  public static void main(String[] args) throws InterruptedException {
    List<DynomiteNode> ring = Stream.of(args).skip(1).map(DynomiteNode::parse).toList();
    new DynomiteServer(ring, ring.get(Integer.parseInt(args[0]))).start();
    Thread.currentThread().join();
  }

  public DynomiteNode node() {
    return self;
  }

  /** Returns the number of client operations so far, without PING and INFO. */
  public long operations() {
    return operations.get();
  }

  /** Returns the number of rejected commands so far. */
  public long refusals() {
    return refusals.get();
  }

  public String reads() {
    return reads;
  }

  /** Starts listening. After {@link #close}, the consistency is the default again. */
  public synchronized void start() {
    reads = "DC_ONE";
    writes = "DC_ONE";
    try {
      InetAddress host = InetAddress.getByName(self.host());
      ServerSocket listening = new ServerSocket();
      listening.setReuseAddress(true);
      listening.bind(new InetSocketAddress(host, self.clientPort()), 128);
      listener = listening;
      HttpServer http = HttpServer.create(new InetSocketAddress(host, self.adminPort()), 0);
      http.createContext("/", this::answer);
      http.start();
      admin = http;
      accepting = Thread.ofPlatform().daemon().start(() -> accept(listening));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops the server like a killed process: closes its ports and all connections. */
  @Override
  public synchronized void close() {
    try {
      if (listener != null) {
        listener.close();
      }
      if (accepting != null) {
        boolean _ = accepting.join(PATIENCE); // The thread keeps the port until it ends.
      }
      if (admin != null) {
        admin.stop(0);
      }
      for (Socket client : clients) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void accept(ServerSocket listening) {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        clients.add(socket);
        String readsThen = reads;
        String writesThen = writes;
        Thread.ofVirtual().start(() -> serve(socket, readsThen, writesThen));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  /** Serves a connection, with the consistency at the start of the connection. */
  private void serve(Socket socket, String readsThen, String writesThen) {
    try (RespStream client = new RespStream(socket);
        DynomiteStorage storage = new DynomiteStorage(ring, self)) {
      while (true) {
        List<byte[]> command = client.command();
        byte[] answer = answer(command, storage, readsThen, writesThen);
        if (answer == null) {
          refusals.incrementAndGet();
          return;
        }
        client.write(answer);
        client.flushIfIdle();
      }
    } catch (IOException e) {
      // The client or the server has closed the connection.
    } finally {
      clients.remove(socket);
    }
  }

  /** Returns the answer to a command, or null if the command is rejected. */
  private byte @Nullable [] answer(
      List<byte[]> command, DynomiteStorage storage, String readsThen, String writesThen)
      throws IOException {
    String name =
        new String(command.getFirst(), StandardCharsets.US_ASCII).toUpperCase(Locale.ROOT);
    int words = command.size();
    boolean accepted =
        switch (name) {
          case "PING" -> words == 1;
          case "INFO" -> words <= 2;
          case "SCAN" -> words >= 2;
          case "GET", "DEL", "INCR", "HGETALL" -> words == 2;
          case "SET" -> words == 3 || words == 5;
          case "HMSET", "ZADD" -> words >= 4 && words % 2 == 0;
          case "PEXPIRE", "EXPIRE" -> words == 3;
          case "ZRANGE" -> words == 4;
          default -> false;
        };
    if (!accepted || (words > 1 && command.get(1).length == 0)) {
      return null;
    }
    if (name.equals("PING")) {
      return "+PONG\r\n".getBytes(StandardCharsets.US_ASCII);
    }
    if (name.equals("INFO")) {
      return storage.own(command);
    }
    operations.incrementAndGet();
    if (name.equals("SCAN")) {
      return storage.own(command);
    }
    boolean write = !Set.of("GET", "HGETALL", "ZRANGE").contains(name);
    return write ? storage.write(command, writesThen) : storage.read(command, readsThen);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String text = "OK\r\n";
    if (path.equals("/cluster_describe")) {
      text = description();
    } else if (path.equals("/get_consistency")) {
      text = "Read Consistency: " + reads + "\r\nWrite Consistency: " + writes + "\r\n";
    } else if (path.startsWith("/set_consistency/")) {
      setConsistency(path);
    } else if (path.equals("/info")) {
      text = info();
    }
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Sets the consistency. Like Dynomite, answers OK to any value. */
  private void setConsistency(String path) {
    String[] parts = path.split("/", -1);
    String value = parts.length > 3 ? parts[3].toUpperCase(Locale.ROOT) : "";
    if (Set.of("DC_ONE", "DC_QUORUM", "DC_SAFE_QUORUM").contains(value)) {
      if (parts[2].equals("read")) {
        reads = value;
      } else if (parts[2].equals("write")) {
        writes = value;
      }
    }
  }

  private String description() {
    List<String> datacenters = new ArrayList<>();
    for (String datacenter : distinct(ring.stream().map(DynomiteNode::datacenter))) {
      List<DynomiteNode> its =
          ring.stream().filter(node -> node.datacenter().equals(datacenter)).toList();
      String racks =
          distinct(its.stream().map(DynomiteNode::rack)).stream()
              .map(rack ->
                  "{\"name\":\"%s\",\"servers\": [%s]}"
                      .formatted(
                          rack,
                          its.stream()
                              .filter(node -> node.rack().equals(rack))
                              .map(DynomiteServer::described)
                              .collect(Collectors.joining(","))))
              .collect(Collectors.joining(","));
      datacenters.add("{\"name\":\"%s\",\"racks\": [%s]}".formatted(datacenter, racks));
    }
    return "{\"dcs\": [" + String.join(",", datacenters) + "]}\n";
  }

  private static String described(DynomiteNode node) {
    return "{\"name\":\"%s\",\"host\":\"%s\",\"port\":8101,\n\"token\":%d\n}"
        .formatted(node.host(), node.host(), node.token());
  }

  private static List<String> distinct(Stream<String> names) {
    return names.distinct().toList();
  }

  private String info() {
    return """
    {"service":"dynomite","source":"vm","version":"","uptime":4,
    "rack":"%s","dc":"%s",
    "latency_99th":1,
    "dyn_memory":5888,
    "dyn_o_mite": {"client_connections":%d,
    "client_read_requests":%d,
    "client_dropped_requests":0}}
    """
        .formatted(self.rack(), self.datacenter(), clients.size(), operations.get());
  }
}
