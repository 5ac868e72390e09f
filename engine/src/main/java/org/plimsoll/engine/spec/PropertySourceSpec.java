package org.plimsoll.engine.spec;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.kit.JdbcUrl;

/** An external source that sets parameters during a run. */
public sealed interface PropertySourceSpec {
  /**
   * Returns the display name of the source, shown as the origin of its values. It contains no
   * secrets.
   */
  String name();

  /**
   * Returns the URL of the host that the source is read from; empty if there is no host or it is
   * unknown.
   */
  default Optional<String> reached() {
    return Optional.empty();
  }

  /** A properties file or a YAML spec file, read again whenever it changes. */
  record File(String path) implements PropertySourceSpec {
    @Override
    public String name() {
      return "file " + path;
    }
  }

  /**
   * A properties or YAML file fetched over HTTP.
   *
   * @param token reference to a secret that is sent as a bearer token; null if none
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

    @Override
    public Optional<String> reached() {
      return Optional.of(uri.toString());
    }

    /** Returns the source without its parameters, which may contain secrets. */
    @Override
    public String toString() {
      return name();
    }
  }

  /**
   * An object in an S3-compatible store.
   *
   * @param key object key, not percent-encoded
   * @param region region; null = from the environment or a profile
   * @param endpoint URI of a store other than Amazon S3; null = Amazon S3
   * @param user access key ID or a reference to it; null = credentials from the environment, a
   *     profile, the container or the instance
   * @param password reference to the secret access key; null without a user
   * @param sessionToken reference to the session token of temporary credentials; null if none
   */
  record S3Object(
      String bucket,
      String key,
      long periodNanos,
      @Nullable String region,
      @Nullable URI endpoint,
      @Nullable String user,
      @Nullable String password,
      @Nullable String sessionToken)
      implements PropertySourceSpec {
    @Override
    public String name() {
      return "url s3://" + bucket + "/" + key;
    }

    @Override
    public Optional<String> reached() {
      if (endpoint != null) {
        return Optional.of(endpoint.toString());
      }
      String of = region == null ? "" : "." + region;
      String china = region != null && region.startsWith("cn-") ? ".cn" : "";
      return Optional.of("https://" + bucket + ".s3" + of + ".amazonaws.com" + china);
    }

    @Override
    public String toString() {
      return name();
    }
  }

  /**
   * Rows of a database, read through JDBC.
   *
   * @param url JDBC URL, in a form that {@link JdbcUrl} accepts
   * @param query SQL with a name in the first column and a value in the second
   * @param of display name: the table, or a short name of the query
   * @param password reference to a secret; null if none
   * @param driver folder with the jars of the JDBC driver; null if it is on the class path
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
    public Jdbc {
      try {
        var _ = JdbcUrl.parse(url);
      } catch (IllegalArgumentException e) {
        throw new InvalidSpecException("properties: " + e.getMessage(), e);
      }
    }

    @Override
    public String name() {
      return "jdbc " + of;
    }

    @Override
    public Optional<String> reached() {
      return Optional.of(url);
    }

    /** Returns the source without its parameters, which may contain secrets. */
    @Override
    public String toString() {
      return name();
    }
  }

  /** This process's environment variables that start with {@code PLIMSOLL_}. */
  record Environment() implements PropertySourceSpec {
    @Override
    public String name() {
      return "environment";
    }
  }

  /** A user's class, in the folder with this name. */
  record Custom(String called, List<String> arguments) implements PropertySourceSpec {
    public Custom {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String name() {
      return "custom " + called;
    }

    /** Returns the class without its arguments, which may contain secrets. */
    @Override
    public String toString() {
      return name();
    }
  }
}
