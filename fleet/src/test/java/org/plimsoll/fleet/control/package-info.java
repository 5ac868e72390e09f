/** Tests of the protocol's parts. */
@NullMarked
package org.plimsoll.fleet.control;

import org.jspecify.annotations.NullMarked;
