package org.plimsoll.engine.report;

/**
 * One line of {@code events.jsonl}: a phase, a parameter change, a fault or a warning.
 *
 * @param atNanos since the start of the run
 * @param kind {@code phase}, {@code parameter}, {@code target}, {@code settled}, {@code generator},
 *     {@code session}, {@code warning}, {@code finding}
 */
public record RunEvent(long atNanos, String kind, String text) {}
