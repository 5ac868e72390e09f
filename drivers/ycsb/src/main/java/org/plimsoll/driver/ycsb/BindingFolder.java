package org.plimsoll.driver.ycsb;

import java.io.IOException;
import java.io.Reader;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The location of a binding's classes, in one of the layouts of YCSB: its release of all bindings
 * ({@code lib}, {@code redis-binding/lib}, {@code redis-binding/conf}, {@code
 * bin/bindings.properties}), the release of one binding ({@code lib}, {@code conf}), its sources
 * after a build ({@code redis/target}, {@code redis/target/dependency}), or a folder of jars.
 *
 * @param className the DB class
 * @param entries jars and folders of classes, in order
 */
record BindingFolder(String className, List<Path> entries) {
  private static final Map<String, String> BUILT_IN =
      Map.of("basic", "site.ycsb.BasicDB", "basicts", "site.ycsb.BasicTSDB");

  BindingFolder {
    entries = List.copyOf(entries);
  }

  /**
   * Finds a binding.
   *
   * @param address the name of a binding, or of a class
   * @param folder the folder; empty for the bindings in YCSB's core
   * @throws IllegalArgumentException if there is no such binding; the message is one sentence
   */
  static BindingFolder find(String address, String folder) throws IOException {
    if (folder.isEmpty()) {
      return new BindingFolder(className(address, Map.of(), folder), List.of());
    }
    Path root = Path.of(folder);
    if (!Files.isDirectory(root)) {
      throw new IllegalArgumentException(
          "binding: must be a folder of YCSB or of one of its bindings, was '" + folder + "'");
    }
    Map<String, String> known = known(root);
    String name = className(address, known, folder);
    List<Path> entries = new ArrayList<>();
    for (Path home : homes(root, module(address, name, known))) {
      for (String conf : List.of("conf", "target/classes", "src/main/conf")) {
        if (Files.isDirectory(home.resolve(conf))) {
          entries.add(home.resolve(conf));
        }
      }
      for (String lib : List.of("", "lib", "target", "target/dependency")) {
        entries.addAll(jars(home.resolve(lib)));
      }
    }
    if (entries.isEmpty()) {
      throw new IllegalArgumentException(
          "binding: must be a folder with jars in lib or "
              + "NAME-binding/lib, was '"
              + folder
              + "'");
    }
    return new BindingFolder(name, entries);
  }

  /** The entries as URLs for a class loader. */
  URL[] urls() throws IOException {
    URL[] urls = new URL[entries.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = entries.get(i).toUri().toURL();
    }
    return urls;
  }

  private static String className(String address, Map<String, String> known, String folder) {
    String byName = known.getOrDefault(address, BUILT_IN.get(address));
    if (byName != null) {
      return byName;
    }
    if (address.indexOf('.') > 0) {
      return address;
    }
    throw new IllegalArgumentException(
        "ycsb: no binding named '"
            + address
            + "'"
            + (folder.isEmpty()
                ? "; name the folder of YCSB or of the binding with --set binding=FOLDER"
                : " in '"
                    + folder
                    + "'; name its class instead, such as site.ycsb.db.RedisClient"));
  }

  /** Returns the class of each known binding, from the file that the launcher of YCSB also uses. */
  private static Map<String, String> known(Path root) throws IOException {
    Map<String, String> known = new LinkedHashMap<>();
    for (String file : List.of("bin/bindings.properties", "../bin/bindings.properties")) {
      Path path = root.resolve(file);
      if (Files.isRegularFile(path)) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(path)) {
          properties.load(reader);
        }
        properties.forEach((name, type) ->
            known.putIfAbsent(String.valueOf(name).strip(), String.valueOf(type).strip()));
      }
    }
    return known;
  }

  /**
   * Returns the module of a binding. For example, {@code cassandra-cql} is in the module {@code
   * cassandra}.
   */
  private static String module(String address, String className, Map<String, String> known) {
    String name = address;
    if (address.indexOf('.') > 0) {
      name =
          known.entrySet().stream()
              .filter(entry -> entry.getValue().equals(className))
              .map(Map.Entry::getKey)
              .findFirst()
              .orElse(address);
    }
    int hyphen = name.indexOf('-');
    return hyphen < 0 ? name : name.substring(0, hyphen);
  }

  private static List<Path> homes(Path root, String module) {
    return Stream.of(root.resolve(module + "-binding"), root.resolve(module), root)
        .filter(Files::isDirectory)
        .toList();
  }

  private static List<Path> jars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }
}
