package org.plimsoll.result;

import org.plimsoll.result.Interval.Percentiles;

/**
 * What this machine lets a generator do at best: a store's numbers near these are the machine's.
 *
 * @param timerLateNanos how late the pacer is, at 1,000 instants a second
 * @param wakeUpNanos from waking a thread that sleeps until it runs
 * @param clockReadNanos what reading the clock takes
 * @param recordNanos what recording an answer of an open load takes
 * @param operationsPerSecond of a store that answers at once, in a closed load
 * @param stealShare of the processors' time, what went to other machines meanwhile
 * @param busyShare and what was used, by anybody
 */
public record Floor(
    MachineFacts machine,
    Percentiles timerLateNanos,
    Percentiles wakeUpNanos,
    double clockReadNanos,
    double recordNanos,
    double operationsPerSecond,
    double stealShare,
    double busyShare) {}
