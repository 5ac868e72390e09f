package org.plimsoll.driver.s3;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.driver.aws.AwsSettings;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/** The client of an opened bucket, with the SDK clients that all sessions share. */
final class S3Target implements Client {
  /**
   * Number of sessions. With one operation in flight on each, 64 sessions allow 3,200/s at 20 ms.
   */
  private static final int SESSIONS = 64;

  private final DriverContext context;
  private final S3Address address;
  private final S3Clients clients;
  private final Bucket bucket;
  private final ObjectRequests requests;
  private final DriverContext.Counter throttles;
  private final String product;
  private final Set<S3Session> sessions = ConcurrentHashMap.newKeySet();
  private volatile SettingValues settings;
  private volatile boolean prepared;
  private boolean closed;

  private S3Target(
      DriverContext context,
      S3Address address,
      S3Clients clients,
      Bucket bucket,
      ObjectNames names,
      String product) {
    this.context = context;
    this.address = address;
    this.clients = clients;
    this.bucket = bucket;
    this.product = product;
    settings = context.settings();
    requests = new ObjectRequests(address.bucket(), names, clients, context);
    throttles = context.counter("throttles");
  }

  static S3Target open(DriverContext context) throws IOException, GeneralSecurityException {
    S3Address address = S3Address.parse(context.address());
    S3Clients clients = S3Clients.open(address, context);
    ObjectNames names = ObjectNames.of(address);
    SettingValues settings = context.settings();
    Bucket bucket = new Bucket(clients, address.bucket(), names, settings.get(S3Settings.SCHEMA));
    try {
      ListObjectsV2Response answer = bucket.check(settings.get(AwsSettings.CONNECT_TIMEOUT));
      return new S3Target(context, address, clients, bucket, names, product(answer));
    } catch (IOException | RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  /** Returns the name that a store gives itself in its answers. */
  private static String product(@Nullable ListObjectsV2Response answer) {
    return answer == null
        ? "unknown"
        : answer.sdkHttpResponse().firstMatchingHeader("Server").orElse("unknown");
  }

  @Override
  public int preferredSessions() {
    return SESSIONS;
  }

  @Override
  public Session openSession() {
    clients.pools().renewIfSuspect();
    S3Session session = new S3Session(requests, clients.pools(), throttles, sessions::remove);
    sessions.add(session);
    return session;
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("product", product);
    facts.put("endpoint", clients.where());
    facts.put("region", clients.region());
    facts.put("bucket", address.bucket());
    facts.put("prefix", address.prefix());
    facts.put("addressing", clients.isPathStyle() ? "path" : "host");
    SettingValues now = settings;
    facts.put("checksum", Setting.choiceText(now.get(S3Settings.CHECKSUM)));
    facts.put("storage-class", Setting.choiceText(now.get(S3Settings.STORAGE_CLASS)));
    facts.put("part-size", String.valueOf(now.get(S3Settings.PART_SIZE)));
    return facts;
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    clients.settingsChanged(changed);
    requests.settingsChanged(changed);
    settings = changed;
  }

  @Override
  public void create() throws IOException {
    bucket.create();
    prepared = true;
  }

  @Override
  public void truncate() throws IOException {
    bucket.deleteRows();
  }

  @Override
  public OptionalLong count() throws IOException {
    return bucket.count();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    sessions.forEach(S3Session::close);
    try {
      if (prepared) {
        bucket.dropIfTemporary();
      }
    } catch (IOException e) {
      context.event("bucket " + address.bucket() + " remains: " + e.getMessage());
    } finally {
      clients.close();
    }
  }
}
