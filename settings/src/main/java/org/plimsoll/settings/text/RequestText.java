package org.plimsoll.settings.text;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.RequestFile;

/**
 * Parses references to files of requests: {@code FILE}, {@code replay(FILE)} or {@code
 * drawn(FILE)}.
 */
public final class RequestText {
  private static final String KEY = "requests";
  private static final Argument<String> FILE = Argument.file().used(Argument.Use.WHOLE);

  public static final Forms<KeyDistributionSpec.Requests> FORMS =
      Forms.of(
          KEY,
          Form.of("replay", "the requests in their order", FILE, file -> requests(file, true)),
          Form.of("drawn", "each request equally often", FILE, file -> requests(file, false)));

  /** The allowed values, as a phrase after "must be". */
  public static final String ALLOWED = "file, " + FORMS.allowed();

  private static final String MUST = "must be " + ALLOWED;

  private RequestText() {}

  /** Parses the name of a file, alone or in one of the forms. */
  public static KeyDistributionSpec.Requests parse(String text) {
    if (isCall(text)) {
      return FORMS.parse(text);
    }
    if (text.isBlank()) {
      throw Refusal.of(KEY, MUST, text);
    }
    try {
      return requests(text.strip(), true);
    } catch (InvalidPathException e) {
      throw Refusal.of(KEY, MUST, text, e);
    }
  }

  /** Returns the file that a text names. */
  public static List<Reached> reached(String text) {
    return isCall(text) ? FORMS.reached(text) : List.of(new Reached.File(text.strip()));
  }

  private static boolean isCall(String text) {
    return text.endsWith(")") && (text.startsWith("replay(") || text.startsWith("drawn("));
  }

  private static KeyDistributionSpec.Requests requests(String file, boolean isReplayed) {
    return new KeyDistributionSpec.Requests(new RequestFile(Path.of(file)), isReplayed);
  }
}
