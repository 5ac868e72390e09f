package org.plimsoll.analysis.tune;

import org.plimsoll.result.LineKind;
/**
 * The answer of a search.
 *
 * @param level the highest load that met the objectives; 0 when none did
 * @param low lower end of the interval in which the line lies, and {@code high} its upper end,
 *     infinite where it was not reached
 */
public record Line(LineKind kind, double level, double low, double high) {}
