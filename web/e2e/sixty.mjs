/**
 * The answer of `GET /fleet` for 60 nodes: each is a node that a fleet of four has told, with another
 * name, place and figures. Some have trouble.
 */
export function sixty(recorded) {
  const of = recorded.nodes.find((node) => node.state === 'up');
  const nodes = [];
  for (let i = 0; i < 60; i++) {
    const datacenter = `eu-${1 + (i % 3)}`;
    const lagNanos = 40_000 + 900 * i;
    nodes.push({
      ...of,
      name: i === 0 ? recorded.self : `node-${i + 1}`,
      page: i === 0 ? of.page : `http://10.0.${i % 3}.${i + 1}:7450`,
      address: `10.0.${i % 3}.${i + 1}:7460`,
      region: 'eu',
      datacenter,
      rack: `${datacenter}${'abcd'[Math.floor(i / 3) % 4]}`,
      host: `load-${datacenter}-${String(i + 1).padStart(3, '0')}.example.org`,
      isCoordinator: i === 0,
      state: 'up',
      share: 1 / 57,
      weight: 1,
      runs: ['0123abcd'],
      verdict: 'valid',
      verdicts: [{ run: '0123abcd', generator: i, validity: 'valid', reason: null, lagNanos }],
      cpu: 0.4 + (i % 7) / 10,
      processors: 4,
      residentBytes: 2.1e8 + i * 1e6,
      clockOffsetNanos: (i % 2 ? 1 : -1) * i * 11_000,
      clockErrorNanos: 210_000,
    });
  }
  const paused =
    'The generator was paused 12 times (2.40 % of the run, longest 310 ms): up to 38 % of the p99 shown.';
  const judge = (i, validity, reason, lagNanos) =>
    Object.assign(nodes[i], {
      verdict: validity,
      verdicts: [{ run: '0123abcd', generator: i, validity, reason, lagNanos }],
    });
  judge(7, 'suspect', paused, 600_000);
  judge(22, 'invalid', paused.replace('38 %', '87 %'), 9e6);
  judge(40, 'valid', null, 14e6);
  for (const i of [13, 31]) Object.assign(nodes[i], { state: 'unreachable', share: null });
  Object.assign(nodes[50], { state: 'leaving', share: null });
  Object.assign(nodes[59], { state: 'removed', share: null, verdict: null, verdicts: [] });
  const at = (second) => new Date(Date.parse(of.since) + second * 1e3).toISOString();
  const events = nodes.map((node, i) => ({ at: at(i / 10), node: node.name, kind: 'up' }));
  events.push(
    { at: at(7), node: nodes[0].name, kind: 'coordinator' },
    { at: at(900), node: nodes[59].name, kind: 'unreachable' },
    { at: at(902), node: nodes[59].name, kind: 'removed' },
    { at: at(1800), node: nodes[13].name, kind: 'unreachable' },
    { at: at(1800.2), node: nodes[31].name, kind: 'unreachable' },
    { at: at(1801), node: nodes[50].name, kind: 'leaving' },
  );
  return { ...recorded, coordinator: nodes[0].name, nodes, events };
}
