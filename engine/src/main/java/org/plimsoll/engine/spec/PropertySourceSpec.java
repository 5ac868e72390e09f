package org.plimsoll.engine.spec;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A place outside that says what parameters are to be, while a run goes on. */
public sealed interface PropertySourceSpec {
  /** What people call it, and the origin of its values; without secrets. */
  String name();

  /** The URL of the host that it is read from; empty where there is none that a spec can name. */
  default Optional<String> reached() {
    return Optional.empty();
  }

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

    @Override
    public Optional<String> reached() {
      return Optional.of(uri.toString());
    }

    /** It may hold secrets. */
    @Override
    public String toString() {
      return name();
    }
  }

  /**
   * An object in a store that speaks S3's protocol.
   *
   * @param key as it is, not percent-encoded
   * @param region null for that of the environment or a profile
   * @param endpoint of a store that is not Amazon's; null for Amazon's
   * @param user the access key's id, or a reference to it; null for credentials of the environment,
   *     a profile, the container or the instance
   * @param password refers to the secret access key; null without a user
   * @param sessionToken refers to that of temporary credentials; null when there is none
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

    @Override
    public Optional<String> reached() {
      return Optional.of(url);
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
