package org.plimsoll.api.custom;

import java.util.Map;
import java.util.Optional;

/**
 * A store of objects, such as S3, that property sources are read from. It lies in the folder of its
 * URLs' scheme beside those of drivers, in a class loader of its own, and is found by {@link
 * java.util.ServiceLoader}. When an object is asked for, what it says and what happens in an outage
 * is not its concern.
 */
@FunctionalInterface
public interface ObjectStore {
  /**
   * Makes ready to read an object. Nothing is sent yet.
   *
   * @param options of the store, such as its region; references to secrets are resolved
   * @throws Exception when it cannot be read this way, with one sentence for the user without
   *     secrets
   */
  StoredObject open(String bucket, String key, Map<String, String> options) throws Exception;

  /** One object, which is read now and then. Not safe for several threads at once. */
  interface StoredObject extends AutoCloseable {
    /**
     * Reads it, if it has changed since it was read last.
     *
     * @param mostBytes a larger one is refused
     * @return its content; empty when it has not changed
     * @throws Exception when it cannot be read, with one sentence for the user without secrets
     */
    Optional<byte[]> read(int mostBytes) throws Exception;

    /** The media type of what was read last; empty when the store does not know. */
    String mediaType();

    @Override
    void close();
  }
}
