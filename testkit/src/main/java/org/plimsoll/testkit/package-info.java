/** Support for driver tests: the contract, real servers, and network faults. */
@NullMarked
package org.plimsoll.testkit;

import org.jspecify.annotations.NullMarked;
