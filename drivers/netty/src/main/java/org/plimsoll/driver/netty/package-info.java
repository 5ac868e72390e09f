/** What drivers over Netty share: the check of addresses. */
@NullMarked
package org.plimsoll.driver.netty;

import org.jspecify.annotations.NullMarked;
