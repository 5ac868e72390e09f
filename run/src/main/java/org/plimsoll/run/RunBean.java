package org.plimsoll.run;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.LiveParameters.Parameter;

/**
 * A run as a management bean, {@code org.plimsoll:type=Run,name=…,id=…}. Its attributes are the
 * parameters and the figures of the last second; live parameters can be set.
 */
final class RunBean implements DynamicMBean, Companion {
  private static final String WHO = "jmx";
  private static final String TEXT = String.class.getName();

  private final TextControl control;
  private final LiveFigures figures;
  private final Map<String, Figure> known;
  private @Nullable ObjectName registered;

  /** A figure of the last second. */
  private record Figure(
      String name, OpenType<?> type, String description, Function<Interval, Object> value) {}

  RunBean(TextControl control, LiveFigures figures) {
    this.control = control;
    this.figures = figures;
    this.known = new LinkedHashMap<>();
    for (Figure figure :
        List.of(
            new Figure(
                "phase",
                SimpleType.STRING,
                "the current phase",
                interval -> interval.window().phase().text()),
            new Figure(
                "targetPerSecond",
                SimpleType.DOUBLE,
                "target rate in operations per second; 0 in a closed load",
                each -> each.figures().targetPerSecond()),
            new Figure(
                "throughputPerSecond",
                SimpleType.DOUBLE,
                "operations answered per second",
                each -> each.figures().throughputPerSecond()),
            new Figure(
                "errorsPerSecond",
                SimpleType.DOUBLE,
                "operations failed, timed out or shed per second",
                RunBean::errorsPerSecond),
            new Figure(
                "inFlight",
                SimpleType.INTEGER,
                "calls in flight",
                each -> each.figures().inFlight()),
            new Figure(
                "backlog",
                SimpleType.INTEGER,
                "arrivals that wait",
                each -> each.figures().backlog()),
            new Figure(
                "p99Nanos",
                P99.TABLE,
                "99th percentile of response time, of service time in a closed load",
                P99::of),
            new Figure(
                "validity",
                SimpleType.STRING,
                "whether the generator distorted the figures: valid, suspect or invalid",
                interval -> interval.verdict().validity().text()))) {
      known.put(figure.name(), figure);
    }
  }

  private static double errorsPerSecond(Interval interval) {
    return interval.figures().accounting().errors().total()
        * 1e9
        / Math.max(1, interval.window().lengthNanos());
  }

  /** Latencies by operation, as a table that jconsole can display. */
  private static final class P99 {
    static final CompositeType ROW;
    static final TabularType TABLE;

    static {
      try {
        ROW =
            new CompositeType(
                "latency",
                "latency of an operation",
                new String[] {"operation", "nanos"},
                new String[] {"the operation", "nanoseconds"},
                new OpenType<?>[] {SimpleType.STRING, SimpleType.LONG});
        TABLE = new TabularType("latencies", "by operation", ROW, new String[] {"operation"});
      } catch (OpenDataException e) {
        throw new IllegalStateException(e);
      }
    }

    static Object of(Interval interval) {
      TabularDataSupport table = new TabularDataSupport(TABLE);
      interval
          .figures()
          .operations()
          .forEach((operation, figures) -> {
            Interval.Percentiles response = figures.responseNanos();
            long nanos = response.count() > 0 ? response.p99() : figures.serviceNanos().p99();
            try {
              table.put(
                  new CompositeDataSupport(ROW, Map.of("operation", operation, "nanos", nanos)));
            } catch (OpenDataException e) {
              throw new IllegalStateException(e);
            }
          });
      return table;
    }
  }

  @Override
  public synchronized void begin() {
    Run run = control.run();
    if (run.context().clock().isVirtual()) {
      return; // the run ended before the attributes could be read
    }
    try {
      ObjectName name =
          new ObjectName(
              "org.plimsoll:type=Run,name="
                  + run.context().spec().identity().name()
                  + ",id="
                  + run.id());
      registered =
          ManagementFactory.getPlatformMBeanServer().registerMBean(this, name).getObjectName();
    } catch (JMException e) {
      run.tell(EventKind.WARNING, "jmx: the run cannot be registered: " + e.getMessage());
    }
  }

  @Override
  public synchronized void close() {
    ObjectName name = registered;
    registered = null;
    if (name != null) {
      try {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
      } catch (JMException e) {
        // The bean was already unregistered.
      }
    }
  }

