/**
 * Building blocks for drivers: {@link org.plimsoll.api.kit.AsyncSession} for client libraries that
 * are asynchronous, {@link org.plimsoll.api.kit.SharedConnections} for connections that sessions
 * share, {@link org.plimsoll.api.kit.RowFrame} for stores that keep one value under a key, {@link
 * org.plimsoll.api.kit.NamedStatements} for stores with a query language, {@link
 * org.plimsoll.api.kit.NodeTelemetry} for metrics of several nodes, {@link
 * org.plimsoll.api.kit.ServersAddress} for addresses of several servers, {@link
 * org.plimsoll.api.kit.Unusable} for the reason why a target cannot be used, and settings that mean
 * the same in each driver: {@link org.plimsoll.api.kit.Credentials}, {@link
 * org.plimsoll.api.kit.SchemaUse} and {@link org.plimsoll.api.kit.ConnectionSettings}. A driver may
 * use any of them, or none.
 */
@NullMarked
package org.plimsoll.api.kit;

import org.jspecify.annotations.NullMarked;
