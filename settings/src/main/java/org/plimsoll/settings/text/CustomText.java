package org.plimsoll.settings.text;

import java.util.List;
import java.util.function.Function;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.engine.spec.CustomClass;

/**
 * Parses a reference to a user's own class: {@code custom(name,argument…)}. The class is not loaded
 * yet.
 */
public final class CustomText {
  private static final Argument<String> NAME =
      Argument.of(
              "name",
              "the name of a folder in the drivers folder",
              text -> {
                if (text.isEmpty()) {
                  throw new IllegalArgumentException("must not be empty");
                }
                return text;
              },
              folder -> List.of(new Reached.Code(folder)))
          .describedAs("folder in the drivers folder that has the jar of the class");

  private static final Argument<String> ARGUMENT =
      Argument.plainText("argument")
          .used(Argument.Use.REPEATED)
          .describedAs("argument that the class receives");

  /** The forms of the setting {@code workload}. */
  public static final Forms<CustomClass<CustomWorkload>> WORKLOADS =
      Forms.of(
          "workload",
          CustomText.<CustomWorkload, CustomClass<CustomWorkload>>form(
              "a class that chooses each operation", custom -> custom));

  private CustomText() {}

  /** Creates the form of a user's own class. */
  static <C, T> Form<T> form(String help, Function<CustomClass<C>, T> maker) {
    return Form.of(
        CustomClass.WORD,
        help,
        List.of(NAME, ARGUMENT),
        given -> maker.apply(new CustomClass<C>(given.get(NAME), given.all(ARGUMENT), null)));
  }
}
