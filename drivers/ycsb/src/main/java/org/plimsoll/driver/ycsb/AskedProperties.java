package org.plimsoll.driver.ycsb;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Properties that record which names a binding has requested, to detect misspelled names.
 * Thread-safe.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // Properties contains a concurrent map.
final class AskedProperties extends Properties {
  private static final long serialVersionUID = 1;

  private final transient Set<String> asked = ConcurrentHashMap.newKeySet();
  private final transient Set<String> given;
  private transient Set<String> unlisted = Set.of();

  private AskedProperties(Set<String> given) {
    this.given = Set.copyOf(given);
  }

  /** Creates a copy without recorded names. */
  static AskedProperties of(Properties properties) {
    AskedProperties copy = new AskedProperties(properties.stringPropertyNames());
    copy.given.forEach(name -> copy.setProperty(name, properties.getProperty(name)));
    return copy;
  }

  /** Excludes the names that have been requested so far from {@link #missing}. */
  void startList() {
    unlisted = Set.copyOf(asked);
  }

  /**
   * Returns the names that were requested but are not set, in alphabetical order, separated by
   * commas. Usually, they have defaults.
   */
  String missing() {
    return asked.stream()
        .filter(name -> !given.contains(name) && !unlisted.contains(name))
        .sorted()
        .collect(joining(", "));
  }

  /**
   * Returns the names that are probably misspelled, in alphabetical order, separated by commas.
   * These names are set, but were never requested. They are similar to a missing name, or have its
   * prefix. Other names that were never requested belong to YCSB's client and workload.
   */
  String misspelt() {
    List<String> missing = asked.stream().filter(name -> !given.contains(name)).sorted().toList();
    return given.stream()
        .filter(name -> !asked.contains(name))
        .sorted()
        .map(name -> misspelt(name, missing))
        .filter(text -> !text.isEmpty())
        .collect(joining(", "));
  }

  private String misspelt(String name, List<String> missing) {
    Optional<String> nearest =
        missing.stream()
            .filter(each -> prefix(each).equals(prefix(name)) && isSimilar(name, each))
            .min(Comparator.comparingInt(each -> edits(name, each)));
    if (nearest.isPresent()) {
      return name + " (did you mean " + nearest.get() + "?)";
    }
    boolean isOfBinding =
        !prefix(name).isEmpty()
            && asked.stream().anyMatch(each -> prefix(each).equals(prefix(name)));
    return isOfBinding ? name : "";
  }

  /**
   * Returns the prefix of a name. Properties of bindings usually have one, such as {@code redis.}.
   */
  private static String prefix(String name) {
    return name.substring(0, name.indexOf('.') + 1);
  }

  private static boolean isSimilar(String one, String other) {
    return edits(one, other) <= Math.max(2, (one.length() - prefix(one).length()) / 3);
  }

  /**
   * Computes the edit distance (Levenshtein): the number of inserted, removed and replaced
   * characters.
   */
  private static int edits(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }

  private void ask(Object name) {
    if (name instanceof String text && !asked.contains(text)) {
      asked.add(text);
    }
  }

  private void askAll() {
    asked.addAll(super.stringPropertyNames());
  }

  @Override
  public String getProperty(String key) {
    ask(key);
    return super.getProperty(key);
  }

  @Override
  public @Nullable Object get(Object key) {
    ask(key);
    return super.get(key);
  }

  @Override
  public Object getOrDefault(Object key, Object defaultValue) {
    ask(key);
    return super.getOrDefault(key, defaultValue);
  }

  @Override
  public boolean containsKey(Object key) {
    ask(key);
    return super.containsKey(key);
  }

  @Override
  public Set<String> stringPropertyNames() {
    askAll();
    return super.stringPropertyNames();
  }

  @Override
  public Enumeration<?> propertyNames() {
    askAll();
    return super.propertyNames();
  }

  @Override
  public Enumeration<Object> keys() {
    askAll();
    return super.keys();
  }

  @Override
  public Enumeration<Object> elements() {
    askAll();
    return super.elements();
  }

  @Override
  public Set<Object> keySet() {
    askAll();
    return super.keySet();
  }

  @Override
  public Collection<Object> values() {
    askAll();
    return super.values();
  }

  @Override
  public Set<Map.Entry<Object, Object>> entrySet() {
    askAll();
    return super.entrySet();
  }

  @Override
  public void forEach(BiConsumer<? super Object, ? super Object> action) {
    askAll();
    super.forEach(action);
  }

  @Override
  public synchronized Object clone() {
    askAll();
    return super.clone();
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
