package org.plimsoll.engine.spec;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place outside that says what parameters are to be, while a run goes on. */
public sealed interface PropertySourceSpec {
  /** What people call it, and the origin of its values; without secrets. */
  String name();

  /** A file of properties, or of YAML as a spec file; read again whenever it changes. */
  record File(String path) implements PropertySourceSpec {
    @Override
    public String name() {
      return "file " + path;
    }
  }

  /**
   * The same, read over HTTP.
   *
   * @param token refers to a secret that is sent as a bearer's; null when there is none
   */
  record Url(URI uri, long periodNanos, @Nullable String token) implements PropertySourceSpec {
    @Override
    public String name() {
      int port = uri.getPort();
      return "url "
          + uri.getScheme()
          + "://"
          + uri.getHost()
          + (port < 0 ? "" : ":" + port)
          + uri.getRawPath();
    }

    /** It may hold secrets. */
    @Override
    public String toString() {
      return name();
    }
  }

  /**
   * Rows of a data base.
   *
   * @param query gives names in its first column and values in its second
   * @param of what is asked, for people: the table, or a short name of the query
   * @param password refers to a secret; null when there is none
   * @param driver a folder with the JDBC driver's jars; null when it is on the class path
   */
  record Jdbc(
      String url,
      String query,
      String of,
      long periodNanos,
      @Nullable String user,
      @Nullable String password,
      @Nullable String driver)
      implements PropertySourceSpec {
    @Override
    public String name() {
      return "jdbc " + of;
    }

    /** It may hold secrets. */
    @Override
    public String toString() {
      return name();
    }
  }

  /** The variables of this process's environment that begin with {@code PLIMSOLL_}. */
  record Environment() implements PropertySourceSpec {
    @Override
    public String name() {
      return "environment";
    }
  }

  /** A class of the user's, in a folder of this name. */
  record Custom(String called, List<String> arguments) implements PropertySourceSpec {
    public Custom {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String name() {
      return "custom " + called;
    }

    /** Its arguments may hold secrets. */
    @Override
    public String toString() {
      return name();
    }
  }
}
