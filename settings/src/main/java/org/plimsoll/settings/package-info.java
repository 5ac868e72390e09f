/**
 * The settings of a run, described once, and the resolver that creates a checked run from layers of
 * values.
 */
@NullMarked
package org.plimsoll.settings;

import org.jspecify.annotations.NullMarked;
