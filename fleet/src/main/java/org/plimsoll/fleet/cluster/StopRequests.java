package org.plimsoll.fleet.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.plimsoll.fleet.StopAnswers;

/** Tracks the requests to stop all load that are in progress, and the nodes that have answered. */
final class StopRequests {
  /** The time between two messages to a node that does not answer. */
  private static final Duration AGAIN = Duration.ofMillis(250);

  private static final int TRIES = 4;

  private final BiConsumer<NodeAddress, FleetMessage> send;
  private final TimerScheduler<NodeCommand> timers;
  private final Map<Long, Request> requests = new HashMap<>();
  private long last;

  /** One request. */
  private record Request(
      String who,
      CompletableFuture<StopAnswers> answer,
      Map<NodeAddress, String> waiting,
      List<String> reached,
      List<String> runs) {}

  StopRequests(BiConsumer<NodeAddress, FleetMessage> send, TimerScheduler<NodeCommand> timers) {
    this.send = send;
    this.timers = timers;
  }

  void start(NodeCommand.Stop stop, List<Members.Known> nodes) {
    last++;
    Map<NodeAddress, String> waiting = new LinkedHashMap<>();
    nodes.forEach(each -> waiting.put(each.address(), each.identity().name()));
    requests.put(
        last,
        new Request(stop.who(), stop.answer(), waiting, new ArrayList<>(), new ArrayList<>()));
    again(new NodeCommand.StopAgain(last, 0));
  }

  /** Repeats a request to the nodes that have not answered, or ends it after several attempts. */
  void again(NodeCommand.StopAgain again) {
    Request request = requests.get(again.request());
    if (request == null) {
      return;
    }
    if (request.waiting().isEmpty() || again.tries() == TRIES) {
      requests.remove(again.request());
      request
          .answer()
          .complete(
              new StopAnswers(
                  request.runs(), request.reached(), List.copyOf(request.waiting().values())));
      return;
    }
    for (NodeAddress each : request.waiting().keySet()) {
      send.accept(each, new FleetMessage.StopAllLoad(again.request(), request.who()));
    }
    NodeCommand next = new NodeCommand.StopAgain(again.request(), again.tries() + 1);
    timers.startSingleTimer(next, next, AGAIN);
  }

  void answered(NodeAddress from, FleetMessage.Stopped stopped) {
    Request request = requests.get(stopped.request());
    String name = request == null ? null : request.waiting().remove(from);
    if (request == null || name == null) {
      return;
    }
    request.reached().add(name);
    request.runs().addAll(stopped.runs());
    if (request.waiting().isEmpty()) {
      again(new NodeCommand.StopAgain(stopped.request(), TRIES));
    }
  }
}
