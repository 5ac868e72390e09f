package org.plimsoll.driver.etcd;

import io.etcd.jetcd.api.ClusterGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.Member;
import io.etcd.jetcd.api.MemberListRequest;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The members of the cluster, as reported by one of them. Reports an event when the leader changes.
 */
final class Members {
  private final ManagedChannel channel;
  private final Duration patience;
  private final Consumer<String> events;
  private Seen seen; // Guarded by this.

  private record Seen(StatusResponse status, List<Member> members) {
    String leader() {
      return members.stream()
          .filter(each -> each.getID() == status.getLeader())
          .map(Members::nameOf)
          .findFirst()
          .orElse("none");
    }
  }

  /**
   * Requests the members for the first time.
   *
   * @throws StatusRuntimeException if no member answers
   */
  Members(ManagedChannel channel, Duration patience, Consumer<String> events) {
    this.channel = channel;
    this.patience = patience;
    this.events = events;
    seen = ask();
  }

  private Seen ask() {
    return new Seen(
        Unary.await(
            channel,
            patience,
            MaintenanceGrpc.getStatusMethod(),
            StatusRequest.getDefaultInstance()),
        Unary.await(
                channel,
                patience,
                ClusterGrpc.getMemberListMethod(),
                MemberListRequest.getDefaultInstance())
            .getMembersList());
  }

  private static String nameOf(Member member) {
    return member.getName().isEmpty() ? Long.toHexString(member.getID()) : member.getName();
  }

  /** Requests the members again, and reports a new leader. */
  synchronized void refresh() {
    Seen now = ask();
    if (now.status().getLeader() != seen.status().getLeader()) {
      events.accept("the leader is " + now.leader());
    }
    seen = now;
  }

  /**
   * Requests the members again and returns the facts, or the last known facts if no server answers.
   */
  synchronized Map<String, String> facts() {
    try {
      refresh();
    } catch (StatusRuntimeException e) {
      // The last known facts are better than none.
    }
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("server", "etcd " + seen.status().getVersion());
    facts.put("members", String.valueOf(seen.members().size()));
    facts.put("leader", seen.leader());
    facts.put("raft term", String.valueOf(seen.status().getRaftTerm()));
    for (Member member : seen.members()) {
      String role =
          member.getID() == seen.status().getLeader()
              ? "leader"
              : member.getIsLearner() ? "learner" : "follower";
      facts.put(
          "member " + nameOf(member), role + ", " + String.join(", ", member.getClientURLsList()));
    }
    return facts;
  }
}
