/** A fleet on Pekko Cluster: membership, TLS between nodes, messages, and the coordinator. */
@NullMarked
package org.plimsoll.fleet.cluster;

import org.jspecify.annotations.NullMarked;
