/**
 * The settings of a run, described once, and the resolver that makes a checked run from the layers
 * that set them.
 */
@NullMarked
package org.plimsoll.settings;

import org.jspecify.annotations.NullMarked;
