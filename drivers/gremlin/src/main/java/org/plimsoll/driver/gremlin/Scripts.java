package org.plimsoll.driver.gremlin;

/** Groovy scripts for servers. {@code GRAPH} is replaced by the graph's name. */
final class Scripts {
  /**
   * Creates what is missing. An index on properties of the same transaction is usable at once. An
   * index on properties of a previous run is only registered at first, and the server then builds
   * it from all rows.
   */
  static final String JANUSGRAPH_SCHEMA =
      """
      def mgmt = GRAPH.openManagement()
      def text = { name -> mgmt.getPropertyKey(name) ?: mgmt.makePropertyKey(name)
          .dataType(String.class).cardinality(org.janusgraph.core.Cardinality.SINGLE).make() }
      fieldNames.each { text(it) }
      if (mgmt.getVertexLabel(labelName) == null) { mgmt.makeVertexLabel(labelName).make() }
      if (mgmt.getEdgeLabel(edgeName) == null) {
        mgmt.makeEdgeLabel(edgeName).multiplicity(org.janusgraph.core.Multiplicity.MULTI).make()
      }
      def key = text(keyName)
      def number = mgmt.getPropertyKey(numberName) ?: mgmt.makePropertyKey(numberName)
          .dataType(Long.class).cardinality(org.janusgraph.core.Cardinality.SINGLE).make()
      def missing = [(keyName): key, (numberName): number]
          .findAll { !mgmt.containsGraphIndex('by_' + it.key) }
      missing.each {
        mgmt.buildIndex('by_' + it.key, Vertex.class).addKey(it.value).buildCompositeIndex()
      }
      mgmt.commit()
      missing.keySet().each {
        org.janusgraph.graphdb.database.management.ManagementSystem
            .awaitGraphIndexStatus(GRAPH, 'by_' + it)
            .status(org.janusgraph.core.schema.SchemaStatus.ENABLED,
                org.janusgraph.core.schema.SchemaStatus.REGISTERED)
            .timeout(20, java.time.temporal.ChronoUnit.SECONDS).call()
      }
      missing.keySet().each {
        def change = GRAPH.openManagement()
        def index = change.getGraphIndex('by_' + it)
        if (index.getIndexStatus(index.getFieldKeys()[0])
            == org.janusgraph.core.schema.SchemaStatus.ENABLED) {
          change.rollback()
        } else {
          def job = change.updateIndex(index, org.janusgraph.core.schema.SchemaAction.REINDEX)
          change.commit()
          job.get()
        }
      }
      missing.size()
      """;

  /** Disables, discards and drops the indexes, in separate steps. */
  static final String JANUSGRAPH_DROP =
      """
      def step = { action, status ->
        def mgmt = GRAPH.openManagement()
        [keyName, numberName].each {
          def index = mgmt.getGraphIndex('by_' + it)
          if (index != null) { mgmt.updateIndex(index, action) }
        }
        mgmt.commit()
        [keyName, numberName].each {
          org.janusgraph.graphdb.database.management.ManagementSystem
              .awaitGraphIndexStatus(GRAPH, 'by_' + it).status(status)
              .timeout(20, java.time.temporal.ChronoUnit.SECONDS).call()
        }
      }
      step(org.janusgraph.core.schema.SchemaAction.DISABLE_INDEX,
          org.janusgraph.core.schema.SchemaStatus.DISABLED)
      def mgmt = GRAPH.openManagement()
      def jobs = [keyName, numberName].collect {
        mgmt.updateIndex(mgmt.getGraphIndex('by_' + it),
            org.janusgraph.core.schema.SchemaAction.DISCARD_INDEX)
      }
      mgmt.commit()
      jobs.each { it.get() }
      mgmt = GRAPH.openManagement()
      [keyName, numberName].each {
        mgmt.updateIndex(mgmt.getGraphIndex('by_' + it),
            org.janusgraph.core.schema.SchemaAction.DROP_INDEX)
      }
      mgmt.commit()
      2
      """;

  static final String TINKERGRAPH_SCHEMA =
      """
      [keyName, numberName].each {
        if (!GRAPH.getIndexedKeys(Vertex.class).contains(it)) {
          GRAPH.createIndex(it, Vertex.class)
        }
      }
      2
      """;

  static final String TINKERGRAPH_DROP =
      """
      [keyName, numberName].each { GRAPH.dropIndex(it, Vertex.class) }
      2
      """;

  static final String JANUSGRAPH_FACTS =
      """
      def mgmt = GRAPH.openManagement()
      def facts = [
        'server': 'JanusGraph ' + org.janusgraph.graphdb.configuration.JanusGraphConstants.VERSION,
        'gremlin': org.apache.tinkerpop.gremlin.util.Gremlin.version(),
        'storage': GRAPH.configuration().getString('storage.backend'),
        'instances': mgmt.getOpenInstances().size().toString(),
        'indexes': mgmt.getGraphIndexes(Vertex.class).findAll { index ->
            index.getFieldKeys().every { index.getIndexStatus(it)
                == org.janusgraph.core.schema.SchemaStatus.ENABLED }
          }.collect { it.name() }.sort().join(', '),
        'java': System.getProperty('java.version')]
      mgmt.rollback()
      [facts]
      """;

  static final String OTHER_FACTS =
      """
      [['server': GRAPH.getClass().getSimpleName(),
        'gremlin': org.apache.tinkerpop.gremlin.util.Gremlin.version(),
        'java': System.getProperty('java.version')]]
      """;

  /**
   * Reads the metrics of Gremlin Server and of its JVM. It uses method handles, because the metrics
   * manager has methods with a class that JanusGraph Server lacks.
   */
  static final String TELEMETRY =
      """
      def manager = Class.forName('org.apache.tinkerpop.gremlin.server.util.MetricManager')
      def lookup = java.lang.invoke.MethodHandles.lookup()
      def instance = lookup.findStaticGetter(manager, 'INSTANCE', manager).invokeWithArguments()
      def registry = lookup.findVirtual(manager, 'getRegistry', java.lang.invoke.MethodType
          .methodType(com.codahale.metrics.MetricRegistry)).invokeWithArguments(instance)
      def values = [:]
      registry.getTimers().each { name, timer ->
        def it = name.substring(name.lastIndexOf('.') + 1).replaceAll('[^a-z0-9]', '_')
        if (name.contains('GremlinServer.op.')) {
          values[it + '_total'] = timer.getCount() as double
          values[it + '_mean_seconds'] = timer.getSnapshot().getMean() / 1e9d
          values[it + '_p99_seconds'] = timer.getSnapshot().get99thPercentile() / 1e9d
        }
      }
      registry.getMeters().each { name, meter ->
        if (name.endsWith('GremlinServer.errors')) {
          values['errors_total'] = meter.getCount() as double
        }
      }
      def memory = java.lang.management.ManagementFactory.getMemoryMXBean().getHeapMemoryUsage()
      values['heap_used_bytes'] = memory.getUsed() as double
      values['heap_max_bytes'] = memory.getMax() as double
      values['gc_seconds_total'] = java.lang.management.ManagementFactory
          .getGarbageCollectorMXBeans().collect { it.getCollectionTime() }.sum() / 1000d
      values['threads'] = java.lang.management.ManagementFactory.getThreadMXBean()
          .getThreadCount() as double
      [values]
      """;

  private Scripts() {}
}
