package org.plimsoll.driver.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Driver for any HTTP service without TLS. */
public class HttpDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(OperationType.READ, OperationType.INSERT, OperationType.UPDATE, OperationType.DELETE);

  @Override
  public String name() {
    return "http";
  }

  /** Whether connections use TLS. */
  boolean tls() {
    return false;
  }

  @Override
  public String description() {
    return "Any HTTP/1.1 or HTTP/2 service, through Vert.x";
  }

  @Override
  public List<String> targetForms() {
    return List.of(name() + "://[user:password@]host[:port][/path]");
  }

  @Override
  public List<Setting<?>> settings() {
    return HttpSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  @Override
  public Set<OperationType> operations(SettingValues settings) {
    Set<OperationType> all = new LinkedHashSet<>(OPERATIONS);
    settings
        .get(HttpSettings.REQUESTS)
        .forEach((name, line) ->
            all.add(
                line.sendsBody()
                    ? OperationType.writing(name)
                    : line.method().equals("DELETE")
                        ? new OperationType(name, OperationType.Side.WRITES, false, false)
                        : OperationType.reading(name)));
    return all;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS, Capability.FOLLOWS_NODES);
  }

  /**
   * Returns the settings that {@code --verify} needs, or empty if they are set. The body must
   * consist of a single field.
   */
  @Override
  public Optional<String> rowsNeed(SettingValues settings, List<String> fieldNames) {
    return fieldNames.size() == 1 && settings.get(HttpSettings.BODY).equals("{field}")
        ? Optional.empty()
        : Optional.of("fields=1 and body={field}");
  }

  @Override
  public void checkAddress(String address) {
    var _ = HttpAddress.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return HttpTarget.open(context, tls());
  }
}
