package org.plimsoll.driver.cassandra;

/**
 * A statement before it is prepared, and where its markers are; -1 where it has none of that kind.
 *
 * @param expiring whether it writes rows that live for a time only
 * @param idempotent whether it may be sent twice: so it must be if it is to be sent to a second
 *     node because the first one is slow
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
