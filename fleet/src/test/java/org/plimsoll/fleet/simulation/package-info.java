/**
 * The whole fleet in one process and in virtual time: real coordinators and members, and models of
 * clocks, processes, network, cluster membership, generators and target.
 */
@NullMarked
package org.plimsoll.fleet.simulation;

import org.jspecify.annotations.NullMarked;
