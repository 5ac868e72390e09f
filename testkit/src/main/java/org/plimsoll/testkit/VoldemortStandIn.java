package org.plimsoll.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A small server with Voldemort's protocol vp3 for tests, in its own process. It is needed because
 * Voldemort itself is not published as a package. It stores rows in memory, and answers like
 * Voldemort 1.10.26 with an in-memory store. {@code VoldemortAnswersTest} compares its answers with
 * recorded ones of the real server.
 */
final class VoldemortStandIn {
  private static final int OBSOLETE = 4;
  private static final int INVALID_METADATA = 9;

  private final VoldemortCluster cluster;
  private final int id;
  private final Map<String, Map<Bytes, List<Version>>> rows = new HashMap<>();

  private VoldemortStandIn(VoldemortCluster cluster, int id) {
    this.cluster = cluster;
    this.id = id;
    cluster.stores().forEach(store -> rows.put(store, new HashMap<>()));
  }

  /** Bytes that can be used as a key of a map. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Bytes(byte[] bytes) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Bytes its && java.util.Arrays.equals(bytes, its.bytes);
    }

    @Override
    public int hashCode() {
      return java.util.Arrays.hashCode(bytes);
    }
  }

  /** A value with its version. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Version(VoldemortClock clock, byte[] value) {}

  /** Thrown if the answer is an error. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final int code;

    Refusal(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  /**
   * Runs a server. The arguments are the folder with {@code cluster.xml} and {@code stores.xml},
   * and the id of a node.
   */
  public static void main(String[] arguments) throws IOException {
    VoldemortCluster cluster = VoldemortCluster.read(Path.of(arguments[0]));
    int id = Integer.parseInt(arguments[1]);
    VoldemortStandIn server = new VoldemortStandIn(cluster, id);
    try (ServerSocket socket =
        new ServerSocket(cluster.port(id), 256, InetAddress.getLoopbackAddress())) {
      while (true) {
        Socket client = socket.accept();
        client.setTcpNoDelay(true);
        Thread.ofPlatform().daemon().start(() -> server.serve(client));
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(client.getOutputStream(), 1 << 16));
      if (!new String(in.readNBytes(3), StandardCharsets.US_ASCII).equals("vp3")) {
        return;
      }
      out.writeBytes("ok");
      out.flush();
      while (true) {
        VoldemortRequest request = VoldemortRequest.read(in);
        // As in Voldemort, bytes that follow a request are discarded.
        in.skipNBytes(in.available());
        out.write(answer(request));
        out.flush();
      }
    } catch (EOFException e) {
      // The client has closed its connection, or has sent something other than a request.
    } catch (IOException e) {
      // The connection broke.
    }
  }

