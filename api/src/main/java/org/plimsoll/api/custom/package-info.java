/**
 * Interfaces for users' own classes besides drivers: key distributions, arrival processes,
 * workloads, property sources, and object stores that property sources are read from.
 */
@NullMarked
package org.plimsoll.api.custom;

import org.jspecify.annotations.NullMarked;
