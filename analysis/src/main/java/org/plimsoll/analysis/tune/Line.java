package org.plimsoll.analysis.tune;

import org.plimsoll.result.LineKind;

/**
 * The maximum throughput within the SLO, as found by a search.
 *
 * @param level highest load that met the objectives; 0 if none did
 * @param low lower end of the interval that contains the maximum; {@code high} is its upper end,
 *     infinite if it was not reached
 */
public record Line(LineKind kind, double level, double low, double high) {}
