/**
 * Interfaces for users' own classes besides drivers: key distributions, arrival processes,
 * workloads, property sources, object stores that property sources are read from, and discovery of
 * nodes.
 */
@NullMarked
package org.plimsoll.api.custom;

import org.jspecify.annotations.NullMarked;
