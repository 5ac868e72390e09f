package org.plimsoll.engine.telemetry;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.result.SeriesId;

/**
 * A telemetry source for attributes of a JMX bean in another process. The source of a series is the
 * bean's name. Its labels are the bean's other properties, which distinguish {@code scope=Read}
 * from {@code scope=Write}.
 *
 * <p>A bean of the Metrics library has its unit in another attribute, {@code DurationUnit}. Its
 * {@code 99thPercentile} is converted to {@code p99_seconds}, and {@code Mean} to {@code
 * mean_seconds}.
 */
final class JmxTelemetry implements TelemetrySource {
  /** The domain of the JDK's beans, which needs no label. */
  private static final String JDK = "java.lang";

  private static final String UNIT = "DurationUnit";
  private static final Pattern QUANTILE = Pattern.compile("(\\d{2,4})thPercentile|Mean|Max|Min");

  private final JmxConnection connection;
  private final String bean;
  private final List<String> attributes;

  JmxTelemetry(InetSocketAddress address, String bean, List<String> attributes, HostCheck hosts) {
    this.connection = new JmxConnection(address, hosts, false);
    this.bean = bean;
    this.attributes = attributes;
  }

  @Override
  public String name() {
    return "jmx " + connection.name() + " " + bean;
  }

  @Override
  public Map<SeriesId, Double> read() throws IOException, JMException {
    try {
      MBeanServerConnection beans = connection.beans();
      ObjectName name = new ObjectName(bean);
      Map<SeriesId, Double> values = new LinkedHashMap<>();
      double unitSeconds = unitSeconds(beans, name);
      for (String attribute : attributes) {
        double value = number(beans, name, attribute);
        Matcher quantile = QUANTILE.matcher(attribute);
        if (unitSeconds > 0 && quantile.matches()) {
          String percentile = quantile.group(1);
          String metric =
              percentile == null ? attribute.toLowerCase(Locale.ROOT) : "p" + percentile;
          values.put(series(name, metric + "_seconds"), value * unitSeconds);
        } else {
          values.put(series(name, attribute), value);
        }
      }
      return values;
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Returns the unit of a bean's durations in seconds; 0 if the bean does not report one. */
  private static double unitSeconds(MBeanServerConnection beans, ObjectName name)
      throws IOException, JMException {
    try {
      String unit = String.valueOf(beans.getAttribute(name, UNIT)).toUpperCase(Locale.ROOT);
      return TimeUnit.valueOf(unit).toNanos(1) / 1e9;
    } catch (AttributeNotFoundException | IllegalArgumentException e) {
      return 0;
    }
  }

  private SeriesId series(ObjectName name, String attribute) {
    Map<String, String> labels = new HashMap<>(name.getKeyPropertyList());
    // The name, because all beans of one type share the type.
    String own = labels.remove(labels.containsKey("name") ? "name" : "type");
    if (!name.getDomain().equals(JDK)) {
      labels.put("domain", name.getDomain());
    }
    return SeriesId.of(own == null ? "bean" : own, connection.name(), attribute, labels);
  }

  private static double number(MBeanServerConnection beans, ObjectName name, String attribute)
      throws IOException, JMException {
    int dot = attribute.indexOf('.');
    Object value = beans.getAttribute(name, dot < 0 ? attribute : attribute.substring(0, dot));
    if (dot >= 0 && value instanceof CompositeData composite) {
      value = composite.get(attribute.substring(dot + 1));
    }
    return switch (value) {
      case Number number -> number.doubleValue();
      case Boolean flag -> flag ? 1 : 0;
      default -> throw new IOException("'" + attribute + "' is not a number");
    };
  }

  @Override
  public void close() {
    connection.close();
  }
}
