@NullMarked
package org.plimsoll.driver.ndbench;

import org.jspecify.annotations.NullMarked;