  @Override
  public @Nullable Object getAttribute(String name) throws AttributeNotFoundException {
    Figure figure = known.get(name);
    if (figure != null) {
      Interval last = figures.last();
      return last == null ? null : figure.value().apply(last);
    }
    Parameter parameter =
        control.parameters().all().stream()
            .filter(each -> each.path().equals(name))
            .findFirst()
            .orElseThrow(() -> new AttributeNotFoundException(name + " is not a parameter"));
    return parameter.text();
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    Map<String, @Nullable String> texts = new HashMap<>();
    control.parameters().all().forEach(each -> texts.put(each.path(), each.text()));
    Interval last = figures.last();
    AttributeList list = new AttributeList();
    for (String name : names) {
      Figure figure = known.get(name);
      if (figure != null) {
        list.add(new Attribute(name, last == null ? null : figure.value().apply(last)));
      } else if (texts.containsKey(name)) {
        list.add(new Attribute(name, texts.get(name)));
      }
    }
    return list;
  }

  @Override
  public void setAttribute(Attribute attribute)
      throws AttributeNotFoundException, InvalidAttributeValueException {
    String name = attribute.getName();
    if (known.containsKey(name)) {
      throw new AttributeNotFoundException(name + " is a figure, and cannot be set");
    }
    try {
      List<RunEvent.Change> _ = control.change(texts(List.of(attribute)), WHO);
    } catch (IllegalArgumentException e) {
      throw new InvalidAttributeValueException(e.getMessage());
    }
  }

  /** Changes all attributes in one step, or none of them. */
  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    try {
      List<RunEvent.Change> _ = control.change(texts(attributes.asList()), WHO);
      return attributes;
    } catch (IllegalArgumentException e) {
      return new AttributeList();
    }
  }

  private static Map<String, @Nullable String> texts(List<Attribute> attributes) {
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    for (Attribute attribute : attributes) {
      Object value = attribute.getValue();
      texts.put(attribute.getName(), value == null ? null : value.toString());
    }
    return texts;
  }

  @Override
  public @Nullable Object invoke(String name, Object[] arguments, String[] signature)
      throws ReflectionException {
    Run run = control.run();
    Switches now = run.switches();
    switch (name) {
      case "stop" -> run.stop();
      case "abort" -> run.abort();
      case "switchReads" -> run.change(new Switches(isOn(arguments), now.writes()), WHO);
      case "switchWrites" -> run.change(new Switches(now.reads(), isOn(arguments)), WHO);
      default -> throw new ReflectionException(new NoSuchMethodException(name));
    }
    return null;
  }

  private static boolean isOn(Object[] arguments) throws ReflectionException {
    if (arguments.length == 1 && arguments[0] instanceof Boolean on) {
      return on;
    }
    throw new ReflectionException(new NoSuchMethodException("the argument must be true or false"));
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    List<MBeanAttributeInfo> attributes = new ArrayList<>();
    known
        .values()
        .forEach(figure ->
            attributes.add(
                new MBeanAttributeInfo(
                    figure.name(),
                    figure.type().getClassName(),
                    figure.description(),
                    true,
                    false,
                    false)));
    control
        .parameters()
        .all()
        .forEach(each ->
            attributes.add(
                new MBeanAttributeInfo(
                    each.path(), TEXT, description(each.setting()), true, each.isLive(), false)));
    return new MBeanInfo(
        Run.class.getName(),
        "A run of Plimsoll: its parameters as texts, and the figures of its last second",
        attributes.toArray(MBeanAttributeInfo[]::new),
        null,
        new MBeanOperationInfo[] {
          operation("stop", "ends the load early, after waiting for operations in flight"),
          operation("abort", "ends the load at once"),
          operation("switchReads", "starts or stops reads", onOff()),
          operation("switchWrites", "starts or stops writes", onOff())
        },
        null);
  }

  private static String description(Setting<?> setting) {
    return setting.description() + "; must be " + setting.allowed();
  }

  private static MBeanParameterInfo onOff() {
    return new MBeanParameterInfo("on", "boolean", "whether they are on");
  }

  private static MBeanOperationInfo operation(
      String name, String description, MBeanParameterInfo... parameters) {
    return new MBeanOperationInfo(
        name, description, Objects.requireNonNull(parameters), "void", MBeanOperationInfo.ACTION);
  }
}
