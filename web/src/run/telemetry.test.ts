import { describe, expect, it } from 'vitest';
import { bridged, meanMeasured, readingAt } from '../history/readings';
import { columnIn, emptyColumns, namesUnder } from '../history/columns';
import { countCharts } from './driverCounts';
import { isServerLatency, seriesOf, targetCharts, unitOf } from './telemetry';

const shape = (charts: { title: string; lines: { label: string }[] }[]) =>
  charts.map(({ title, lines }) => [title, ...lines.map(({ label }) => label)]);

describe('a telemetry series', () => {
  it('has a source, a node, a metric and labels', () => {
    expect(seriesOf('redis.used_memory_bytes{node="10.0.0.1:6379"}')).toEqual({
      text: 'redis.used_memory_bytes{node="10.0.0.1:6379"}',
      source: 'redis',
      node: '10.0.0.1:6379',
      metric: 'used_memory_bytes',
      labels: {},
    });
    expect(seriesOf('http_requests/s{node="a",code="200",path="/a b{\\"}"}').labels).toEqual({
      code: '200',
      path: '/a b{"}',
    });
    expect(seriesOf('broken{ 1').metric).toBe('broken{ 1');
  });

  it('has its unit at the end of its name', () => {
    const shown = (metric: string, value: number) => unitOf(metric).format(value);
    expect(shown('used_memory_bytes', 2e6)).toBe('2.00 MB');
    expect(shown('network_sent_bytes/s', 2e6)).toBe('2.00 MB/s');
    expect(shown('cpu_ratio', 0.254)).toBe('25.4 %');
    expect(shown('cpu_user_seconds/s', 0.5)).toBe('0.50');
    expect(shown('command_mean_seconds', 12e-6)).toBe('12.0 µs');
    expect(shown('keyspace_hits/s', 1200)).toBe('1.20k/s');
    expect(isServerLatency(seriesOf('cassandra.local_read_p99_seconds'))).toBe(true);
    expect(isServerLatency(seriesOf('redis.cpu_user_seconds/s'))).toBe(false);
  });

  it('keeps the slash of its name', () => {
    const columns = { ...emptyColumns(), values: new Map([['telemetry/redis.keyspace_hits/s', [1]]]) };
    expect(namesUnder(columns, 'telemetry')).toEqual(['redis.keyspace_hits/s']);
  });

  it('shares a chart with those of its source and unit, and with its other nodes', () => {
    const names = [
      'redis.used_memory_bytes',
      'redis.used_memory_bytes{node="a:1"}',
      'redis.used_memory_bytes{node="b:1"}',
      'redis.keyspace_hits/s',
      'redis.keyspace_misses/s',
      'node_load1{node="a:9100"}',
      'node_load1{node="b:9100"}',
      'host.cpu_ratio{node="a"}',
      'host.cpu_steal_ratio{node="a"}',
      'Latency.p99_seconds{node="a:7199",scope="Read"}',
      'Latency.p99_seconds{node="a:7199",scope="Write"}',
    ];
    expect(shape(targetCharts(names, false))).toEqual([
      ['Target: redis used memory', 'used memory'],
      ['Target: redis, per second', 'keyspace hits per second', 'keyspace misses per second'],
      ['node_load1', 'a:9100', 'b:9100'],
      ['Hosts: CPU', 'busy', 'steal'],
      ['Target: Latency p99', 'Read', 'Write'],
    ]);
    expect(shape(targetCharts(names, true))[0]).toEqual(['Target: redis used memory', 'all nodes', 'a:1', 'b:1']);
  });

  it('is named without its unit, except for a hit ratio', () => {
    const titles = ['redis.keyspace_hit_ratio', 'redis.cpu_user_seconds/s', 'cassandra.merged_bytes/s'].map(
      (name) => targetCharts([name], false)[0]!.title,
    );
    expect(titles).toEqual([
      'Target: redis keyspace hit ratio',
      'Target: redis cpu user',
      'Target: cassandra merged per second',
    ]);
  });

  it('is a line between its readings, except over a long gap', () => {
    const at = Array.from({ length: 40 }, (_, i) => i + 1);
    const cells = at.map((second) => (second % 5 === 0 && (second < 15 || second > 30) ? second : null));
    const line = bridged(at, cells) as (number | null | undefined)[];
    expect(line.slice(3, 10)).toEqual([null, 5, undefined, undefined, undefined, undefined, 10]);
    expect(line.slice(14, 20)).toEqual([null, null, null, null, null, null]);
    expect(readingAt(at, cells, 7)).toBe(5);
    expect(readingAt(at, cells, 27)).toBe(null);
    expect(meanMeasured([1, null, 3, 100], ['measure', 'measure', 'measure', 'fill'])).toBe(2);
  });
});

describe('what a driver counts', () => {
  it('has charts of ratios, of capacity and of counters', () => {
    const telemetry = ['dynamodb.provisioned_read_units', 'redis.keyspace_hit_ratio'];
    const counters = ['cache-hits', 'cache-misses', 'consumed-read-units', 'throttles'];
    expect(shape(countCharts(counters, telemetry))).toEqual([
      ['Hit ratio', 'cache', 'redis keyspace'],
      ['Consumed read units', 'consumed', 'provisioned'],
      ['Counted by the driver', 'cache hits', 'cache misses', 'throttles'],
    ]);
  });

  it('has a hit ratio in each point with reads', () => {
    const columns = {
      ...emptyColumns(),
      at: [1, 2, 3],
      values: new Map([
        ['counter/cache-hits', [3, 0, 0]],
        ['counter/cache-misses', [1, 0, 2]],
      ]),
    };
    expect(columnIn(columns, 'ratio/cache')).toEqual([0.75, null, 0]);
  });
});