  private byte[] answer(VoldemortRequest request) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      if (request.store().equals(VoldemortCluster.METADATA)) {
        writeVersions(metadata(request), true, out);
      } else {
        answer(request, out);
      }
    } catch (Refusal refusal) {
      bytes.reset();
      out.writeShort(refusal.code);
      out.writeUTF(Objects.requireNonNull(refusal.getMessage()));
    }
    return bytes.toByteArray();
  }

  private List<Version> metadata(VoldemortRequest request) throws Refusal {
    String name = new String(request.key(), StandardCharsets.UTF_8);
    String text = cluster.metadata(name);
    if (text == null) {
      throw new Refusal(22, "Store " + name + " does not exist on node " + id);
    }
    return List.of(new Version(VoldemortClock.EMPTY, text.getBytes(StandardCharsets.UTF_8)));
  }

  private void answer(VoldemortRequest request, DataOutputStream out) throws IOException, Refusal {
    Map<Bytes, List<Version>> store = rows.get(request.store());
    if (store == null) {
      throw new Refusal(1, "No store named: '" + request.store() + "'.");
    }
    List<Integer> owners =
        request.keys().isEmpty() ? List.of(id) : cluster.owners(request.store(), request.key());
    if (request.routed() && request.operation() == VoldemortRequest.GET_ALL) {
      forwardEach(request, out);
      return;
    }
    if (request.routed()
        && (request.operation() == VoldemortRequest.PUT || owners.getFirst() != id)) {
      out.write(forward(request, owners));
      return;
    }
    // Voldemort does not check requests for versions.
    boolean checks = request.operation() != VoldemortRequest.GET_VERSION;
    for (byte[] key : checks ? request.keys() : List.<byte[]>of()) {
      if (!cluster.owners(request.store(), key).contains(id)) {
        throw new Refusal(INVALID_METADATA, cluster.foreign(request.store(), key, id));
      }
    }
    synchronized (store) {
      carryOut(request, store, out);
    }
  }

  private static void carryOut(
      VoldemortRequest request, Map<Bytes, List<Version>> store, DataOutputStream out)
      throws IOException, Refusal {
    switch (request.operation()) {
      case VoldemortRequest.GET, VoldemortRequest.GET_VERSION ->
          writeVersions(
              store.getOrDefault(new Bytes(request.key()), List.of()),
              request.operation() == VoldemortRequest.GET,
              out);
      case VoldemortRequest.GET_ALL -> {
        Map<Bytes, List<Version>> found = HashMap.newHashMap(request.keys().size());
        for (byte[] key : request.keys()) {
          List<Version> versions = store.get(new Bytes(key));
          if (versions != null) {
            found.put(new Bytes(key), versions);
          }
        }
        out.writeShort(0);
        out.writeInt(found.size());
        for (Map.Entry<Bytes, List<Version>> each : found.entrySet()) {
          writeBytes(each.getKey().bytes(), out);
          writeList(each.getValue(), true, out);
        }
      }
      case VoldemortRequest.PUT -> {
        put(request, store);
        out.writeShort(0);
      }
      default -> {
        out.writeShort(0);
        out.writeBoolean(delete(request, store));
      }
    }
  }

  private static void put(VoldemortRequest request, Map<Bytes, List<Version>> store)
      throws Refusal {
    Bytes key = new Bytes(request.key());
    List<Version> kept = new ArrayList<>();
    for (Version each : store.getOrDefault(key, List.of())) {
      if (request.clock().isCoveredBy(each.clock())) {
        throw new Refusal(
            OBSOLETE,
            "Obsolete version for key '%s': %s"
                .formatted(HexFormat.of().formatHex(request.key()), request.clock()));
      }
      if (!each.clock().isCoveredBy(request.clock())) {
        kept.add(each);
      }
    }
    kept.add(new Version(request.clock(), request.value()));
    store.put(key, kept);
  }

  private static boolean delete(VoldemortRequest request, Map<Bytes, List<Version>> store) {
    Bytes key = new Bytes(request.key());
    List<Version> versions = store.getOrDefault(key, List.of());
    List<Version> kept =
        versions.stream().filter(each -> !each.clock().isCoveredBy(request.clock())).toList();
    if (kept.isEmpty()) {
      store.remove(key);
    } else {
      store.put(key, new ArrayList<>(kept));
    }
    return kept.size() < versions.size();
  }

  private static void writeVersions(List<Version> versions, boolean values, DataOutputStream out)
      throws IOException {
    out.writeShort(0);
    writeList(versions, values, out);
  }

  private static void writeList(List<Version> versions, boolean values, DataOutputStream out)
      throws IOException {
    out.writeInt(versions.size());
    for (Version each : versions) {
      out.writeInt(each.clock().length() + (values ? each.value().length : 0));
      each.clock().write(out);
      if (values) {
        out.write(each.value());
      }
    }
  }

  private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Sends a request to the first node of each key, and combines the answers. */
  private void forwardEach(VoldemortRequest request, DataOutputStream out) throws IOException {
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    int count = 0;
    for (byte[] key : request.keys()) {
      int owner = cluster.owners(request.store(), key).getFirst();
      VoldemortRequest one =
          new VoldemortRequest(
              VoldemortRequest.GET_ALL,
              request.store(),
              false,
              List.of(key),
              VoldemortClock.EMPTY,
              new byte[0]);
      byte[] answer = owner == id ? answer(one) : ask(owner, one);
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(answer));
      in.skipNBytes(Short.BYTES);
      count += in.readInt();
      rows.writeBytes(in.readAllBytes());
    }
    out.writeShort(0);
    out.writeInt(count);
    rows.writeTo(out);
  }

  /** Sends a write to all nodes of its key, or a read to the first of them. */
  private byte[] forward(VoldemortRequest request, List<Integer> owners)
      throws IOException, Refusal {
    VoldemortClock clock =
        request.operation() == VoldemortRequest.PUT
            ? request.clock().incremented(owners.getFirst(), System.currentTimeMillis())
            : request.clock();
    VoldemortRequest plain =
        new VoldemortRequest(
            request.operation(), request.store(), false, request.keys(), clock, request.value());
    byte[] first = {};
    boolean writes =
        request.operation() == VoldemortRequest.PUT
            || request.operation() == VoldemortRequest.DELETE;
    for (int owner : writes ? owners : owners.subList(0, 1)) {
      byte[] answer = owner == id ? answer(plain) : ask(owner, plain);
      first = first.length == 0 ? answer : first;
    }
    return first;
  }

  /** Sends a request to another node. The answer ends when that node closes the connection. */
  private byte[] ask(int node, VoldemortRequest request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), cluster.port(node))) {
      socket.setSoTimeout(5000);
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      out.writeBytes("vp3");
      out.flush();
      var _ = socket.getInputStream().readNBytes(2);
      request.write(out);
      out.flush();
      socket.shutdownOutput();
      return socket.getInputStream().readAllBytes();
    }
  }
}
