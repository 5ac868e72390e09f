package org.plimsoll.api.custom;

import java.util.Map;
import java.util.Optional;

/**
 * An object store, such as S3, that property sources are read from. {@link java.util.ServiceLoader}
 * finds it in the folder named as the scheme of its URLs, next to the folders of drivers, in its
 * own class loader. The caller handles polling, parsing and outages.
 */
@FunctionalInterface
public interface ObjectStore {
  /**
   * Prepares to read an object. Sends nothing yet.
   *
   * @param options the options of the store, such as its region; references to secrets are resolved
   * @throws Exception if the options are not valid, with one sentence for the user, without secrets
   */
  StoredObject open(String bucket, String key, Map<String, String> options) throws Exception;

  /** One object of the store, which the caller polls. Not thread-safe. */
  interface StoredObject extends AutoCloseable {
    /**
     * Reads the object, if it has changed since the last read.
     *
     * @param mostBytes maximum size; a larger object is refused
     * @return the content; empty if it has not changed
     * @throws Exception if the object cannot be read, with one sentence for the user, without
     *     secrets
     */
    Optional<byte[]> read(int mostBytes) throws Exception;

    /** Returns the media type of the last content; empty if the store does not know it. */
    String mediaType();

    @Override
    void close();
  }
}
