/** A fleet on Pekko Cluster: membership, encryption between nodes, messages, the coordinator. */
@NullMarked
package org.plimsoll.fleet.cluster;

import org.jspecify.annotations.NullMarked;
