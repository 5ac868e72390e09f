package org.plimsoll.settings.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plimsoll.engine.spec.Secret;
import org.plimsoll.engine.spec.ShownUrl;

/**
 * Formats the texts of forms for display and storage, without their secrets. The declaration of an
 * argument decides: a secret is shown as {@code ***}, and an address without user and query.
 * Unknown texts are not shown.
 */
final class ShownText {
  private static final String HIDDEN = "***";

  /** Matches characters that occur in a URL with secrets, but not in a host with its metadata. */
  private static final Pattern NO_NODE = Pattern.compile("[/@?#;]");

  private static final Set<String> ADDRESSES =
      Set.of(
          "url",
          "jdbc-url",
          "endpoint",
          "api",
          "server",
          "host:port",
          "[host:]port",
          "host[:port]");

  private ShownText() {}

  /** Returns several values, separated by commas, without their secrets. */
  static String ofAll(Forms<?> forms, String text) {
    try {
      return Call.split(text, ',').stream()
          .map(one -> of(forms, one))
          .collect(Collectors.joining(","));
    } catch (IllegalArgumentException e) {
      return name(text) + "(***)";
    }
  }

  private static String of(Forms<?> forms, String text) {
    Call call;
    try {
      call = Call.parse(text);
    } catch (IllegalArgumentException e) {
      return name(text) + "(***)";
    }
    List<Argument<?>> declared = declared(forms, call);
    if (call.arguments().isEmpty()) {
      return name(text);
    }
    if (declared.isEmpty()) {
      return name(text) + "(***)";
    }
    List<String> arguments = new ArrayList<>();
    for (Arguments.Written written : Arguments.assign(declared, call)) {
      Argument<?> argument = written.declared();
      String value = argument == null ? HIDDEN : value(argument, written.text());
      boolean isRepeated =
          argument != null
              && argument.isRepeated()
              && value.equals(HIDDEN)
              && arguments.contains(HIDDEN);
      if (!isRepeated) {
        arguments.add(written.key() == null ? value : written.key() + "=" + value);
      }
    }
    return name(text) + "(" + String.join(",", arguments) + ")";
  }

  private static List<Argument<?>> declared(Forms<?> forms, Call call) {
    List<Argument<?>> first = List.of();
    for (Form<?> form : forms.all()) {
      if (form.name().equals(call.name())) {
        if (form.applies().test(call.arguments())) {
          return form.arguments();
        }
        first = first.isEmpty() ? form.arguments() : first;
      }
    }
    return first;
  }

  private static String value(Argument<?> argument, String text) {
    if (argument.secret()) {
      return new Secret(text).toString();
    }
    if (argument.name().equals("node")) {
      return NO_NODE.matcher(text).find() ? HIDDEN : text;
    }
    return ADDRESSES.contains(argument.name()) ? ShownUrl.of(text) : text;
  }

  /**
   * Returns the name before the arguments. A text without a name is hidden, because it may contain
   * anything.
   */
  private static String name(String text) {
    String name = Call.nameOf(text);
    boolean isName =
        name.length() <= 40
            && name.chars()
                .allMatch(c -> c == '-' || (c >= 'a' && c <= 'z') || Character.isDigit(c));
    return isName ? name : HIDDEN;
  }
}
