package org.plimsoll.settings.text;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;

/**
 * The forms that a setting's value may have, and the parser of such values. A value is {@code name}
 * or {@code name(argument, key=value)}. Values in a list are separated by commas.
 */
public final class Forms<T> {
  private static final int SHOWN = 200;

  private final String key;
  private final List<Form<? extends T>> all;
  private final UnaryOperator<String> shown;

  private Forms(String key, List<Form<? extends T>> all, UnaryOperator<String> shown) {
    this.key = key;
    this.all = List.copyOf(all);
    this.shown = shown;
  }

  /**
   * Creates the forms of a setting.
   *
   * @param key the name of the setting, for messages
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is copied
  static <T> Forms<T> of(String key, Form<? extends T>... forms) {
    return new Forms<>(key, List.of(forms), String::strip);
  }

  /** Returns a copy whose messages mask secrets with a function. */
  Forms<T> shownBy(UnaryOperator<String> newShown) {
    return new Forms<>(key, all, newShown);
  }

  /** Returns the forms in the order in which they are shown. */
  public List<Form<? extends T>> all() {
    return all;
  }

  /** Returns the names of the forms, each once. */
  public List<String> names() {
    return all.stream().map(Form::name).distinct().toList();
  }

  /** Returns the written forms, separated by commas: {@code constant, poisson, uniform(jitter)}. */
  public String written() {
    return all.stream().map(Form::listed).collect(Collectors.joining(", "));
  }

  /** Returns the allowed values, as a phrase after "must be". */
  public String allowed() {
    List<String> written = all.stream().map(Form::listed).toList();
    int last = written.size() - 1;
    return last == 0
        ? written.getFirst()
        : String.join(", ", written.subList(0, last)) + " or " + written.get(last);
  }

  /** Returns the names of the forms whose first argument is a file. */
  public Stream<String> ofFiles() {
    return all.stream()
        .filter(form -> !form.arguments().isEmpty() && form.arguments().getFirst().isFile())
        .map(Form::name);
  }

  /**
   * Parses one value.
   *
   * @throws InvalidSpecException if the text is not allowed, with the key, the value and what is
   *     allowed
   */
  public T parse(String text) {
    return with(text, Form::parse);
  }

  /**
   * Returns the external resources that a value reaches. Uses the parser of {@link #parse}, but
   * opens nothing.
   *
   * @throws InvalidSpecException if the text is not allowed, with the key, the value and what is
   *     allowed
   */
  public List<Reached> reached(String text) {
    return with(text, Form::reached);
  }

  /** Returns the external resources that values in a list reach. */
  public List<Reached> reachedByAll(String text) {
    return parts(text).stream().flatMap(part -> reached(part).stream()).toList();
  }

  private <R> R with(String text, BiFunction<Form<? extends T>, Call, R> step) {
    Call call = call(text);
    Form<? extends T> form = form(call, text);
    try {
      return step.apply(form, call);
    } catch (Arguments.MismatchException e) {
      String allowed = String.valueOf(e.getMessage());
      String must = "must be " + form.written() + (allowed.isEmpty() ? form.constraint() : allowed);
      throw new InvalidSpecException(
          key + ": " + must + ", was '" + shown.apply(text) + "'" + e.hint(), e);
    } catch (InvalidSpecException e) {
      String sentence = String.valueOf(e.getMessage());
      throw sentence.startsWith("must ") ? Refusal.of(key, sentence, shown.apply(text), e) : e;
    } catch (IllegalArgumentException e) {
      String must = "must be " + form.written() + form.constraint();
      throw Refusal.of(key, must, shown.apply(text), e);
    }
  }

  /**
   * Parses values that are separated by commas.
   *
   * @throws InvalidSpecException if a text is not allowed, with the key, the value and what is
   *     allowed
   */
  public List<T> parseAll(String text) {
    return parts(text).stream().<T>map(this::parse).toList();
  }

  private List<String> parts(String text) {
    try {
      return Call.split(text, ',');
    } catch (IllegalArgumentException e) {
      throw Refusal.of(key, String.valueOf(e.getMessage()), shortened(text), e);
    }
  }

  private Call call(String text) {
    try {
      return Call.parse(text);
    } catch (IllegalArgumentException e) {
      String was = text.length() <= SHOWN ? shown.apply(text) : shortened(text);
      throw Refusal.of(key, String.valueOf(e.getMessage()), was, e);
    }
  }

  /**
   * Returns only the name, because the arguments may contain a secret that cannot be recognized.
   */
  private static String shortened(String text) {
    return Call.nameOf(text.substring(0, Math.min(SHOWN, text.length()))) + "(…";
  }

  private Form<? extends T> form(Call call, String text) {
    for (Form<? extends T> form : all) {
      if (form.name().equals(call.name()) && form.applies().test(call.arguments())) {
        return form;
      }
    }
    String hint =
        NearestName.nearest(call.name(), names())
            .map(name -> ", did you mean '" + name + "'?")
            .orElse("");
    throw new InvalidSpecException(
        key + ": must be " + allowed() + ", was '" + shown.apply(text) + "'" + hint);
  }
}
