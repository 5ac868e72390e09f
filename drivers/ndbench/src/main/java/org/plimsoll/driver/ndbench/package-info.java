/** The driver for unchanged plugins of Netflix NDBench, through the interfaces of NDBench. */
@NullMarked
package org.plimsoll.driver.ndbench;

import org.jspecify.annotations.NullMarked;
