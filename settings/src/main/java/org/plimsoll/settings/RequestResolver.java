package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Parameters.Weight;
import org.plimsoll.engine.spec.RequestFile;

/** Resolves the operations in a file of requests, and checks them against the driver. */
final class RequestResolver {
  private final Map<String, OperationType> operations;

  RequestResolver(Map<String, OperationType> operations) {
    this.operations = operations;
  }

  /** Refuses settings that a file of requests replaces. */
  static void requireAlone(GivenValues values) {
    List<Setting<?>> idle =
        List.of(
            WorkloadSettings.MIX,
            WorkloadSettings.WORKLOAD,
            WorkloadSettings.TRANSACTION,
            WorkloadSettings.KEY_DISTRIBUTION,
            WorkloadSettings.KEY_WINDOW,
            WorkloadSettings.KEY_REPEAT,
            WorkloadSettings.CLIENT_CACHE);
    for (Setting<?> setting : idle) {
      if (values.isGiven(setting)) {
        throw values.refused(setting, "must not be given with requests, which replace it");
      }
    }
  }

  /** Returns the operations in the file, weighted by how often they occur. */
  List<Weight> mix(KeyDistributionSpec.Requests requests) {
    List<Weight> mix = new ArrayList<>();
    for (RequestFile.Named named : requests.file().operations()) {
      OperationType type = operation(named, requests.file());
      if (named.firstRow() > 0 && !type.row()) {
        throw wrong(
            named.firstRow(),
            requests.file(),
            "must have no row, because " + type.name() + " takes none");
      }
      if (named.firstLength() > 0 && !type.equals(OperationType.SCAN)) {
        throw wrong(
            named.firstLength(),
            requests.file(),
            "must have no length, because " + type.name() + " takes none");
      }
      mix.add(new Weight(type, named.lines()));
    }
    return mix;
  }

  private OperationType operation(RequestFile.Named named, RequestFile file) {
    boolean alias = named.name().equals("write") && !operations.containsKey("write");
    OperationType type = operations.get(alias ? OperationType.UPDATE.name() : named.name());
    if (type == null) {
      throw wrong(
          named.firstLine(),
          file,
          "must have an operation of the driver, was '"
              + named.name()
              + "'"
              + NearestName.suggestion(named.name(), operations.keySet()));
    }
    if (type.bulk()) {
      throw wrong(
          named.firstLine(), file, "must have an operation on one key, was '" + type.name() + "'");
    }
    return type;
  }

  private static InvalidSpecException wrong(int line, RequestFile file, String sentence) {
    return new InvalidSpecException("requests: line " + line + " of '" + file + "' " + sentence);
  }
}
