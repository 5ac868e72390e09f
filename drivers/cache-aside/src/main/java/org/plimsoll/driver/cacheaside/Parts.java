package org.plimsoll.driver.cacheaside;

import java.util.function.BooleanSupplier;
import org.plimsoll.api.Session;

/**
 * The sessions of the two parts that an operation uses.
 *
 * @param closed whether the session that contains both is closed
 */
record Parts(Session cache, Session store, BooleanSupplier closed) {}
