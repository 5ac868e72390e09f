/**
 * The protocol of a fleet as two deterministic state machines: {@code Coordinator}, of which the
 * cluster runs one, and {@code Member}, of which each node has one. They know neither threads nor a
 * network: the transport calls them from one thread each, with the time of the node's monotonic
 * clock, and carries what they put into their {@code Outbox}.
 *
 * <h2>Who decides</h2>
 *
 * <p>A coordinator has a {@code Term}, higher than any before. It sends a {@code Claim} to each
 * node; nodes that follow a higher term answer {@code Refused}, the others with a {@code Report} of
 * all that they know. When all reachable nodes have reported (or most, after 1 s), it takes the
 * freshest journal and merged stream of each run and continues. It renews leases and declares nodes
 * lost only while it hears most nodes of the cluster, so that of two halves of a cut network at
 * most one acts.
 *
 * <p>Orders say how many nodes the fleet has. If those that report are fewer than half of the nodes
 * that had orders of the last coordinator, the others may be most of them, and have followed what
 * nobody here knows: a start, a rate, operations by number. Then the new coordinator waits for a
 * lease and ends the runs. The cluster may remove most nodes at once.
 *
 * <h2>What is said</h2>
 *
 * <pre>
 *   member → coordinator   Beat     each 1 s and on each change: what I have done, renew my lease
 *   coordinator → member   Orders   answer, and on each change: lease, proposal, start, fill ranges
 *   coordinator → member   Entries  the run's journal; Items: the run's merged seconds
 *   member → coordinator   Second   one second of results, again until all mirrors keep it
 *   member → coordinator   Ask      a command; Answer, when most nodes know of it
 *   any → all              Kill     passed on once by each node, with or without a coordinator
 * </pre>
 *
 * <p>Beats and orders describe states and not steps, so a message that is lost, doubled or late
 * does no harm. All that must be agreed on is in a run's journal ({@code JournalEntry}): one order
 * of states, joins, losses, parameters and moved shares. Each node follows it, applies the part
 * that concerns it, and shows it.
 *
 * <h2>Lease</h2>
 *
 * <p>A member may send until 8 s after it has sent the last beat that was renewed, by its own
 * clock. The coordinator counts from its answer, and 1 % longer, so it never believes too early
 * that a lease has ended. A lease is renewed only for a member that follows the journal up to the
 * last move of shares and has promised the proposed one. A new coordinator assumes that nodes that
 * it has not heard hold a lease until 8.08 s after it took over.
 *
 * <h2>Shares</h2>
 *
 * <p>Shares move in two phases ({@code ShareMoves}): a {@code Proposal} names an instant, 200 ms
 * ahead. A member that promises it stops what it loses at that instant, unconditionally. When each
 * node that may hold a lease has promised, or its lease has ended, the journal says {@code
 * SharesMoved}, and members start what they gain. Parameters take effect 100 ms after they were
 * accepted and not before a proposed instant, and a promise requires all parameters before it. If a
 * node may be ahead of the others because it missed a lower rate, the instant is later than all it
 * can have sent. So no index is sent twice.
 *
 * <p>A member passes parameters to its generator when the orders say that most nodes know them. A
 * coordinator that most nodes do not hear thus changes nothing: a rate that only it and some others
 * know could make the sum of all rates too high, and the next coordinator could not tell how far
 * they have come.
 *
 * <h2>A run</h2>
 *
 * <pre>
 *   PREPARING → (FILLING →) RUNNING → DRAINING → FINISHED      or FAILED, or KILLED
 *   member:  FOLLOWING → PREPARING → READY → RUNNING → ENDED   or CANNOT_START,
 *                                                          FAILED, or KILLED
 * </pre>
 *
 * <p>A member is ready when its generator is and when 10 round trips have measured its clock's
 * offset. Then the coordinator says that the run starts, and when most nodes know it, names an
 * instant, 1 s ahead, which each member maps to its own clock by the round trip that took the least
 * time. A node that comes later prepares, starts at the same run time 0, and gets a share. A node
 * that leaves is drained after the others have its share. A node whose load fails says so, and the
 * others take its share as that of a lost node, without a wait for its lease. When the load of all
 * has failed, the run has.
 *
 * <p>Fill ranges are granted one at a time to members whose share all others know of. A range of a
 * lost node is granted again to be read first. Seconds are merged when each sending member has
 * delivered, or after 2 s; what comes later is an addition. A generator may forget a second when
 * all nodes of the cluster keep the item with it; a node that is unreachable counts until the
 * cluster removes it.
 *
 * <p>Operations that are limited by number and follow no schedule are granted in ranges, too
 * ({@code OperationGrants}), each once: what a lost node held is not granted again. The coordinator
 * grants nothing beyond a limit that most nodes have confirmed. A new coordinator that has not
 * heard everybody grants nothing up to the highest limit of the reports. Operations of iterations
 * are numbered in a row; what is left of one is not granted when the next one is opened.
 *
 * <p>An item is a sum, whose seconds cannot be separated. A new coordinator may merge seconds again
 * that its former one had merged for some of the nodes. So a generator marks each second that it
 * has sent to a former coordinator, and the merger leaves those apart: whoever has one ignores it.
 * A second without the mark is in one item of one term, which a node has or has not. Each node
 * keeps the items on its disk, from which the coordinator's node serves those that join later.
 *
 * <p>A process whose node was removed joins with a new member, which takes over the seconds that
 * the former one has not delivered ({@code FormerSeconds}), and delivers them under their number.
 *
 * <p>A node of another protocol is refused with a sentence; another version with the same protocol
 * takes part.
 */
@NullMarked
package org.plimsoll.fleet.control;

import org.jspecify.annotations.NullMarked;
