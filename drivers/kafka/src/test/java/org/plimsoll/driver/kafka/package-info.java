@NullMarked
package org.plimsoll.driver.kafka;

import org.jspecify.annotations.NullMarked;
