import { untrack } from 'svelte';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Colors } from './colors';

export type OptionsOf = (size: { width: number; height: number }, colors: Colors) => uPlot.Options;

/**
 * A uPlot chart in an element. It follows the size of the element and is only drawn while it is
 * visible.
 */
export class PlotHost {
  private plot: uPlot | null = null;
  private data: uPlot.AlignedData = [[]];
  private isSeen = false;
  private isStale = true;
  private readonly sizes: ResizeObserver;
  private readonly sight: IntersectionObserver;

  private constructor(
    private readonly host: HTMLElement,
    private readonly optionsOf: OptionsOf,
  ) {
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(host);
    this.sight = new IntersectionObserver(
      (entries) => {
        this.isSeen = entries[entries.length - 1]!.isIntersecting;
        if (this.isSeen && this.isStale) this.draw();
      },
      { rootMargin: '120px' },
    );
    this.sight.observe(host);
  }

  /**
   * Creates a plot in an effect. The data and options that it reads do not run the effect again.
   */
  static in(host: HTMLElement, optionsOf: OptionsOf, data: () => uPlot.AlignedData): PlotHost {
    return untrack(() => {
      const made = new PlotHost(host, optionsOf);
      made.set(data());
      return made;
    });
  }

  get u(): uPlot | null {
    return this.plot;
  }

  set(data: uPlot.AlignedData): void {
    this.data = data;
    this.isStale = true;
    if (this.isSeen) this.draw();
  }

  destroy(): void {
    this.sizes.disconnect();
    this.sight.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width < 40 || height < 40) return;
    this.isStale = false;
    if (this.plot) {
      this.plot.setData(this.data);
      return;
    }
    const options = this.optionsOf({ width, height }, new Colors(this.host));
    this.plot = new uPlot(options, this.data, this.host);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!this.plot) {
      if (this.isSeen) this.draw();
    } else if (width >= 40 && (this.plot.width !== width || this.plot.height !== height)) {
      this.plot.setSize({ width, height });
    }
  }
}
