package org.plimsoll.engine.workload;

import java.util.List;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RequestFile;

/**
 * The requests of a file, either replayed in order and repeated, or drawn with equal probability.
 * Operation i depends only on (seed, i). Properties that a request does not specify, such as the
 * size of its values, come from the workload. Immutable and thread-safe.
 */
public final class RequestSource implements OperationSource {
  private final Workload workload;
  private final RequestFile.Content requests;
  private final int[] keyOf;
  private final OperationMix.Part[] parts;
  private final int count;
  private final boolean replayed;
  private final UniformKeys lines;

  private RequestSource(
      Workload workload, KeyDistributionSpec.Requests spec, List<Parameters.Weight> mix) {
    this.workload = workload;
    this.requests = spec.file().content();
    this.keyOf = spec.file().keys().keyOfLine();
    this.parts =
        mix.stream()
            .map(weight -> OperationMix.Part.of(weight, new Distribution.Constant(1)))
            .toArray(OperationMix.Part[]::new);
    if (parts.length != spec.file().operations().size()) {
      throw new IllegalArgumentException(
          "a mix must not be given with a file of requests, was " + mix);
    }
    this.count = spec.file().count();
    this.replayed = spec.replayed();
    this.lines = new UniformKeys(count);
  }

  /**
   * Returns the workload, or a source for the file of requests if it has one.
   *
   * @param mix the operations of the file in its order, if there is a file
   */
  public static OperationSource over(
      Workload workload, KeyDistributionSpec keys, List<Parameters.Weight> mix) {
    return keys instanceof KeyDistributionSpec.Requests requests
        ? new RequestSource(workload, requests, mix)
        : workload;
  }

  @Override
  public OperationType type(OperationRandom scratch, long index) {
    return parts[requests.operation(request(scratch, index))].type();
  }

  /** Returns false, since all keys come from the file. */
  @Override
  public boolean inserts(OperationType type) {
    return false;
  }

  private int request(OperationRandom random, long index) {
    workload.seed(random, index);
    return (int) (replayed ? Long.remainderUnsigned(index, count) : lines.next(random, index, 0));
  }

  @Override
  public boolean prepare(OperationBuffer into, long index, long atNanos) {
    int request = request(into.random, index);
    OperationMix.Part part = parts[requests.operation(request)];
    Steps steps = part.steps();
    int key = keyOf[request];
    if (steps != null) {
      into.start(part.type(), index, steps);
      workload.setKey(into, 0, key);
      into.beginStep(steps.count() - 1);
      prepareRow(into, request);
      into.rewind(part.type());
      return true;
    }
    into.start(part.type(), index, 1, part.row());
    workload.setKey(into, 0, key);
    if (part.row()) {
      prepareRow(into, request);
    }
    if (part.scan()) {
      int length = requests.size(request);
      into.scanLength(length < 0 ? workload.scanLength(into) : length);
    }
    return true;
  }

  private void prepareRow(OperationBuffer into, int request) {
    int at = requests.row(request);
    if (at < 0) {
      workload.prepareRow(into, 0, requests.size(request));
      return;
    }
    String[] names = requests.fieldNames(request);
    RowBuffer row = into.rowBuffer(0);
    row.start(names, names.length);
    for (int field = 0; field < names.length; field++) {
      int length = requests.number(at);
      int offset = row.append(field, length);
      System.arraycopy(requests.rows(), at + Integer.BYTES, row.buffer(), offset, length);
      at += Integer.BYTES + length;
    }
  }
}
