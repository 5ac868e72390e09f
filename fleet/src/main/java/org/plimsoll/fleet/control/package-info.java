/**
 * The control protocol of a fleet, as two deterministic state machines: one {@code Coordinator} in
 * the cluster, and one {@code Member} on each node. They use neither threads nor a network. The
 * transport calls each on a single thread, with the time of the node's monotonic clock, and
 * delivers the messages of their {@code Outbox}.
 *
 * <h2>Coordinator</h2>
 *
 * <p>A coordinator has a {@code Term}, which is higher than all earlier ones. It sends a {@code
 * Claim} to each node. Nodes that follow a higher term answer with {@code Refused}, the others with
 * a {@code Report} of their state. When all reachable nodes have reported (or a majority, after 1
 * s), it takes the newest journal and merged stream of each run and continues. It renews leases and
 * declares nodes lost only while it hears from a majority of the cluster's nodes. In a network
 * partition, at most one side therefore acts.
 *
 * <p>Orders contain the number of nodes in the fleet. The cluster may remove most nodes at once. If
 * fewer than half of the nodes of the last orders report, the missing ones may be a majority. They
 * may have stored entries that no remaining node knows: a start, a rate, operations by number. The
 * new coordinator then waits for one lease and ends the runs.
 *
 * <h2>Messages and journal</h2>
 *
 * <pre>
 *   member → coordinator   Beat     each second and on each change: progress, request for the lease
 *   coordinator → member   Orders   answer, and on each change: lease, proposal, start, fill ranges
 *   coordinator → member   Entries  the journal of a run; Items: its merged one-second results
 *   member → coordinator   Second   a one-second result, repeated until all mirrors have stored it
 *   member → coordinator   Ask      a command; Answer, when a majority of nodes has stored it
 *   any → all              Kill     forwarded once by each node, with or without a coordinator
 * </pre>
 *
 * <p>Heartbeats and orders describe states, not steps, so lost, repeated or late messages are
 * harmless. Everything on which nodes must agree is in the journal of a run ({@code JournalEntry}),
 * in one order: states, joins, losses, parameters and moves of shares. Each node stores the
 * journal, applies the entries that affect it, and displays them.
 *
 * <h2>Lease</h2>
 *
 * <p>A member may send until 8 s, by its own clock, after it sent the last heartbeat that renewed
 * its lease. The coordinator counts from its answer, and 1 % longer, so it never assumes too early
 * that a lease has ended. It renews a lease only for a member that has stored the journal up to the
 * last move of shares and has promised the proposed move. A new coordinator assumes that nodes from
 * which it has not heard hold a lease until 8.08 s after the take-over.
 *
 * <h2>Shares</h2>
 *
 * <p>Shares move in two phases ({@code ShareMoves}): a {@code Proposal} names an instant, 200 ms
 * ahead or more. A member that promises it stops sending its lost share at that instant,
 * unconditionally. When each node that may hold a lease has promised, or its lease has ended, the
 * entry {@code SharesMoved} is added to the journal, and members start sending their gained shares.
 * Parameters take effect 100 ms after they were accepted and not before a proposed instant, and a
 * promise requires all parameters before it. If a node may be ahead of the others because it missed
 * a lower rate, the instant is later than everything that the node can have sent. So no index is
 * sent twice.
 *
 * <p>Bounds of operations in flight and workers move in two further steps. A heartbeat reports the
 * bounds that a member obeys: those midway between the promised shares and the former ones, and
 * those of the promised shares themselves. When all members that may hold a lease obey certain
 * bounds, the orders report this, and each member may use its own new bound. The Javadoc of {@code
 * ShareView} proves that the sum is never exceeded. If no share is missing, a move is proposed 500
 * ms ahead, so that the first step is completed before it.
 *
 * <p>A member passes parameters to its generator when the orders show that a majority of nodes has
 * stored them. A coordinator without a majority therefore changes nothing. Otherwise a rate that
 * only a few nodes know could make the sum of all rates too high. The next coordinator could not
 * determine how far these nodes are.
 *
 * <h2>Run</h2>
 *
 * <pre>
 *   PREPARING → (FILLING →) RUNNING → DRAINING → FINISHED      or FAILED, or KILLED
 *   member:  FOLLOWING → PREPARING → READY → RUNNING → ENDED   or CANNOT_START,
 *                                                          FAILED, or KILLED
 * </pre>
 *
 * <p>A member is ready when its generator is ready and 10 round trips have measured the offset of
 * its clock. The coordinator then writes the start to the journal. When a majority of nodes has
 * stored it, the coordinator chooses an instant, 1 s ahead. Each member converts the instant to its
 * own clock by the fastest round trip. A node that joins later prepares, starts with the same run
 * time 0, and gets a share. A node that leaves is drained after the others have taken over its
 * share. A node whose load fails reports this. The others take over its share like that of a lost
 * node, without waiting for its lease. When the load has failed on all nodes, the run has failed.
 *
 * <p>Fill ranges are granted one at a time, to members whose share all others have stored. The
 * range of a lost node is granted again, and each of its keys is read first. One-second results are
 * merged when each sending member has delivered, or after 2 s. Later ones become additions. A
 * generator may delete a result when all nodes of the cluster have stored its item; an unreachable
 * node counts until the cluster removes it.
 *
 * <p>Operations that are limited by number and have no schedule are also granted in ranges ({@code
 * OperationGrants}), each once. Those of a lost node are not granted again. The coordinator grants
 * nothing beyond a limit that a majority of nodes has confirmed. A new coordinator without the
 * reports of all nodes grants nothing up to the highest reported limit. Operations are numbered
 * across iterations. The rest of an iteration is no longer granted when the next one is opened.
 *
 * <p>An item is a sum whose parts cannot be separated. A new coordinator may merge results again
 * that the previous one had merged for some of the nodes. A generator therefore marks each result
 * that it has sent to a previous coordinator, and the merger does not add up marked results. A node
 * that already has one ignores it. A result without the mark is in exactly one item of one term,
 * which a node either has or lacks. Each node stores the items on disk. The coordinator's node
 * sends them to nodes that join later.
 *
 * <p>A process whose node was removed joins again with a new member. It takes over the undelivered
 * results of the earlier member ({@code FormerSeconds}) and delivers them under their numbers.
 *
 * <p>A node with another protocol version is rejected with a message. A node with another program
 * version but the same protocol is accepted.
 */
@NullMarked
package org.plimsoll.fleet.control;

import org.jspecify.annotations.NullMarked;
