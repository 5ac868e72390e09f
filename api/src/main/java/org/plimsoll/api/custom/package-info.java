/**
 * What users may bring as classes besides drivers: key distributions, arrival processes, whole
 * workloads, property sources, and stores of objects that property sources are read from.
 */
@NullMarked
package org.plimsoll.api.custom;

import org.jspecify.annotations.NullMarked;
