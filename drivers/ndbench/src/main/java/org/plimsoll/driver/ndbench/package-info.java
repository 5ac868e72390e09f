/** Driver for unchanged plugins of Netflix NDBench, through NDBench's interfaces. */
@NullMarked
package org.plimsoll.driver.ndbench;

import org.jspecify.annotations.NullMarked;
