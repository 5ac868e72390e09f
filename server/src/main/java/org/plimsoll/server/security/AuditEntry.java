package org.plimsoll.server.security;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An executed or rejected action of a caller.
 *
 * @param at time in ISO 8601 format
 * @param who name of the caller; null if not authenticated
 * @param from address of the caller; for an unauthenticated caller, its network
 * @param action method and path, at most 300 characters
 * @param run id of the run; null if the action is not about a run
 * @param status HTTP status of the response
 * @param count number of rejections that this entry summarizes; null for a single action
 */
public record AuditEntry(
    String at,
    @Nullable String who,
    String from,
    String action,
    @Nullable String run,
    int status,
    String outcome,
    @Nullable Long count) {
  private static final int ACTION_CHARACTERS_MAX = 300;

  public AuditEntry {
    if (action.length() > ACTION_CHARACTERS_MAX) {
      action = action.substring(0, ACTION_CHARACTERS_MAX) + "…";
    }
  }

  /** Returns the entry of a single action with the status of its response. */
  public static AuditEntry of(
      @Nullable String who, String from, String action, @Nullable String run, int status) {
    String outcome = status < 400 ? "done" : "refused";
    return new AuditEntry(Instant.now().toString(), who, from, action, run, status, outcome, null);
  }

  AuditEntry of(String network, long counted) {
    return new AuditEntry(at, who, network, action, run, status, outcome, counted);
  }
}
