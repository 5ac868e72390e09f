package org.plimsoll.settings.text;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A form in which a value can be written: {@code gamma(shape)}.
 *
 * @param help the meaning in a few words
 * @param rule constraint between the arguments, as a phrase after "with"; empty if there is none
 * @param applies selects between forms with the same name, by their written arguments
 * @param maker creates the value; throws {@link IllegalArgumentException} if the rule is violated
 */
public record Form<T>(
    String name,
    List<Argument<?>> arguments,
    String help,
    String rule,
    Predicate<List<String>> applies,
    Function<Arguments, T> maker) {

  /** Maximum length of a listed form, so that it fits into a line of help. */
  private static final int LISTED_CHARACTERS = 47;

  /** Creates a value from three arguments. */
  @FunctionalInterface
  interface Maker3<A, B, C, T> {
    T make(A first, B second, C third);
  }

  /** Creates a value from four arguments. */
  @FunctionalInterface
  interface Maker4<A, B, C, D, T> {
    T make(A first, B second, C third, D fourth);
  }

  public Form {
    arguments = List.copyOf(arguments);
  }

  /** Creates a form whose value is created from its arguments. */
  static <T> Form<T> of(
      String name, String help, List<Argument<?>> arguments, Function<Arguments, T> maker) {
    return new Form<>(name, arguments, help, "", _ -> true, maker);
  }

  static <T> Form<T> of(String name, String help, Supplier<T> maker) {
    return of(name, help, List.of(), _ -> maker.get());
  }

  static <A, T> Form<T> of(String name, String help, Argument<A> first, Function<A, T> maker) {
    return of(name, help, List.of(first), given -> maker.apply(given.get(first)));
  }

  static <A, B, T> Form<T> of(
      String name, String help, Argument<A> first, Argument<B> second, BiFunction<A, B, T> maker) {
    return of(
        name,
        help,
        List.of(first, second),
        given -> maker.apply(given.get(first), given.get(second)));
  }

  static <A, B, C, T> Form<T> of(
      String name,
      String help,
      Argument<A> first,
      Argument<B> second,
      Argument<C> third,
      Maker3<A, B, C, T> maker) {
    return of(
        name,
        help,
        List.of(first, second, third),
        given -> maker.make(given.get(first), given.get(second), given.get(third)));
  }

  static <A, B, C, D, T> Form<T> of(
      String name,
      String help,
      Argument<A> first,
      Argument<B> second,
      Argument<C> third,
      Argument<D> fourth,
      Maker4<A, B, C, D, T> maker) {
    return of(
        name,
        help,
        List.of(first, second, third, fourth),
        given ->
            maker.make(given.get(first), given.get(second), given.get(third), given.get(fourth)));
  }

  Form<T> withRule(String newRule) {
    return new Form<>(name, arguments, help, newRule, applies, maker);
  }

  Form<T> appliesTo(Predicate<List<String>> newApplies) {
    return new Form<>(name, arguments, help, rule, newApplies, maker);
  }

  /** Returns the form as a user would write it: {@code gamma(shape)}. */
  public String written() {
    return written(arguments.stream().map(Argument::written));
  }

  /**
   * Returns the form for a list of forms. Optional arguments are left out if they do not all fit
   * into a line of help, as in {@code eureka(url,application,…)}.
   */
  String listed() {
    String whole = written();
    if (whole.length() <= LISTED_CHARACTERS) {
      return whole;
    }
    Stream<String> required =
        arguments.stream().filter(Argument::isRequired).map(Argument::written);
    return written(Stream.concat(required, Stream.of("…")).distinct());
  }

  private String written(Stream<String> inside) {
    String all = inside.collect(Collectors.joining(","));
    return all.isEmpty() ? name : name + "(" + all + ")";
  }

  /**
   * Returns the rule, or else the requirements of each argument, as text after the written form.
   */
  String constraint() {
    String words =
        rule.isEmpty()
            ? arguments.stream()
                .filter(Argument::isRequired)
                .map(argument -> argument.name() + " " + argument.allowed())
                .collect(Collectors.joining(", "))
            : rule;
    return words.isEmpty() ? "" : " with " + words;
  }

  /**
   * Returns the external resources that the arguments of a value reach. The value itself is not
   * created.
   */
  List<Reached> reached(Call call) {
    return Arguments.parse(arguments, call).reached();
  }

  T parse(Call call) {
    return maker.apply(Arguments.parse(arguments, call));
  }
}
