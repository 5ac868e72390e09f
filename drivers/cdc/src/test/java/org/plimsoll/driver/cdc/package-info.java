@NullMarked
package org.plimsoll.driver.cdc;

import org.jspecify.annotations.NullMarked;
