/** Plugins of Netflix NDBench, unchanged, through NDBench's own interfaces. */
@NullMarked
package org.plimsoll.driver.ndbench;

import org.jspecify.annotations.NullMarked;
