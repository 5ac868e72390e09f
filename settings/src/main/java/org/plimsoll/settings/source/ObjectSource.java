package org.plimsoll.settings.source;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.custom.ObjectStore;
import org.plimsoll.api.custom.ObjectStore.StoredObject;
import org.plimsoll.engine.clock.Polled;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.PropertySourceSpec;
import org.plimsoll.settings.PropertyTexts;
import org.plimsoll.settings.text.SecretReference;

/** An object in an object store. The client of the store has its own class loader. */
final class ObjectSource implements Polled<Map<String, String>> {
  private static final String STORE = "s3";

  private final PropertySourceSpec.S3Object spec;
  private final StoredObject object;
  private final HostCheck hosts;
  private Map<String, String> texts = Map.of();

  private ObjectSource(PropertySourceSpec.S3Object spec, StoredObject object, HostCheck hosts) {
    this.spec = spec;
    this.hosts = hosts;
    this.object = object;
  }

  static ObjectSource of(PropertySourceSpec.S3Object spec, Plugins plugins, HostCheck hosts)
      throws Exception {
    ObjectStore store = store(plugins);
    Map<String, String> options = options(spec);
    return new ObjectSource(
        spec, Plugins.call(store, () -> store.open(spec.bucket(), spec.key(), options)), hosts);
  }

  private static ObjectStore store(Plugins plugins) {
    try {
      return plugins.custom(ObjectStore.class, STORE);
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException("needs the folder 's3' in the drivers folder", e);
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
    spec.reached().ifPresent(url -> hosts.reaches(PropertySources.PROPERTIES, URI.create(url)));
    Optional<byte[]> read = Plugins.call(object, () -> object.read(PropertyTexts.MAX_BYTES));
    if (read.isPresent()) {
      boolean isYaml = PropertyTexts.isYaml(object.mediaType(), spec.key());
      texts = PropertyTexts.parse(read.get(), "it", isYaml);
    }
    return texts;
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
