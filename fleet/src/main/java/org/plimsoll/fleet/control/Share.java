package org.plimsoll.fleet.control;

/**
 * The share of one generator in a run.
 *
 * @param generator number of the generator in the run, from 0
 * @param weight weight relative to the other generators
 */
public record Share(int generator, int weight) {}
