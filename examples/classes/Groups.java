package mine;

import java.util.List;
import org.plimsoll.api.custom.CustomArrivals;

/** Arrivals in groups: {@code custom(groups, 4)} sends four at once, then waits four mean gaps. */
public final class Groups implements CustomArrivals {
  @Override
  public Gaps of(List<String> arguments) {
    int size = Integer.parseInt(arguments.get(0));
    if (size < 1) {
      throw new IllegalArgumentException("a group has at least 1 arrival, was " + size);
    }
    int[] place = {0};
    return random -> place[0]++ % size == 0 ? size : 0;
  }
}
