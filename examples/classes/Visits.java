package mine;

import java.util.List;
import java.util.random.RandomGenerator;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.custom.CustomWorkload;

/**
 * Visits to a shop. A visit is a number of operations on the row of one visitor; the last one is an
 * order, an update of the row. {@code custom(visits, 5)} has visits of five operations.
 */
public final class Visits implements CustomWorkload {
  @Override
  public Operations over(long keys, long seed, List<String> arguments) {
    if (arguments.size() != 1 || !arguments.get(0).matches("[2-9]")) {
      throw new IllegalArgumentException("visits take one number, from 2 to 9 operations");
    }
    int length = Integer.parseInt(arguments.get(0));
    return new Operations() {
      @Override
      public List<OperationType> types() {
        return List.of(OperationType.READ, OperationType.UPDATE);
      }

      @Override
      public OperationType type(RandomGenerator random, long index) {
        return index % length == length - 1 ? OperationType.UPDATE : OperationType.READ;
      }

      @Override
      public void prepare(Draft draft, RandomGenerator random, long index, long atNanos) {
        draft.key(visitor(index / length));
        draft.valueBytes(100 + random.nextInt(900));
      }

      /** The same for all operations of a visit: it depends only on the visit and the seed. */
      private long visitor(long visit) {
        long number = (seed + visit) * 0x9e3779b97f4a7c15L;
        number = (number ^ number >>> 32) * 0xd6e8feb86659fd93L;
        return Long.remainderUnsigned(number ^ number >>> 32, keys);
      }
    };
  }
}
