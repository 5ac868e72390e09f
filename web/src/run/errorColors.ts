const PALETTE = ['bad', 'series-3', 'series-4', 'series-2', 'series-5', 'p-p90', 'p-p9999', 'series-1', 'series-6'];

/** The colors of frequent codes, chosen so that they differ from each other. */
const FIXED: Record<string, string> = {
  timeout: 'series-3',
  'connection-refused': 'bad',
  closed: 'series-4',
  busy: 'series-2',
  throttled: 'p-p90',
  unavailable: 'series-5',
  'internal-error': 'p-p9999',
  'not-sent': 'series-1',
  shed: 'series-6',
};

/** The color of a failure code, which depends on its name only. */
function colorOf(code: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < code.length; i++) hash = Math.imul(hash ^ code.charCodeAt(i), 0x01000193) >>> 0;
  return FIXED[code] ?? PALETTE[hash % PALETTE.length]!;
}

/**
 * The lines of failure codes. A code has the same color in every order, in every range and after a
 * reload. If several codes share a color, all but the first by name are dashed.
 */
export function errorColors(codes: string[]): { code: string; color: string; dash: boolean }[] {
  const used = new Set<string>();
  return codes.toSorted().map((code) => {
    const color = colorOf(code);
    const dash = used.has(color);
    used.add(color);
    return { code, color, dash };
  });
}
