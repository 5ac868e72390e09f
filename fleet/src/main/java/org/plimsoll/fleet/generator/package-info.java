/**
 * The generator of this node in runs of its fleet. It executes the decisions of {@code
 * org.plimsoll.fleet.control} in real runs, and sends the results to all nodes.
 */
@NullMarked
package org.plimsoll.fleet.generator;

import org.jspecify.annotations.NullMarked;
