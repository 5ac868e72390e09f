package org.plimsoll.engine.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.ObjectStore;
import org.plimsoll.api.ObjectStore.StoredObject;
import org.plimsoll.engine.parameter.PropertyTexts;
import org.plimsoll.engine.parameter.SecretReference;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.PropertySourceSpec;

/** An object in a store, whose client has a class loader of its own. */
final class ObjectSource implements Polled {
  private static final String STORE = "s3";

  private final PropertySourceSpec.S3Object spec;
  private final ClassLoader loader;
  private final StoredObject object;
  private Map<String, String> texts = Map.of();

  private ObjectSource(PropertySourceSpec.S3Object spec, ClassLoader loader, StoredObject object) {
    this.spec = spec;
    this.loader = loader;
    this.object = object;
  }

  static ObjectSource of(PropertySourceSpec.S3Object spec, Plugins plugins) throws Exception {
    ObjectStore store = store(plugins);
    Map<String, String> options = options(spec);
    ClassLoader loader = store.getClass().getClassLoader();
    StoredObject object = within(loader, () -> store.open(spec.bucket(), spec.key(), options));
    return new ObjectSource(spec, loader, object);
  }

  private static ObjectStore store(Plugins plugins) {
    try {
      return plugins.custom(ObjectStore.class, STORE);
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException("needs the folder 's3' beside those of drivers", e);
    }
  }

  private static Map<String, String> options(PropertySourceSpec.S3Object spec) {
    Map<String, String> options = new HashMap<>();
    put(options, "region", spec.region());
    put(options, "endpoint", spec.endpoint() == null ? null : spec.endpoint().toString());
    put(options, "user", spec.user());
    put(options, "password", spec.password());
    put(options, "session-token", spec.sessionToken());
    return options;
  }

  private static void put(Map<String, String> options, String name, @Nullable String text) {
    if (text != null) {
      options.put(name, SecretReference.resolved(text));
    }
  }

  @Override
  public Map<String, String> read() throws Exception {
    Optional<byte[]> read = within(loader, () -> object.read(PropertyTexts.MAX_BYTES));
    if (read.isPresent()) {
      boolean isYaml = PropertyTexts.isYaml(object.mediaType(), spec.key());
      texts = PropertyTexts.parse(read.get(), "it", isYaml);
    }
    return texts;
  }

  /** Client libraries look for their parts in the thread's class loader. */
  private static <T> T within(@Nullable ClassLoader loader, Callable<T> action) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return action.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public long waitNanos() {
    return spec.periodNanos();
  }

  @Override
  public void close() {
    object.close();
  }
}
