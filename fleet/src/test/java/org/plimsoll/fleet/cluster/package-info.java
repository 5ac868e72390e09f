@NullMarked
package org.plimsoll.fleet.cluster;

import org.jspecify.annotations.NullMarked;
