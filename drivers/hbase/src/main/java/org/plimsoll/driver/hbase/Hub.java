package org.plimsoll.driver.hbase;

import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;

/**
 * A connection of HBase's client, with one socket to each region server that it uses, and the
 * table. Requests on the table complete on the threads of the sockets.
 *
 * @param threads the threads of the sockets
 */
record Hub(
    AsyncConnection connection, AsyncTable<AdvancedScanResultConsumer> table, Executor threads) {
  static Hub of(AsyncConnection connection, TableName table, Executor threads) {
    return new Hub(connection, connection.getTable(table), threads);
  }
}
