package org.plimsoll.driver.ycsb;

import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Properties that record for which names a binding has asked. A name that is given but never asked
 * for is probably misspelt. Callable from any thread.
 */
final class AskedProperties extends Properties {
  private static final long serialVersionUID = 1;

  private final transient Set<String> asked = ConcurrentHashMap.newKeySet();

  private AskedProperties() {}

  /** A copy that has not been asked for anything. */
  static AskedProperties of(Properties properties) {
    AskedProperties copy = new AskedProperties();
    properties
        .stringPropertyNames()
        .forEach(name -> copy.setProperty(name, properties.getProperty(name)));
    return copy;
  }

  /**
   * The names that were asked for, in alphabetical order. A binding that has looked through all
   * properties has asked for every one that is given.
   */
  List<String> asked() {
    return List.copyOf(new TreeSet<>(asked));
  }

  /** The names that were asked for, but are not given, in alphabetical order. */
  List<String> missing() {
    return asked().stream().filter(name -> !super.containsKey(name)).toList();
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
  public Object get(Object key) {
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
