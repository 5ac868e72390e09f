/** The wall clock, updated every 30 s, for texts such as "today 10:31". */
class WallClock {
  now = $state(Date.now());
  constructor() {
    setInterval(() => {
      if (!document.hidden) this.now = Date.now();
    }, 30_000);
  }
}

export const wallClock = new WallClock();
