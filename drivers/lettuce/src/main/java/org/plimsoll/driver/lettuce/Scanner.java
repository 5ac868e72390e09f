package org.plimsoll.driver.lettuce;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/**
 * Scans with SCAN, which has neither an order nor a start key. Each scan continues the iteration on
 * its server where the previous scan ended. It then reads the rows of the keys that it has found.
 */
public final class Scanner {
  private static final String FIRST_CURSOR = "0";

  private final RowReader rows;
  private final Map<String, String> cursors = new ConcurrentHashMap<>();

  public Scanner(RowReader rows) {
    this.rows = rows;
  }

  /**
   * Continues the iteration on a server.
   *
   * @param nodeId the server; empty if there is only one
   * @param node a connection to the server
   * @param any a connection that reads rows of all servers
   */
  public void scan(
      String nodeId,
      int length,
      Request request,
      StatefulConnection<byte[], Slice> node,
      StatefulConnection<byte[], Slice> any) {
    step(new Scan(nodeId, length, request, node, any));
  }

  private record Scan(
      String nodeId,
      int length,
      Request request,
      StatefulConnection<byte[], Slice> node,
      StatefulConnection<byte[], Slice> any) {}

  private void step(Scan scan) {
    if (scan.request.hasEnded()) {
      return;
    }
    CommandArgs<byte[], Slice> args = new CommandArgs<>(RowCodec.INSTANCE);
    args.add(cursors.getOrDefault(scan.nodeId, FIRST_CURSOR)).add("COUNT").add(scan.length);
    Call call = new Call(CommandType.SCAN, args, scan.request);
    scan.request.dispatch(scan.node, calls -> stepped(scan, calls), call);
  }

  private @Nullable Outcome stepped(Scan scan, Call[] calls) {
    Outcome failure = Outcomes.failure(calls);
    Reply reply = calls[0].reply();
    byte[] cursorBytes = failure == null && reply.size() > 0 ? reply.value(0) : null;
    if (cursorBytes == null) {
      return failure != null ? failure : Outcome.failed(Common.ERROR);
    }
    String cursor = new String(cursorBytes, StandardCharsets.US_ASCII);
    cursors.put(scan.nodeId, cursor);
    int found = Math.min(reply.size() - 1, scan.length);
    if (found == 0 && !cursor.equals(FIRST_CURSOR)) {
      step(scan); // A step may find no keys before the iteration ends.
      return null;
    }
    if (found == 0 || scan.request.hasEnded()) {
      return Outcome.succeeded(0, 0);
    }
    Call[] reads = new Call[found];
    for (int i = 0; i < found; i++) {
      byte[] key = reply.value(i + 1);
      reads[i] = rows.call(key == null ? new byte[0] : key, scan.request);
    }
    scan.request.dispatch(scan.any, rows::readRowsAmong, reads);
    return null;
  }
}
