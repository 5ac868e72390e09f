/** Colors of the style sheet for a canvas: variables resolved for the current theme. */
export class Colors {
  private readonly probe: HTMLElement;
  private readonly known = new Map<string, string>();

  constructor(host: HTMLElement) {
    this.probe = host;
  }

  /** The color of a variable, such as `of('accent')` for `--accent`. */
  of(name: string): string {
    let color = this.known.get(name);
    if (color === undefined) {
      const before = this.probe.style.color;
      this.probe.style.color = `var(--${name})`;
      color = getComputedStyle(this.probe).color;
      this.probe.style.color = before;
      this.known.set(name, color);
    }
    return color;
  }

  /** The same color with an opacity from 0 to 1. */
  soft(name: string, share: number): string {
    const [r, g, b] = channels(this.of(name));
    return `rgba(${r}, ${g}, ${b}, ${share})`;
  }
}

/** Red, green and blue of `rgb(1, 2, 3)`. */
export function channels(color: string): [number, number, number] {
  const found = /rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)/.exec(color);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : [128, 128, 128];
}

/** Interpolates between the given colors. */
export function ramp(stops: string[], steps: number): string[] {
  const points = stops.map(channels);
  return Array.from({ length: steps }, (_, i) => {
    const at = (i / Math.max(1, steps - 1)) * (points.length - 1);
    const low = Math.min(points.length - 2, Math.floor(at));
    const share = at - low;
    const mixed = points[low]!.map((c, k) => Math.round(c + (points[low + 1]![k]! - c) * share));
    return `rgb(${mixed.join(', ')})`;
  });
}
