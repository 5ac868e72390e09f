/** Shared code of the drivers that use Netty: the check of addresses. */
@NullMarked
package org.plimsoll.driver.netty;

import org.jspecify.annotations.NullMarked;
