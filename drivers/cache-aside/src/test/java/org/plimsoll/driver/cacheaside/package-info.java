@NullMarked
package org.plimsoll.driver.cacheaside;

import org.jspecify.annotations.NullMarked;
