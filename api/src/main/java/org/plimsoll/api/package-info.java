/**
 * The API for driver authors. A driver is one {@link org.plimsoll.api.Driver}, found through {@link
 * java.util.ServiceLoader}. It opens a {@link org.plimsoll.api.Client}, which opens {@link
 * org.plimsoll.api.Session}s. A session executes {@link org.plimsoll.api.Operation}s. It calls the
 * {@link org.plimsoll.api.Completion} of each exactly once, with an {@link
 * org.plimsoll.api.Outcome}. A driver with blocking code implements {@link
 * org.plimsoll.api.BlockingSession} and passes it to {@link
 * org.plimsoll.api.DriverContext#blocking}.
 */
@NullMarked
package org.plimsoll.api;

import org.jspecify.annotations.NullMarked;
