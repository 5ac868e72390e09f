package org.plimsoll.fleet.control;

/**
 * One generator's part of a run.
 *
 * @param generator its number in the run, from 0
 * @param weight relative to the others
 */
public record Share(int generator, int weight) {}
