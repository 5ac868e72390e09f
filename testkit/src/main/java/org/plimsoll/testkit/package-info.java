/** What drivers are tested with: the contract, real servers, and faults between the two. */
@NullMarked
package org.plimsoll.testkit;

import org.jspecify.annotations.NullMarked;
