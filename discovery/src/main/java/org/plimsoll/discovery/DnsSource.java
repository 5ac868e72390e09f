package org.plimsoll.discovery;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.HostCheck;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.ResolverConfig;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;
import org.xbill.DNS.lookup.LookupFailedException;
import org.xbill.DNS.lookup.LookupSession;
import org.xbill.DNS.lookup.NoSuchDomainException;
import org.xbill.DNS.lookup.NoSuchRRSetException;

/**
 * A source that reads the records of a DNS name, again when the first of them expires (RFC 1035,
 * RFC 2782). The target of an SRV record remains a name, which is resolved for each connection.
 * With a given DNS server, that server resolves it, since the system may not know the name.
 */
final class DnsSource implements Source {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final DiscoverySpec.Dns spec;
  private final HostCheck hosts;
  private final Name query;
  private @Nullable LookupSession session;
  private long leastSeconds;

  DnsSource(DiscoverySpec.Dns spec, HostCheck hosts) {
    this.spec = spec;
    this.hosts = hosts;
    try {
      query = Name.fromString(spec.query());
    } catch (TextParseException e) {
      throw new IllegalArgumentException("must be a DNS name, was '" + spec.query() + "'", e);
    }
  }

  @Override
  public List<DiscoveredNode> read() throws IOException, InterruptedException {
    LookupSession asked = session();
    leastSeconds = Long.MAX_VALUE;
    List<DiscoveredNode> nodes = new ArrayList<>();
    if (!spec.isService()) {
      for (String address : addresses(asked, query)) {
        nodes.add(DiscoveredNode.of(address, spec.port()));
      }
      return nodes;
    }
    for (Record each : records(asked, query, Type.SRV)) {
      // A target of "." means that the service does not exist.
      if (each instanceof SRVRecord service && !service.getTarget().equals(Name.root)) {
        for (String host : hosts(asked, service)) {
          nodes.add(new DiscoveredNode(host, service.getPort(), "", "", facts(service), true));
        }
      }
    }
    return nodes;
  }

  private static Map<String, String> facts(SRVRecord service) {
    return Map.of(
        "priority",
        String.valueOf(service.getPriority()),
        "weight",
        String.valueOf(service.getWeight()));
  }

  private List<String> hosts(LookupSession asked, SRVRecord service)
      throws IOException, InterruptedException {
    return spec.server() == null
        ? List.of(service.getTarget().toString(true))
        : addresses(asked, service.getTarget());
  }

  /** Returns the IPv4 addresses of a name, or its IPv6 addresses if there are no others. */
  private List<String> addresses(LookupSession asked, Name name)
      throws IOException, InterruptedException {
    List<String> found = new ArrayList<>();
    for (int type : new int[] {Type.A, Type.AAAA}) {
      for (Record each : found.isEmpty() ? records(asked, name, type) : List.<Record>of()) {
        if (each instanceof ARecord four) {
          found.add(four.getAddress().getHostAddress());
        } else if (each instanceof AAAARecord six) {
          found.add(six.getAddress().getHostAddress());
        }
      }
    }
    if (found.isEmpty()) {
      throw new IOException("the name " + name.toString(true) + " has no address");
    }
    return found;
  }

  /** Returns the records of a name; empty if the name has no record of this type. */
  private List<Record> records(LookupSession asked, Name name, int type)
      throws IOException, InterruptedException {
    try {
      List<Record> records =
          asked
              .lookupAsync(name, type)
              .toCompletableFuture()
              .get(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
              .getRecords();
      records.forEach(each -> leastSeconds = Math.min(leastSeconds, each.getTTL()));
      return records;
    } catch (ExecutionException e) {
      return switch (e.getCause()) {
        case NoSuchRRSetException _ -> List.of();
        case NoSuchDomainException _ ->
            throw new IOException("there is no name " + name.toString(true), e);
        case LookupFailedException failed ->
            throw new IOException("the DNS server did not resolve " + name.toString(true), failed);
        case null, default -> throw new IOException("no DNS server answered", e);
      };
    } catch (TimeoutException e) {
      throw new IOException("no DNS server answered within 10s", e);
    }
  }

  /**
   * Creates a session without a cache, because this class queries again only when records expire.
   */
  private LookupSession session() throws UnknownHostException {
    InetSocketAddress server = spec.server();
    if (server != null) {
      String authority = HostPort.of(server).toString();
      hosts.reaches(Access.SETTING, URI.create("dns://" + authority));
    }
    LookupSession current = session;
    if (current == null) {
      Resolver resolver = server == null ? new ExtendedResolver() : resolver(server);
      resolver.setTimeout(PATIENCE);
      ResolverConfig config = ResolverConfig.getCurrentConfig();
      LookupSession.LookupSessionBuilder builder = LookupSession.builder().resolver(resolver);
      if (server == null) {
        builder.searchPath(config.searchPath()).ndots(config.ndots());
      }
      current = builder.build();
      session = current;
    }
    return current;
  }

  private static SimpleResolver resolver(InetSocketAddress server) throws UnknownHostException {
    InetSocketAddress resolved = new InetSocketAddress(server.getHostString(), server.getPort());
    if (resolved.isUnresolved()) {
      throw new UnknownHostException("the host " + server.getHostString() + " has no address");
    }
    return new SimpleResolver(resolved);
  }

  /** Returns the time until the first record expires, at least 1 s. */
  @Override
  public long waitNanos() {
    long expiresNanos = TimeUnit.SECONDS.toNanos(leastSeconds);
    return Math.clamp(expiresNanos, LEAST_NANOS, spec.mostNanos());
  }

  @Override
  public void close() {}
}
