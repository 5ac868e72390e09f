package org.plimsoll.result;

import org.plimsoll.result.Interval.Percentiles;

/**
 * The best values that a generator reaches on this machine. Results near these values are limited
 * by the machine, not the store.
 *
 * @param timerLateNanos dispatch lag of the pacer at 1,000 arrivals per second
 * @param wakeUpNanos time from waking a sleeping thread until it runs
 * @param clockReadNanos time to read the clock
 * @param recordNanos time to record a response of an open load
 * @param operationsPerSecond throughput of a closed load on a store that answers at once
 * @param stealShare share of CPU time that the hypervisor gave to other machines
 * @param busyShare share of CPU time that was used, by any process
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
