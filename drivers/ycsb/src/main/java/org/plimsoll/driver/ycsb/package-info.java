/** Bindings of YCSB, unchanged, through YCSB's own programming interface. */
@NullMarked
package org.plimsoll.driver.ycsb;

import org.jspecify.annotations.NullMarked;
