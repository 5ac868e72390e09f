/** The driver for unchanged bindings of YCSB, through the programming interface of YCSB. */
@NullMarked
package org.plimsoll.driver.ycsb;

import org.jspecify.annotations.NullMarked;
