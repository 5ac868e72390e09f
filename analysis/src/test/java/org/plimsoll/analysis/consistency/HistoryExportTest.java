package org.plimsoll.analysis.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.consistency.OperationHistory.Entry;
import org.plimsoll.analysis.consistency.OperationHistory.Kind;
import org.plimsoll.engine.spec.ConsistencySpec.HistoryFormat;

final class HistoryExportTest {
  private static final List<Entry> HISTORY =
      List.of(
          entry(Kind.WRITE, 7, 1, 1 << 20, 0, 20),
          entry(Kind.READ_INITIAL, 7, 2, 0, 5, 10),
          // Touches the operation of its own process, so it gets another process.
          entry(Kind.READ, 7, 2, 1 << 20, 10, 30),
          entry(Kind.UNKNOWN_WRITE, 8, 1, 1 << 21, 40, KeyWrites.OPEN),
          entry(Kind.READ, 7, 1, 1 << 20, 50, 60),
          entry(Kind.READ, 7, 1, 99, 70, 80));

  @Test
  void elleReadsTransactionsOfOneStepOnARegister() throws Exception {
    assertThat(written(HistoryFormat.ELLE))
        .isEqualTo(
            """
            {:index 0, :type :invoke, :process 0, :time 0, :f :txn, :value [[:w 7 1]]}
            {:index 1, :type :invoke, :process 1, :time 5, :f :txn, :value [[:r 7 nil]]}
            {:index 2, :type :invoke, :process 2, :time 10, :f :txn, :value [[:r 7 nil]]}
            {:index 3, :type :ok, :process 1, :time 10, :f :txn, :value [[:r 7 nil]]}
            {:index 4, :type :ok, :process 0, :time 20, :f :txn, :value [[:w 7 1]]}
            {:index 5, :type :ok, :process 2, :time 30, :f :txn, :value [[:r 7 1]]}
            {:index 6, :type :invoke, :process 0, :time 40, :f :txn, :value [[:w 8 2]]}
            {:index 7, :type :invoke, :process 3, :time 50, :f :txn, :value [[:r 7 nil]]}
            {:index 8, :type :ok, :process 3, :time 60, :f :txn, :value [[:r 7 1]]}
            {:index 9, :type :info, :process 0, :f :txn, :value [[:w 8 2]]}
            """);
  }

  @Test
  void porcupineReadsALogOfGetsAndPuts() throws Exception {
    assertThat(written(HistoryFormat.PORCUPINE))
        .isEqualTo(
            """
            {:process 0, :type :invoke, :f :put, :key "7", :value "1"}
            {:process 1, :type :invoke, :f :get, :key "7", :value nil}
            {:process 2, :type :invoke, :f :get, :key "7", :value nil}
            {:process 1, :type :ok, :f :get, :key "7", :value ""}
            {:process 0, :type :ok, :f :put, :key "7", :value "1"}
            {:process 2, :type :ok, :f :get, :key "7", :value "1"}
            {:process 0, :type :invoke, :f :put, :key "8", :value "2"}
            {:process 3, :type :invoke, :f :get, :key "7", :value nil}
            {:process 3, :type :ok, :f :get, :key "7", :value "1"}
            """);
  }

  private static String written(HistoryFormat format) throws Exception {
    StringWriter out = new StringWriter();
    HistoryExport.write(HISTORY, format, out);
    return out.toString();
  }

  private static Entry entry(
      Kind kind, long key, long process, long write, long startNanos, long endNanos) {
    return new Entry(kind, key, process, 0, write, startNanos, endNanos);
  }
}
