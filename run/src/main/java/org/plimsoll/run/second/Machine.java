package org.plimsoll.run.second;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.result.Pauses;

/**
 * The resources that a generator used in a period, and its disturbances.
 *
 * @param processors number of processors available to the process
 * @param heapUsedBytes used heap at the end of the period
 * @param throttledNanos time for which a CPU quota stopped the process
 * @param pacerWaitNanos time for which the pacer was ready to run and waited for a processor
 */
public record Machine(
    int processors,
    long heapUsedBytes,
    long cpuNanos,
    long allocatedBytes,
    CpuTicks ticks,
    long throttledNanos,
    Pauses pauses,
    long pacerWaitNanos) {
  /** The value for an idle machine. */
  public static final Machine IDLE =
      new Machine(1, 0, 0, 0, new CpuTicks(0, 0, 0), 0, Pauses.NONE, 0);

  /**
   * Returns the difference between two readings, without the lengths of pauses, which another meter
   * measures.
   */
  public static Machine between(Health.Reading begin, Health.Reading end, long pauseNanosMax) {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        Health.heapUsedBytes(),
        end.cpuNanos() - begin.cpuNanos(),
        end.allocatedBytes() - begin.allocatedBytes(),
        new CpuTicks(
            end.ticks().total() - begin.ticks().total(),
            end.ticks().idle() - begin.ticks().idle(),
            end.ticks().steal() - begin.ticks().steal()),
        end.throttledNanos() - begin.throttledNanos(),
        new Pauses(
            end.pauses() - begin.pauses(),
            end.pauseNanosTotal() - begin.pauseNanosTotal(),
            pauseNanosMax),
        Math.max(0, end.pacerWaitNanos() - begin.pacerWaitNanos()));
  }

  /** Returns the sum with the same machine in a later period. */
  public Machine then(Machine next) {
    return sum(next, next.processors, next.heapUsedBytes);
  }

  /** Returns the sum with another machine in the same period. */
  public Machine beside(Machine other) {
    return sum(other, processors + other.processors, heapUsedBytes + other.heapUsedBytes);
  }

  private Machine sum(Machine other, int itsProcessors, long itsHeapBytes) {
    return new Machine(
        itsProcessors,
        itsHeapBytes,
        cpuNanos + other.cpuNanos,
        allocatedBytes + other.allocatedBytes,
        ticks.plus(other.ticks),
        throttledNanos + other.throttledNanos,
        pauses.plus(other.pauses),
        pacerWaitNanos + other.pacerWaitNanos);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(processors);
    out.writeLong(heapUsedBytes);
    out.writeLong(cpuNanos);
    out.writeLong(allocatedBytes);
    out.writeLong(ticks.total);
    out.writeLong(ticks.idle);
    out.writeLong(ticks.steal);
    out.writeLong(throttledNanos);
    out.writeLong(pauses.count());
    out.writeLong(pauses.totalNanos());
    out.writeLong(pauses.longestNanos());
    out.writeLong(pacerWaitNanos);
  }

  static Machine read(DataInputStream in) throws IOException {
    return new Machine(
        in.readInt(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        new CpuTicks(in.readLong(), in.readLong(), in.readLong()),
        in.readLong(),
        new Pauses(in.readLong(), in.readLong(), in.readLong()),
        in.readLong());
  }

  /**
   * CPU ticks of all processors.
   *
   * @param total all ticks; 0 if unknown
   */
  public record CpuTicks(long total, long idle, long steal) {
    /** Returns the share of all processors' time that any process used. */
    public double busyShare() {
      return total <= 0 ? 0 : (double) (total - idle) / total;
    }

    /** Returns the share of all processors' time that the hypervisor stole. */
    public double stealShare() {
      return total <= 0 ? 0 : (double) steal / total;
    }

    private CpuTicks plus(CpuTicks other) {
      return new CpuTicks(total + other.total, idle + other.idle, steal + other.steal);
    }
  }
}
