/**
 * This node's generator in the runs of its fleet: carries out what the protocol of {@code
 * org.plimsoll.fleet.control} says with real runs, and passes what they measure to all nodes.
 */
@NullMarked
package org.plimsoll.fleet.generator;

import org.jspecify.annotations.NullMarked;
