package org.plimsoll.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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

/** Reads what is said of a file of requests, and holds the file against the driver. */
final class RequestResolver {
  static final String ALLOWED = "FILE, replay(FILE) or drawn(FILE)";

  private final Map<String, OperationType> operations;

  RequestResolver(Map<String, OperationType> operations) {
    this.operations = operations;
  }

  /** Reads {@code FILE}, {@code replay(FILE)} or {@code drawn(FILE)}. */
  static KeyDistributionSpec.Requests parse(String text) {
    boolean isCall = text.endsWith(")") && text.matches("(replay|drawn)\\(.*");
    String file = isCall ? text.substring(text.indexOf('(') + 1, text.length() - 1) : text;
    if (file.isBlank()) {
      throw new InvalidSpecException("must be " + ALLOWED);
    }
    try {
      Path path = Path.of(file.strip());
      return new KeyDistributionSpec.Requests(new RequestFile(path), !text.startsWith("drawn("));
    } catch (InvalidPathException e) {
      throw new InvalidSpecException("must be " + ALLOWED, e);
    }
  }

  /** Refuses settings that a file of requests leaves nothing to say for. */
  static void requireAlone(RunResolver settings) {
    List<Setting<?>> idle =
        List.of(
            RunSettings.MIX,
            RunSettings.WORKLOAD,
            RunSettings.TRANSACTION,
            RunSettings.KEY_DISTRIBUTION,
            RunSettings.KEY_WINDOW,
            RunSettings.KEY_REPEAT,
            RunSettings.CLIENT_CACHE);
    for (Setting<?> setting : idle) {
      if (settings.isGiven(setting)) {
        throw new InvalidSpecException(
            setting.name()
                + ": must not be given with requests, which say what is asked for, was '"
                + settings.text(setting.name())
                + "'");
      }
    }
  }

  /** The operations of the file in its order, by how many there are. */
  List<Weight> mix(KeyDistributionSpec.Requests requests) {
    List<Weight> mix = new ArrayList<>();
    for (RequestFile.Named named : requests.file().operations()) {
      OperationType type = operation(named, requests.file());
      if (named.firstRow() > 0 && !type.row()) {
        throw wrong(
            named.firstRow(), requests.file(), "has a row, which " + type.name() + " has not");
      }
      if (named.firstLength() > 0 && !type.equals(OperationType.SCAN)) {
        throw wrong(
            named.firstLength(),
            requests.file(),
            "has a length, which " + type.name() + " has not");
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
          "must have an operation of the driver, and has '"
              + named.name()
              + "'"
              + NearestName.suggestion(named.name(), operations.keySet()));
    }
    if (type.bulk()) {
      throw wrong(
          named.firstLine(), file, "must have an operation on one key, and has " + type.name());
    }
    return type;
  }

  private static InvalidSpecException wrong(int line, RequestFile file, String sentence) {
    return new InvalidSpecException("requests: line " + line + " of '" + file + "' " + sentence);
  }
}
