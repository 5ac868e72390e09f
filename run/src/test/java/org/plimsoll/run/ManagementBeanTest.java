package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Summary;

/**
 * Tests a run's management bean over a JMX connection on the loopback interface, as jconsole uses
 * it.
 */
class ManagementBeanTest {
  private static Set<ObjectName> runs(MBeanServerConnection server, String name) throws Exception {
    return server.queryNames(new ObjectName("org.plimsoll:type=Run,name=" + name + ",*"), null);
  }

  @Test
  @SuppressWarnings("BanJNDI") // this process answers
  void aRunIsReadChangedSwitchedAndStoppedOverJmx() throws Exception {
    JMXConnectorServer listening =
        JMXConnectorServerFactory.newJMXConnectorServer(
            new JMXServiceURL("rmi", "127.0.0.1", 0),
            Map.of(),
            ManagementFactory.getPlatformMBeanServer());
    listening.start();
    try (RunningRun run =
            RunningRun.begin(Map.of("rate", "100", "name", "jmx-test", "mix", "read=1,update=1"));
        JMXConnector connector = JMXConnectorFactory.connect(listening.getAddress())) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      run.awaitRate(100);
      ObjectName name = runs(server, "jmx-test").iterator().next();
      assertThat(name.getKeyProperty("id")).isEqualTo(run.control().run().id());
      describesItself(server, name);
      showsTheLastSecond(server, name);

      server.setAttribute(name, new Attribute("rate", "200"));
      assertThat(server.getAttribute(name, "rate")).isEqualTo("200");
      assertThat(run.awaitEvent(EventKind.PARAMETER, "rate").text())
          .isEqualTo("jmx changed rate from 100 to 200");
      run.awaitRate(200);
      refuses(server, name);
      switches(server, name, run);

      server.invoke(name, "stop", new Object[0], new String[0]);
      Summary summary = run.ended();
      assertThat(summary.accounting().answered().succeeded()).isPositive();
      assertThat(runs(server, "jmx-test")).isEmpty();
    } finally {
      listening.stop();
    }
  }

  private static void describesItself(MBeanServerConnection server, ObjectName name)
      throws Exception {
    Map<String, MBeanAttributeInfo> attributes =
        Arrays.stream(server.getMBeanInfo(name).getAttributes())
            .collect(Collectors.toMap(MBeanAttributeInfo::getName, each -> each));
    assertThat(known(attributes.get("rate")).isWritable()).isTrue();
    assertThat(known(attributes.get("warmup")).isWritable()).isFalse();
    assertThat(known(attributes.get("set.service")).isWritable()).isTrue();
    assertThat(known(attributes.get("keys")).getDescription())
        .isEqualTo("number of keys; must be a whole number from 1 to 2^62");
    assertThat(known(attributes.get("backlog")).isWritable()).isFalse();
    assertThat(server.getMBeanInfo(name).getOperations())
        .extracting(MBeanOperationInfo::getName)
        .containsExactlyInAnyOrder("stop", "abort", "switchReads", "switchWrites");
    assertThat(server.getAttribute(name, "set.service")).isEqualTo("constant(1ms)");
  }

  private static <T> T known(@Nullable T value) {
    return Objects.requireNonNull(value);
  }

  private static void showsTheLastSecond(MBeanServerConnection server, ObjectName name)
      throws Exception {
    assertThat(server.getAttribute(name, "targetPerSecond")).isEqualTo(100.0);
    assertThat((double) server.getAttribute(name, "throughputPerSecond")).isPositive();
    assertThat(server.getAttribute(name, "errorsPerSecond")).isEqualTo(0.0);
    assertThat(server.getAttribute(name, "phase")).isEqualTo("measure");
    TabularData table = (TabularData) server.getAttribute(name, "p99Nanos");
    CompositeData read = table.get(new Object[] {"read"});
    assertThat((long) read.get("nanos")).isGreaterThan(900_000);
    AttributeList some =
        server.getAttributes(name, new String[] {"inFlight", "rate", "nothing", "backlog"});
    assertThat(some.asList())
        .extracting(Attribute::getName)
        .containsExactly("inFlight", "rate", "backlog");
  }

  private static void refuses(MBeanServerConnection server, ObjectName name) throws Exception {
    assertThatThrownBy(() -> server.setAttribute(name, new Attribute("rate", "fast")))
        .isInstanceOf(InvalidAttributeValueException.class)
        .hasMessageContaining("rate: must be operations per second");
    assertThatThrownBy(() -> server.setAttribute(name, new Attribute("warmup", "1s")))
        .isInstanceOf(InvalidAttributeValueException.class)
        .hasMessageContaining("cannot change during a run");
    assertThatThrownBy(() -> server.setAttribute(name, new Attribute("backlog", 5)))
        .isInstanceOf(AttributeNotFoundException.class);
    assertThatThrownBy(() -> server.getAttribute(name, "raet"))
        .isInstanceOf(AttributeNotFoundException.class);
    AttributeList both =
        new AttributeList(List.of(new Attribute("rate", "900"), new Attribute("keys", "none")));
    assertThat(server.setAttributes(name, both)).isEmpty();
    assertThat(server.getAttribute(name, "rate")).isEqualTo("200");
  }

  private static void switches(MBeanServerConnection server, ObjectName name, RunningRun run)
      throws Exception {
    server.invoke(name, "switchWrites", new Object[] {false}, new String[] {"boolean"});
    run.awaitEvent(EventKind.PARAMETER, "jmx changed writes from on to off");
    run.awaitRate(100);
    server.invoke(name, "switchWrites", new Object[] {true}, new String[] {"boolean"});
    assertThat(run.control().run().switches().writes()).isTrue();
  }
}
