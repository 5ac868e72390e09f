/**
 * What a driver author sees. A driver is one {@link org.plimsoll.api.Driver}, found through {@link
 * java.util.ServiceLoader}; it opens a {@link org.plimsoll.api.Client}, which opens {@link
 * org.plimsoll.api.Session}s; a session takes {@link org.plimsoll.api.Operation}s and answers each
 * of them exactly once, through its {@link org.plimsoll.api.Completion}, with an {@link
 * org.plimsoll.api.Outcome}. A driver that is straight-line code implements {@link
 * org.plimsoll.api.BlockingSession} and hands it to {@link
 * org.plimsoll.api.DriverContext#blocking}.
 */
@NullMarked
package org.plimsoll.api;

import org.jspecify.annotations.NullMarked;
