package org.plimsoll.driver.cassandra;

/**
 * A statement before it is prepared, with the positions of its bind markers. A position is -1 if
 * the statement has no such marker.
 *
 * @param expiring whether the statement writes rows with a time to live
 * @param idempotent whether the statement may be sent twice; speculative execution requires this
 */
record Draft(
    Query query,
    boolean expiring,
    boolean idempotent,
    String cql,
    int key,
    int fields,
    int ttl,
    int limit) {}
